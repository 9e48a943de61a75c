import { expect, test } from "bun:test";
import { claimDue } from "#src/messaging/outbox/claim.ts";
import { recordReceipt } from "#src/messaging/outbox/receipts.ts";
import type { SendOutcome } from "#src/platform/providers/carrier.ts";
import { campaign, oneText, PHONE } from "#tests/support/one-text.ts";
import { letPass } from "#tests/support/passing-time.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const MINUTE = 60_000;

async function client({ admin }: TestApp) {
  return (await admin.request("GET", "/api/contacts")).body.contacts[0];
}

const refusalWith = (code: number): SendOutcome => ({ kind: "refused", code, reason: "no" });

test.each([
  [21610, { optedOut: true, undeliverable: false }],
  [21211, { optedOut: false, undeliverable: true }],
  [21614, { optedOut: false, undeliverable: true }],
  [30008, { optedOut: false, undeliverable: false }],
  [12345, { optedOut: false, undeliverable: false }],
])("a refusal with code %d is final and sets the contact to %o", async (code, state) => {
  const parlor = await oneText(() => refusalWith(code));
  expect(await campaign(parlor)).toMatchObject({
    status: "completed",
    sentCount: 0,
    failedCount: 1,
  });
  expect(await client(parlor)).toMatchObject(state);
  expect(parlor.sms.sent).toHaveLength(0);
});

test.each([
  [21610, "contact.opt_out"],
  [21614, "contact.undeliverable"],
])("the carrier's code %d is in the audit log as %s", async (code, action) => {
  const parlor = await oneText(() => refusalWith(code));
  const rows = parlor.app.db
    .query("select actor_type, target_id, metadata from audit_logs where action = ?")
    .all(action);
  expect(rows).toEqual([
    { actor_type: "system", target_id: "1", metadata: JSON.stringify({ by: "carrier", code }) },
  ]);
});

test("three unreachable days make a number undeliverable, three failures on one day don't", async () => {
  const parlor = testApp();
  const id = contact(parlor.app, parlor.admin, "Ada", PHONE);
  // The third day is a Sunday, whose morning is quiet.
  await parlor.admin.request("POST", "/api/settings", { quietHoursEnabled: false });
  const fail = async () => {
    await parlor.admin.request("POST", "/api/campaigns", {
      name: "A",
      message: "Hi",
      skipCheck: true,
      contactIds: [id],
    });
    await parlor.sendAll();
    const [last] = parlor.sms.messages;
    const providerId = last?.providerId ?? "";
    recordReceipt(parlor.app, {
      providerId,
      to: PHONE,
      status: "undelivered",
      errorCode: 30003,
      rowId: undefined,
    });
  };
  for (let times = 0; times < 3; times += 1) await fail();
  expect(await client(parlor)).toMatchObject({ undeliverable: false });
  for (let days = 0; days < 2; days += 1) {
    parlor.clock.now += 24 * 60 * MINUTE;
    await fail();
  }
  expect(await client(parlor)).toMatchObject({ undeliverable: true, optedOut: false });
});

test("429 keeps the text in the queue, and it is sent later, once", async () => {
  let refusals = 2;
  const parlor = await oneText(() => {
    refusals -= 1;
    return refusals >= 0 ? { kind: "busy", pauseMs: 100, reason: "slow down" } : undefined;
  });
  await parlor.sendAll();
  expect(parlor.sms.sent).toHaveLength(1);
  expect(await campaign(parlor)).toMatchObject({ status: "completed", sentCount: 1 });
});

test("a short pause doesn't end a longer one that the provider asked for before", async () => {
  const parlor = testApp();
  const { app, admin, sms } = parlor;
  const contactIds = [
    contact(app, admin, "Ada", PHONE),
    contact(app, admin, "Bea", "+12025550112"),
  ];
  const pauses = [20_000, 500];
  sms.answer = () => {
    const pauseMs = pauses.shift();
    return pauseMs ? { kind: "busy", pauseMs, reason: "slow down" } : undefined;
  };
  await admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds,
  });
  await letPass(parlor, 10_000, 500);
  expect([pauses, sms.sent]).toEqual([[], []]);
  await letPass(parlor, 12_000, 500);
  expect(sms.sent).toHaveLength(2);
});

test("rejected credentials stop sending, keep the text, and an admin resumes it", async () => {
  const parlor = await oneText(() => refusalWith(20003));
  expect(await campaign(parlor)).toMatchObject({
    status: "failed",
    reason: "Twilio refused the sign-in",
  });
  expect((await parlor.admin.request("GET", "/api/settings")).body.sendingPaused).toBe(
    "Twilio refused the sign-in",
  );

  parlor.sms.answer = undefined;
  const staff = parlor.person("user", ["/campaigns"]);
  const { id } = await campaign(parlor);
  expect((await staff.request("POST", `/api/campaigns/${id}/resume`)).status).toBe(403);
  expect((await parlor.admin.request("POST", `/api/campaigns/${id}/resume`)).status).toBe(200);
  await parlor.sendAll();
  expect(await campaign(parlor)).toMatchObject({ status: "completed", sentCount: 1, reason: null });
  expect(parlor.sms.sent).toHaveLength(1);
});

test("a client who opts out while waiting is not texted", async () => {
  const parlor = testApp();
  const id = contact(parlor.app, parlor.admin, "Ada", PHONE);
  await parlor.admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi",
    skipCheck: true,
    contactIds: [id],
  });
  await parlor.admin.request("POST", `/api/contacts/${id}/opt-out`);
  await parlor.sendAll();
  expect(parlor.sms.sent).toHaveLength(0);
  expect(await campaign(parlor)).toMatchObject({
    status: "completed",
    skippedCount: 1,
    sentCount: 0,
  });
});

test("two campaigns to one number are never in flight together", async () => {
  const parlor = testApp();
  const id = contact(parlor.app, parlor.admin, "Ada", PHONE);
  for (const name of ["A", "B"])
    await parlor.admin.request("POST", "/api/campaigns", {
      name,
      message: `Hi from ${name}`,
      skipCheck: true,
      contactIds: [id],
    });
  expect(claimDue(parlor.app, false, { direct: 10, paced: 10 }).paced).toHaveLength(1);
  parlor.clock.now += 1000;
  expect(claimDue(parlor.app, false, { direct: 10, paced: 10 }).paced).toHaveLength(0);
});

test("too many filtered texts pause the campaign and don't change the contacts", async () => {
  const parlor = testApp();
  const { app, admin, sms } = parlor;
  const ids = Array.from({ length: 8 }, (_, n) => contact(app, admin, `C${n}`, `+1202555012${n}`));
  await admin.request("POST", "/api/settings", { messageCount: 1, delaySeconds: 10 });
  sms.answer = () => refusalWith(30007);
  await admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "WIN CASH",
    skipCheck: true,
    contactIds: ids,
  });
  for (let texts = 0; texts < 8; texts += 1) {
    await parlor.sendAll();
    parlor.clock.now += 11_000;
  }
  expect(await campaign(parlor)).toMatchObject({ status: "failed", failedCount: 6 });
  expect((await campaign(parlor)).reason).toContain("filter");
  expect((await admin.request("GET", "/api/contacts?state=undeliverable")).body.contacts).toEqual(
    [],
  );
});

test("a text that failed in the provider's queue is sent again and can succeed", async () => {
  const parlor = await oneText();
  const [first] = parlor.sms.messages;
  recordReceipt(parlor.app, {
    providerId: first?.providerId ?? "",
    to: PHONE,
    status: "failed",
    errorCode: 30001,
    rowId: undefined,
  });
  parlor.clock.now += 2 * MINUTE;
  await parlor.sendAll();
  expect(parlor.sms.sent).toHaveLength(2);
  const [second] = parlor.sms.messages;
  recordReceipt(parlor.app, {
    providerId: second?.providerId ?? "",
    to: PHONE,
    status: "delivered",
    errorCode: null,
    rowId: undefined,
  });
  expect(await campaign(parlor)).toMatchObject({ sentCount: 1, deliveredCount: 1, failedCount: 0 });
});
