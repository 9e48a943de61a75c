import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileCarrier } from "#tests/fakes/file-carrier.ts";
import { newFolder } from "#tests/support/binary.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const PHONE = "+12025550112";

/** A salon without a Twilio account, whose carrier is a file. */
function fileSalon() {
  const path = join(newFolder("carrier"), "texts.jsonl");
  const parlor = testApp({ connected: false, providers: { carrier: fileCarrier(path) } });
  const read = () =>
    readFileSync(path, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  return { parlor, read };
}

async function sendCampaign({ app, admin, sendAll }: TestApp, phone: string) {
  const id = contact(app, admin, "Ada Byrne", phone);
  await admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi {firstName}",
    skipCheck: true,
    contactIds: [id],
  });
  await sendAll();
}

const findCampaign = async ({ admin }: TestApp) =>
  (await admin.request("GET", "/api/campaigns")).body[0];
const findClient = async ({ admin }: TestApp) =>
  (await admin.request("GET", "/api/contacts")).body.contacts[0];

const post = (parlor: TestApp, path: string, event: object) =>
  parlor.hono.request(path, { method: "POST", body: JSON.stringify(event) });

test("another carrier sends a campaign, and its receipt and the client's STOP arrive in its own shape", async () => {
  const { parlor, read } = fileSalon();
  await sendCampaign(parlor, PHONE);
  expect(read()).toMatchObject([{ to: PHONE, body: expect.stringContaining("Hi Ada") }]);

  const receipt = {
    kind: "receipt",
    providerId: "line-1",
    to: PHONE,
    status: "delivered",
    errorCode: null,
  };
  expect((await post(parlor, "/api/twilio/status-callback", receipt)).status).toBe(204);
  expect(await findCampaign(parlor)).toMatchObject({ status: "completed", deliveredCount: 1 });

  const stop = {
    kind: "text",
    providerId: "t1",
    from: PHONE,
    body: "STOP",
    carrierAnswered: true,
    media: [],
  };
  expect((await post(parlor, "/api/twilio/webhook", stop)).status).toBe(204);
  expect(await findClient(parlor)).toMatchObject({ optedOut: true });
});

test("another carrier's own codes are explained in its own words", async () => {
  const { parlor } = fileSalon();
  await sendCampaign(parlor, "+12025550111");
  expect(await findCampaign(parlor)).toMatchObject({ failedCount: 1 });
  expect(await findClient(parlor)).toMatchObject({ undeliverable: true });
  const { failures } = (
    await parlor.admin.request("GET", `/api/campaigns/${(await findCampaign(parlor)).id}/report`)
  ).body;
  expect(failures).toMatchObject([{ reason: "The file has no such number" }]);
});

test("Settings test another carrier without Twilio's account", async () => {
  const { parlor } = fileSalon();
  expect((await parlor.admin.request("POST", "/api/settings/test-twilio")).body).toEqual({
    ok: true,
    message: "The file is there.",
  });
  expect((await parlor.admin.request("GET", "/api/settings")).body).toMatchObject({
    canText: true,
  });
});

test("what has to wait for another carrier names it", async () => {
  const path = join(newFolder("carrier"), "texts.jsonl");
  const carrier = { ...fileCarrier(path), isReady: () => false, connect: async () => undefined };
  const { admin } = testApp({ connected: false, providers: { carrier } });
  const { body } = await admin.request("POST", "/api/twilio/check-failed-messages");
  expect(body.message).toBe("Texting isn't set up. Add your file account in Settings.");
});
