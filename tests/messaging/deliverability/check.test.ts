import { expect, test } from "bun:test";
import { checkNumbers } from "#src/messaging/deliverability/check.ts";
import { startSender } from "#src/messaging/outbox/sender.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postReceipt } from "#tests/support/twilio-posts.ts";
import { until } from "#tests/support/until.ts";

const PHONES = ["+12025550111", "+12025550112", "+12025550113", "+12025550114"];

async function campaign(salon: TestApp, contactIds: number[], more = {}) {
  const { body } = await salon.admin.request("POST", "/api/campaigns", {
    name: "Spring",
    message: "Hi there",
    contactIds,
    ...more,
  });
  return body;
}

const people = (salon: TestApp) =>
  PHONES.map((phone, n) => contact(salon.app, salon.admin, `Client ${n}`, phone));
const read = async (salon: TestApp, id: number) =>
  (await salon.admin.request("GET", `/api/campaigns/${id}`)).body;

test("nothing is sent before the numbers are checked, and invalid or dead ones are skipped", async () => {
  const salon = testApp();
  saveSettings(salon.app, salon.admin.actor, { lineTypeLookups: true });
  const lines: Record<string, string> = {
    "+12025550112": "landline",
    "+12025550113": "nonFixedVoip",
    "+12025550114": "holographic",
  };
  salon.sms.line = (phone) => ({
    kind: "known",
    valid: phone !== "+12025550111",
    lineType: lines[phone] ?? "mobile",
  });
  const created = await campaign(salon, people(salon));
  expect(created).toMatchObject({
    status: "sending",
    deliverabilityCheckStatus: "pending",
    deliverabilityCheckProgress: "0",
  });
  await checkNumbers(salon.app);
  expect(await read(salon, created.id)).toMatchObject({ deliverabilityCheckStatus: "completed" });
  await salon.sendAll();
  expect(salon.sms.sent.map(({ to }) => to).sort()).toEqual(PHONES.slice(2));
  expect(salon.sms.lookedUp).toHaveLength(4);

  const again = await campaign(salon, [1, 2, 3, 4]);
  expect(again.totalRecipients).toBe(2);
});

test("sending waits while the check runs, and skipCheck sends at once", async () => {
  const salon = testApp();
  const ids = people(salon);
  const skipped = await campaign(salon, [ids[0] ?? 0], { skipCheck: true });
  expect(skipped.deliverabilityCheckStatus).toBe("skipped");
  const waiting = await campaign(salon, [ids[1] ?? 0]);
  const sender = startSender(salon.app);
  await until("the skipped one's text", () => salon.sms.sent.length > 0);
  // The other text would leave now. On a slow machine the test only detects less.
  await Bun.sleep(50);
  await sender.stop();
  expect(salon.sms.sent.map(({ to }) => to)).toEqual(["+12025550111"]);
  expect(await read(salon, waiting.id)).toMatchObject({ deliverabilityCheckStatus: "pending" });
});

test("a number that got a text, or was looked up within ninety days, is not looked up again", async () => {
  const salon = testApp();
  const ids = people(salon);
  await campaign(salon, ids.slice(0, 1), { skipCheck: true });
  await salon.sendAll();
  const [first] = salon.sms.sent;
  const sid = salon.sms.messages[0]?.providerId ?? "";
  await postReceipt(salon.hono, first?.statusCallback ?? "", {
    sid,
    to: first?.to ?? "",
    status: "delivered",
  });

  await campaign(salon, ids.slice(0, 2));
  await checkNumbers(salon.app);
  expect(salon.sms.lookedUp.map(([phone]) => phone)).toEqual(["+12025550112"]);
  await campaign(salon, ids.slice(0, 2));
  await checkNumbers(salon.app);
  expect(salon.sms.lookedUp).toHaveLength(1);
});

test("failed lookups mark no number and block nothing", async () => {
  const salon = testApp();
  salon.sms.line = () => ({ kind: "failed" });
  const { id } = await campaign(salon, people(salon));
  await salon.sendAll();
  expect(salon.sms.sent).toHaveLength(4);
  expect(await read(salon, id)).toMatchObject({ deliverabilityCheckStatus: "completed" });
});

test("a free lookup doesn't request the line type", async () => {
  const salon = testApp();
  await campaign(salon, people(salon).slice(0, 1));
  await checkNumbers(salon.app);
  expect(salon.sms.lookedUp).toEqual([["+12025550111", false]]);
});

test("stopping a campaign stops its check, which continues when it is resumed", async () => {
  const salon = testApp();
  const ids = Array.from({ length: 250 }, (_, n) =>
    contact(salon.app, salon.admin, `Client ${n}`, `+1202${5_551_000 + n}`),
  );
  const { id } = await campaign(salon, ids);
  salon.sms.line = () => {
    if (salon.sms.lookedUp.length === 100)
      salon.app.db.run("update campaigns set status = 'stopped'");
    return undefined;
  };
  await checkNumbers(salon.app);
  expect(await read(salon, id)).toMatchObject({
    status: "stopped",
    deliverabilityCheckStatus: "in_progress",
    deliverabilityCheckProgress: "40",
  });
  await salon.admin.request("POST", `/api/campaigns/${id}/resume`);
  await checkNumbers(salon.app);
  expect(salon.sms.lookedUp).toHaveLength(250);
  expect(await read(salon, id)).toMatchObject({ deliverabilityCheckStatus: "completed" });
});
