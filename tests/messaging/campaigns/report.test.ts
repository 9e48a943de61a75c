import { expect, test } from "bun:test";
import { fetchPrices } from "#src/messaging/outbox/prices.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound, postReceipt } from "#tests/support/twilio-posts.ts";

const PHONES = [1, 2, 3, 4, 5].map((n) => `+1202555011${n}`);

async function campaign(salon: TestApp) {
  const contactIds = PHONES.map((phone, n) =>
    contact(salon.app, salon.admin, `Client ${n}`, phone),
  );
  const { body } = await salon.admin.request("POST", "/api/campaigns", {
    name: "Spring",
    message: "Hi {firstName}",
    contactIds,
    skipCheck: true,
  });
  return { id: body.id as number, contactIds };
}

const report = async (salon: TestApp, id: number) =>
  (await salon.admin.request("GET", `/api/campaigns/${id}/report`)).body;

async function receipt(salon: TestApp, phone: string, status: string, code?: number) {
  const sms = salon.sms.sent.find(({ to }) => to === phone);
  const sid = salon.sms.messages.find(({ to }) => to === phone)?.providerId ?? "";
  await postReceipt(salon.hono, sms?.statusCallback ?? "", {
    sid,
    to: phone,
    status,
    ...(code && { errorCode: code }),
  });
}

test("the report shows delivered texts, failures by reason, replies, opt-outs and hours", async () => {
  const salon = testApp();
  const { id, contactIds } = await campaign(salon);
  await salon.admin.request("POST", `/api/contacts/${contactIds[4]}/opt-out`);
  await salon.sendAll();
  const [first = "", second = "", third = "", fourth = ""] = PHONES;
  await receipt(salon, first, "delivered");
  await receipt(salon, second, "undelivered", 30005);
  await receipt(salon, third, "undelivered", 30005);
  await receipt(salon, fourth, "delivered");
  await receipt(salon, fourth, "delivered");
  await postInbound(salon.hono, { sid: sidOf(901), from: first, body: "Thank you!" });
  await postInbound(salon.hono, { sid: sidOf(902), from: first, body: "And one more thing" });
  await postInbound(salon.hono, { sid: sidOf(903), from: fourth, body: "STOP" });

  const told = await report(salon, id);
  expect(told.campaign).toMatchObject({
    sentCount: 4,
    deliveredCount: 2,
    failedCount: 2,
    skippedCount: 1,
    skipped: [{ reason: "The client has opted out", count: 1 }],
    replyCount: 2,
    optOutCount: 1,
  });
  expect(told.failures).toEqual([
    { kind: "failed", reason: "The number isn't in service", count: 2 },
    { kind: "skipped", reason: "The client has opted out", count: 1 },
  ]);
  expect(told.hours).toEqual([
    { at: "2026-11-20T16:00:00.000Z", sent: 4, delivered: 2, failed: 2, replies: 2 },
  ]);
  expect(told).toMatchObject({ plannedCost: "0.0395", realCost: null, pricedCount: 0 });
});

test("a text a week after the campaign doesn't count as a reply", async () => {
  const salon = testApp();
  const { id } = await campaign(salon);
  await salon.sendAll();
  salon.clock.now += 8 * 24 * 60 * 60 * 1000;
  await postInbound(salon.hono, { sid: sidOf(904), from: PHONES[0] ?? "", body: "Hello?" });
  // The first session has ended by then.
  const later = salon.person("admin", []);
  const { body } = await later.request("GET", `/api/campaigns/${id}/report`);
  expect(body.campaign.replyCount).toBe(0);
});

test("prices add up as the provider reports them, once each, and lost receipts are recovered", async () => {
  const salon = testApp();
  const { id } = await campaign(salon);
  await salon.sendAll();
  salon.sms.messages.forEach((message, n) => {
    if (n < 3) Object.assign(message, { price: 8_300, status: "delivered" });
  });
  await fetchPrices(salon.app);
  await fetchPrices(salon.app);
  const told = await report(salon, id);
  expect(told).toMatchObject({ realCost: "0.0249", pricedCount: 3 });
  expect(told.campaign.deliveredCount).toBe(3);
});

test("a test goes only to the test number, with the notice and a sample name, and in no thread", async () => {
  const salon = testApp();
  saveSettings(salon.app, salon.admin.actor, {
    optOutNoticeAlways: true,
    businessName: "Halcyon",
    testPhoneNumber: "+12025550177",
  });
  const sent = await salon.admin.request("POST", "/api/campaigns/test", {
    message: "Hi {firstName}",
    phoneNumber: "(202) 555-0177",
  });
  expect(sent.status).toBe(201);
  await salon.sendAll();
  expect(salon.sms.sent.map(({ to, body }) => [to, body])).toEqual([
    ["+12025550177", "Halcyon: Hi Alex\nReply STOP to opt out"],
  ]);
  expect((await salon.admin.request("GET", "/api/contacts")).body.contacts).toEqual([]);

  await postInbound(salon.hono, { sid: sidOf(905), from: "+12025550177", body: "STOP" });
  const again = await salon.admin.request("POST", "/api/campaigns/test", {
    message: "Hi",
    phoneNumber: "+12025550177",
  });
  expect(again.status).toBe(403);
  expect(again.body.errors.phoneNumber).toContain("opted out");
});

test("where the notice is always added, campaigns include it and its price", async () => {
  const salon = testApp();
  saveSettings(salon.app, salon.admin.actor, { optOutNoticeAlways: true, businessName: "Halcyon" });
  const contactIds = [contact(salon.app, salon.admin, "Ada", "+12025550111")];
  const create = (message: string) =>
    salon.admin.request("POST", "/api/campaigns", { name: "N", message, contactIds });
  expect((await create("Halcyon says hi. Text STOP to end")).body.message).toBe(
    "Halcyon says hi. Text STOP to end",
  );
  const long = await create("x".repeat(150));
  expect(long.body).toMatchObject({ segments: 2 });
  expect(long.body.message).toEndWith("Reply STOP to opt out");
});
