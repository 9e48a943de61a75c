import { expect, test } from "bun:test";
import type { OutgoingText, SendOutcome } from "#src/platform/providers/carrier.ts";
import { letPass } from "#tests/support/passing-time.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const PATH = "/api/campaigns";
const LONG = "x".repeat(161);

interface UnderWay extends TestApp {
  readonly id: number;
  readonly contactIds: readonly number[];
}

/** A campaign of four at one text a second, with this many sent. */
async function startCampaign(sent: number, message = "First words"): Promise<UnderWay> {
  const given = testApp();
  await given.admin.request("POST", "/api/settings", { messageCount: 1, delaySeconds: 1 });
  const contactIds = [0, 1, 2, 3].map((n) =>
    contact(given.app, given.admin, `Client ${n}`, `+1202555011${n}`),
  );
  const wanted = { name: "A", message, skipCheck: true, contactIds };
  const { body } = await given.admin.request("POST", PATH, wanted);
  if (sent > 0) await letPass(given, sent * 1000 - 500);
  expect(given.sms.sent).toHaveLength(sent);
  return { ...given, id: body.id, contactIds };
}

async function readCampaign({ admin }: TestApp) {
  return (await admin.request("GET", PATH)).body[0];
}

async function thread({ admin }: TestApp, contactId: number | undefined): Promise<string[]> {
  const { body } = await admin.request("POST", "/api/conversations", { contactId });
  const { body: page } = await admin.request("GET", `/api/conversations/${body.id}/messages`);
  return page.messages.map((message: { body: string }) => message.body);
}

test("a stop takes effect before the next claim, and resuming completes it without duplicates", async () => {
  const given = await startCampaign(2);
  const { admin, sms, id } = given;
  const { body: stopped } = await admin.request("POST", `${PATH}/${id}/stop`);
  expect(stopped).toMatchObject({
    status: "stopped",
    reason: `Stopped by ${admin.actor.username}`,
  });
  await letPass(given, 4000, 500);
  expect(sms.sent).toHaveLength(2);
  expect(await readCampaign(given)).toMatchObject({ status: "stopped", sentCount: 2 });

  expect((await admin.request("POST", `${PATH}/${id}/resume`)).body.status).toBe("sending");
  await letPass(given, 4000, 250);
  expect(sms.sent.map(({ to }) => to)).toEqual([0, 1, 2, 3].map((n) => `+1202555011${n}`));
  expect(await readCampaign(given)).toMatchObject({
    status: "completed",
    sentCount: 4,
    reason: null,
  });
});

test("any user with the page can stop a campaign, an admin resumes it, and other states refuse both", async () => {
  const given = await startCampaign(1);
  const mia = given.person("user", ["/campaigns"]);
  const { id } = given;
  expect((await given.admin.request("POST", `${PATH}/${id}/resume`)).body.message).toBe(
    "Only a stopped campaign can be resumed.",
  );
  expect((await mia.request("POST", `${PATH}/${id}/stop`)).status).toBe(200);
  const again = await mia.request("POST", `${PATH}/${id}/stop`);
  expect([again.status, again.body.message]).toEqual([409, "This campaign isn't sending."]);
  expect((await mia.request("POST", `${PATH}/${id}/resume`)).status).toBe(403);
  expect((await given.admin.request("POST", `${PATH}/${id}/resume`)).status).toBe(200);
});

test("an admin's edit while sending changes and prices only the unclaimed texts", async () => {
  const given = await startCampaign(2);
  const { admin, sms, id, contactIds } = given;
  const { body } = await admin.request("PATCH", `${PATH}/${id}/message`, { message: LONG });
  expect(body).toMatchObject({
    message: LONG,
    segments: 2,
    totalCost: "0.0474",
    status: "sending",
  });
  await letPass(given, 4000, 250);
  expect(sms.sent.map((text) => text.body)).toEqual(["First words", "First words", LONG, LONG]);
  expect(await thread(given, contactIds[0])).toEqual(["First words"]);
  expect(await thread(given, contactIds[3])).toEqual([LONG]);
  const late = await admin.request("PATCH", `${PATH}/${id}/message`, { message: "Too late" });
  expect([late.status, late.body.message]).toEqual([
    409,
    "This campaign has ended. Its message can't be changed.",
  ]);
});

test("a refused text was claimed too, so an edit does not change its price", async () => {
  const given = testApp();
  const contactIds = [0, 1, 2].map((n) => contact(given.app, given.admin, "A", `+1202555011${n}`));
  given.sms.answer = (text): SendOutcome | undefined =>
    text.to.endsWith("0") ? { kind: "refused", code: 30008, reason: "no" } : undefined;
  await given.admin.request("POST", "/api/settings", { messageCount: 1, delaySeconds: 1 });
  const { body } = await given.admin.request("POST", PATH, {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds,
  });
  await letPass(given, 1500);
  expect(await readCampaign(given)).toMatchObject({ failedCount: 1, sentCount: 1 });
  const edited = await given.admin.request("PATCH", `${PATH}/${body.id}/message`, {
    message: LONG,
  });
  expect(edited.body.totalCost).toBe("0.0316");
});

test("a blank edit is refused, and an edited draft stays a draft", async () => {
  const given = testApp();
  const mia = given.person("user", ["/campaigns"]);
  const { body } = await mia.request("POST", PATH, { name: "A", message: "Hi" });
  const blank = await mia.request("PATCH", `${PATH}/${body.id}/message`, { message: " " });
  expect([blank.status, blank.body.message]).toEqual([400, "Message cannot be empty"]);
  const edited = await mia.request("PATCH", `${PATH}/${body.id}/message`, { message: LONG });
  expect(edited.body).toMatchObject({ status: "draft", message: LONG, segments: 2 });
});

test("segments, price and total are those of the day it was created", async () => {
  const given = testApp();
  await given.admin.request("POST", "/api/settings", { costPerSegment: "0.0125" });
  const contactIds = [0, 1, 2].map((n) => contact(given.app, given.admin, "A", `+1202555011${n}`));
  await given.admin.request("POST", `/api/contacts/${contactIds[0]}/opt-out`);
  const wanted = { name: "A", message: "Grüße 🎄 ".repeat(10), contactIds };
  const price = { segments: 2, costPerSegment: "0.0125", totalCost: "0.05", totalRecipients: 2 };
  expect((await given.admin.request("POST", PATH, wanted)).body).toMatchObject(price);
  await given.admin.request("POST", "/api/settings", { costPerSegment: "9" });
  expect(await readCampaign(given)).toMatchObject(price);
});

test("merge fields are filled for each client, with the fallback for an unknown name", async () => {
  const given = testApp();
  const named = contact(given.app, given.admin, "Ada King Byrne", "+12025550110");
  const unnamed = contact(given.app, given.admin, "+12025550111", "+12025550111");
  const message = "{firstName|there}/{lastName}/{name|you}/{other} $& {firstName}";
  await given.admin.request("POST", PATH, {
    name: "A",
    message,
    skipCheck: true,
    contactIds: [named, unnamed],
  });
  await given.sendAll();
  expect(given.sms.sent.map(({ body }) => body)).toEqual([
    "Ada/King Byrne/Ada King Byrne/{other} $& Ada",
    "there//you/{other} $& ",
  ]);
  expect(await thread(given, named)).toEqual(["Ada/King Byrne/Ada King Byrne/{other} $& Ada"]);
});

test("a client who opts out or is deleted later gets no text, and the card shows how many", async () => {
  const given = await startCampaign(1);
  const { admin, sms, contactIds } = given;
  await admin.request("POST", `/api/contacts/${contactIds[1]}/opt-out`);
  await admin.request("DELETE", `/api/contacts/${contactIds[2]}`);
  await letPass(given, 4000, 250);
  expect(sms.sent.map(({ to }) => to)).toEqual(["+12025550110", "+12025550113"]);
  expect(await readCampaign(given)).toMatchObject({
    status: "completed",
    sentCount: 2,
    skippedCount: 2,
  });
});

test("a client with a new number is texted there, and not at the old one that sent STOP", async () => {
  const given = await startCampaign(1);
  const { admin, sms, contactIds } = given;
  await admin.request("PATCH", `/api/contacts/${contactIds[3]}`, { phoneNumber: "+12025550199" });
  const old = await admin.request("POST", "/api/contacts", {
    name: "Old",
    phoneNumber: "+12025550113",
  });
  await admin.request("POST", `/api/contacts/${old.body.id}/opt-out`);
  await letPass(given, 4000, 250);
  expect(sms.sent.map(({ to }) => to).slice(1)).toEqual([
    "+12025550111",
    "+12025550112",
    "+12025550199",
  ]);
});

test("a text whose outcome arrives after its campaign was deleted is not sent again", async () => {
  const given = testApp();
  const { admin, app, sms } = given;
  const contactIds = [contact(app, admin, "Ada", "+12025550110")];
  const { body } = await admin.request("POST", PATH, {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds,
  });
  const tried: OutgoingText[] = [];
  sms.send = async (text) => {
    tried.push(text);
    await admin.request("POST", `${PATH}/${body.id}/stop`);
    expect((await admin.request("DELETE", `${PATH}/${body.id}`)).status).toBe(204);
    return { kind: "busy", pauseMs: 100, reason: "slow down" };
  };
  await letPass(given, 1000);
  expect(tried.map((text) => text.body)).toEqual(["Hi"]);
});

test("without a connection a campaign fails with a message, and continues once connected", async () => {
  const given = testApp({ connected: false });
  const wanted = {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds: [0, 1].map((n) => contact(given.app, given.admin, "A", `+1202555011${n}`)),
  };
  const { status, body } = await given.admin.request("POST", PATH, wanted);
  const expectedText =
    "Texting isn't set up. Add your Twilio account in Settings, then resume the campaign.";
  expect([status, body.status, body.reason, body.totalRecipients]).toEqual([
    201,
    "failed",
    expectedText,
    2,
  ]);
  const early = await given.admin.request("POST", `${PATH}/${body.id}/resume`);
  expect([early.status, early.body.message]).toEqual([409, expectedText]);

  await given.admin.request("POST", "/api/settings", {
    twilioAccountSid: `AC${"a".repeat(32)}`,
    twilioAuthToken: "a-token-of-the-tests",
    twilioPhoneNumber: given.sms.from,
    messageCount: 100,
    delaySeconds: 1,
    quietHoursEnabled: false,
  });
  const resumed = await given.admin.request("POST", `${PATH}/${body.id}/resume`);
  expect(resumed.body).toMatchObject({ status: "sending", reason: null });
  await given.sendAll();
  expect((await given.admin.request("GET", PATH)).body).toMatchObject([
    { status: "completed", sentCount: 2 },
  ]);
  expect(given.sms.sent).toHaveLength(2);
});
