import { expect, test } from "bun:test";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const DAY = 24 * 60 * 60 * 1000;

function addClients(salon: TestApp, count: number): number[] {
  return Array.from({ length: count }, (_, n) =>
    contact(salon.app, salon.admin, `Client ${n}`, `+1202555${String(1000 + n)}`),
  );
}

const create = async (salon: TestApp, contactIds: number[], message = "Hi there") => {
  const { body } = await salon.admin.request("POST", "/api/campaigns", {
    name: "Spring",
    message,
    contactIds,
    skipCheck: true,
  });
  return body.id as number;
};
const read = async (salon: TestApp, id: number) =>
  (await salon.admin.request("GET", `/api/campaigns/${id}`)).body;

test("a daily cap delays further texts until the business's next morning, and the card says so", async () => {
  const salon = testApp();
  saveSettings(salon.app, salon.admin.actor, { dailyCap: 3, quietHoursEnabled: false });
  const id = await create(salon, addClients(salon, 5));
  await salon.sendAll();
  expect(salon.sms.sent).toHaveLength(3);
  expect(await read(salon, id)).toMatchObject({
    status: "sending",
    heldUntil: "2026-11-21T05:00:00.000Z",
    heldBy: "daily-cap",
  });

  salon.clock.now = Date.parse("2026-11-21T05:00:00Z");
  await salon.sendAll();
  expect(salon.sms.sent).toHaveLength(5);
  expect(await read(salon, id)).toMatchObject({ status: "completed", heldUntil: null });
});

test("a client who reached the cap of campaign texts is skipped until the period is over", async () => {
  const salon = testApp();
  saveSettings(salon.app, salon.admin.actor, { frequencyCapMessages: 1, frequencyCapDays: 2 });
  const ids = addClients(salon, 1);
  await create(salon, ids);
  await salon.sendAll();
  const second = await create(salon, ids);
  await salon.sendAll();
  expect(salon.sms.sent).toHaveLength(1);
  const { body } = await salon.admin.request("GET", `/api/campaigns/${second}/report`);
  expect(body.failures).toEqual([
    { kind: "skipped", reason: "Already got 1 campaign text within 2 days", count: 1 },
  ]);

  salon.clock.now += 3 * DAY;
  await create(salon, ids);
  await salon.sendAll();
  expect(salon.sms.sent).toHaveLength(2);
});

test("the limit of segments per second slows long texts, not short ones", async () => {
  const salon = testApp();
  saveSettings(salon.app, salon.admin.actor, { maxSegmentsPerSecond: 4 });
  const ids = addClients(salon, 8);
  const sentAt: number[] = [];
  salon.sms.answer = () => {
    sentAt.push(salon.clock.now);
    return undefined;
  };
  await create(salon, ids, "x".repeat(300));
  await salon.sendAll();
  expect(sentAt).toHaveLength(8);
  // Two segments each, four a second: two texts in any second.
  for (const at of sentAt) {
    const within = sentAt.filter((other) => other >= at && other < at + 1000);
    expect(within.length).toBeLessThanOrEqual(2);
  }
});
