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
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", { messageCount: 1, delaySeconds: 1 });
  const contactIds = [0, 1, 2, 3].map((n) =>
    contact(parlor.app, parlor.admin, `Client ${n}`, `+1202555011${n}`),
  );
  const wanted = { name: "A", message, skipCheck: true, contactIds };
  const { body } = await parlor.admin.request("POST", PATH, wanted);
  if (sent > 0) await letPass(parlor, sent * 1000 - 500);
  expect(parlor.sms.sent).toHaveLength(sent);
  return { ...parlor, id: body.id, contactIds };
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
  const parlor = await startCampaign(2);
  const { admin, sms, id } = parlor;
  const { body: stopped } = await admin.request("POST", `${PATH}/${id}/stop`);
  expect(stopped).toMatchObject({
    status: "stopped",
    reason: `Stopped by ${admin.actor.username}`,
  });
  await letPass(parlor, 4000, 500);
  expect(sms.sent).toHaveLength(2);
  expect(await readCampaign(parlor)).toMatchObject({ status: "stopped", sentCount: 2 });

  expect((await admin.request("POST", `${PATH}/${id}/resume`)).body.status).toBe("sending");
  await letPass(parlor, 4000, 250);
  expect(sms.sent.map(({ to }) => to)).toEqual([0, 1, 2, 3].map((n) => `+1202555011${n}`));
  expect(await readCampaign(parlor)).toMatchObject({
    status: "completed",
    sentCount: 4,
    reason: null,
  });
});

test("any user with the page can stop a campaign, an admin resumes it, and other states refuse both", async () => {
  const parlor = await startCampaign(1);
  const mia = parlor.person("user", ["/campaigns"]);
  const { id } = parlor;
  expect((await parlor.admin.request("POST", `${PATH}/${id}/resume`)).body.message).toBe(
    "Only a stopped campaign can be resumed.",
  );
  expect((await mia.request("POST", `${PATH}/${id}/stop`)).status).toBe(200);
  const again = await mia.request("POST", `${PATH}/${id}/stop`);
  expect([again.status, again.body.message]).toEqual([409, "This campaign isn't sending."]);
  expect((await mia.request("POST", `${PATH}/${id}/resume`)).status).toBe(403);
  expect((await parlor.admin.request("POST", `${PATH}/${id}/resume`)).status).toBe(200);
});

test("an admin's edit while sending changes and prices only the unclaimed texts", async () => {
  const parlor = await startCampaign(2);
  const { admin, sms, id, contactIds } = parlor;
  const { body } = await admin.request("PATCH", `${PATH}/${id}/message`, { message: LONG });
  expect(body).toMatchObject({
    message: LONG,
    segments: 2,
    totalCost: "0.0474",
    status: "sending",
  });
  await letPass(parlor, 4000, 250);
  expect(sms.sent.map((text) => text.body)).toEqual(["First words", "First words", LONG, LONG]);
  expect(await thread(parlor, contactIds[0])).toEqual(["First words"]);
  expect(await thread(parlor, contactIds[3])).toEqual([LONG]);
  const late = await admin.request("PATCH", `${PATH}/${id}/message`, { message: "Too late" });
  expect([late.status, late.body.message]).toEqual([
    409,
    "This campaign has ended. Its message can't be changed.",
  ]);
});

test("a refused text was claimed too, so an edit does not change its price", async () => {
  const parlor = testApp();
  const contactIds = [0, 1, 2].map((n) =>
    contact(parlor.app, parlor.admin, "A", `+1202555011${n}`),
  );
  parlor.sms.answer = (text): SendOutcome | undefined =>
    text.to.endsWith("0") ? { kind: "refused", code: 30008, reason: "no" } : undefined;
  await parlor.admin.request("POST", "/api/settings", { messageCount: 1, delaySeconds: 1 });
  const { body } = await parlor.admin.request("POST", PATH, {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds,
  });
  await letPass(parlor, 1500);
  expect(await readCampaign(parlor)).toMatchObject({ failedCount: 1, sentCount: 1 });
  const edited = await parlor.admin.request("PATCH", `${PATH}/${body.id}/message`, {
    message: LONG,
  });
  expect(edited.body.totalCost).toBe("0.0316");
});

test("a blank edit is refused, and an edited draft stays a draft", async () => {
  const parlor = testApp();
  const mia = parlor.person("user", ["/campaigns"]);
  const { body } = await mia.request("POST", PATH, { name: "A", message: "Hi" });
  const blank = await mia.request("PATCH", `${PATH}/${body.id}/message`, { message: " " });
  expect([blank.status, blank.body.message]).toEqual([400, "Message cannot be empty"]);
  const edited = await mia.request("PATCH", `${PATH}/${body.id}/message`, { message: LONG });
  expect(edited.body).toMatchObject({ status: "draft", message: LONG, segments: 2 });
});

test("segments, price and total are those of the day it was created", async () => {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", { costPerSegment: "0.0125" });
  const contactIds = [0, 1, 2].map((n) =>
    contact(parlor.app, parlor.admin, "A", `+1202555011${n}`),
  );
  await parlor.admin.request("POST", `/api/contacts/${contactIds[0]}/opt-out`);
  const wanted = { name: "A", message: "Grüße 🎄 ".repeat(10), contactIds };
  const price = { segments: 2, costPerSegment: "0.0125", totalCost: "0.05", totalRecipients: 2 };
  expect((await parlor.admin.request("POST", PATH, wanted)).body).toMatchObject(price);
  await parlor.admin.request("POST", "/api/settings", { costPerSegment: "9" });
  expect(await readCampaign(parlor)).toMatchObject(price);
});

test("merge fields are filled for each client, with the fallback for an unknown name", async () => {
  const parlor = testApp();
  const named = contact(parlor.app, parlor.admin, "Ada King Byrne", "+12025550110");
  const unnamed = contact(parlor.app, parlor.admin, "+12025550111", "+12025550111");
  const message = "{firstName|there}/{lastName}/{name|you}/{other} $& {firstName}";
  await parlor.admin.request("POST", PATH, {
    name: "A",
    message,
    skipCheck: true,
    contactIds: [named, unnamed],
  });
  await parlor.sendAll();
  expect(parlor.sms.sent.map(({ body }) => body)).toEqual([
    "Ada/King Byrne/Ada King Byrne/{other} $& Ada",
    "there//you/{other} $& ",
  ]);
  expect(await thread(parlor, named)).toEqual(["Ada/King Byrne/Ada King Byrne/{other} $& Ada"]);
});

test("a client who opts out or is deleted later gets no text, and the card shows how many", async () => {
  const parlor = await startCampaign(1);
  const { admin, sms, contactIds } = parlor;
  await admin.request("POST", `/api/contacts/${contactIds[1]}/opt-out`);
  await admin.request("DELETE", `/api/contacts/${contactIds[2]}`);
  await letPass(parlor, 4000, 250);
  expect(sms.sent.map(({ to }) => to)).toEqual(["+12025550110", "+12025550113"]);
  expect(await readCampaign(parlor)).toMatchObject({
    status: "completed",
    sentCount: 2,
    skippedCount: 2,
  });
});

test("a client with a new number is texted there, and not at the old one that sent STOP", async () => {
  const parlor = await startCampaign(1);
  const { admin, sms, contactIds } = parlor;
  await admin.request("PATCH", `/api/contacts/${contactIds[3]}`, {
    phoneNumber: "+12025550199",
    agreement: "Agreed when they called about the new number",
  });
  const old = await admin.request("POST", "/api/contacts", {
    name: "Old",
    phoneNumber: "+12025550113",
  });
  await admin.request("POST", `/api/contacts/${old.body.id}/opt-out`);
  await letPass(parlor, 4000, 250);
  expect(sms.sent.map(({ to }) => to).slice(1)).toEqual([
    "+12025550111",
    "+12025550112",
    "+12025550199",
  ]);
});

test("a text whose outcome arrives after its campaign was deleted is not sent again", async () => {
  const parlor = testApp();
  const { admin, app, sms } = parlor;
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
  await letPass(parlor, 1000);
  expect(tried.map((text) => text.body)).toEqual(["Hi"]);
});

test("without a connection a campaign fails with a message, and continues once connected", async () => {
  const parlor = testApp({ connected: false });
  const wanted = {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds: [0, 1].map((n) => contact(parlor.app, parlor.admin, "A", `+1202555011${n}`)),
  };
  const { status, body } = await parlor.admin.request("POST", PATH, wanted);
  const expectedText =
    "Texting isn't set up. Add your Twilio account in Settings, then resume the campaign.";
  expect([status, body.status, body.reason, body.totalRecipients]).toEqual([
    201,
    "failed",
    expectedText,
    2,
  ]);
  const early = await parlor.admin.request("POST", `${PATH}/${body.id}/resume`);
  expect([early.status, early.body.message]).toEqual([409, expectedText]);

  await parlor.admin.request("POST", "/api/settings", {
    twilioAccountSid: `AC${"a".repeat(32)}`,
    twilioAuthToken: "a-token-of-the-tests",
    twilioPhoneNumber: parlor.sms.from,
    messageCount: 100,
    delaySeconds: 1,
    quietHoursEnabled: false,
  });
  const resumed = await parlor.admin.request("POST", `${PATH}/${body.id}/resume`);
  expect(resumed.body).toMatchObject({ status: "sending", reason: null });
  await parlor.sendAll();
  expect((await parlor.admin.request("GET", PATH)).body).toMatchObject([
    { status: "completed", sentCount: 2 },
  ]);
  expect(parlor.sms.sent).toHaveLength(2);
});
