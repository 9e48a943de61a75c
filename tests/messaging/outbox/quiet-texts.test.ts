import { expect, test } from "bun:test";
import { inTransaction } from "#db/connection.ts";
import { type OutgoingText, sendText } from "#src/messaging/outbox/outbox.ts";
import { contact, testApp } from "#tests/support/test-app.ts";

const NIGHT = "2026-11-20T03:00:00-05:00";
const MORNING = "2026-11-20T09:00:00-05:00";

/** How many texts of this kind, queued at 3 AM, left by then and by 9 AM. */
async function sentByMorning(purpose: string): Promise<number[]> {
  const { app, clock, sms, sendAll } = testApp();
  clock.now = Date.parse(NIGHT);
  const text = { purpose, phone: "+12025550111", contactId: null, body: "Hello" } as OutgoingText;
  inTransaction(app.db, () => sendText(app, text));
  await sendAll();
  const atNight = sms.sent.length;
  clock.now = Date.parse(MORNING);
  await sendAll();
  return [atNight, sms.sent.length];
}

test.each(["keyword", "test", "code", "invite", "confirmation", "missed-call"])(
  "a text that a client or staff asked for leaves at night: %s",
  async (purpose) => {
    expect((await sentByMorning(purpose))[0]).toBe(1);
  },
);

test("a text of an unknown kind is not sent to a client who opted out", async () => {
  const { app, admin, sms, sendAll } = testApp();
  const id = contact(app, admin, "Ada", "+12025550111");
  await admin.request("POST", `/api/contacts/${id}/opt-out`);
  const text = { purpose: "smoke-signal", phone: "+12025550111", contactId: id, body: "Hello" };
  inTransaction(app.db, () => sendText(app, text as unknown as OutgoingText));
  await sendAll();
  expect(sms.sent).toEqual([]);
});

test.each(["thank-you", "billing", "decline", "smoke-signal"])(
  "an automatic text waits until the morning: %s",
  async (purpose) => {
    expect(await sentByMorning(purpose)).toEqual([0, 1]);
  },
);

const DAY_MINUTES = 24 * 60;

test.each([
  ["code", 9, 1],
  ["code", 11, 0],
  ["billing", 2 * DAY_MINUTES, 1],
  ["thank-you", 2 * DAY_MINUTES, 0],
])(
  "a text that wasn't sent for a while is still sent or has expired: %s after %d minutes",
  async (purpose, minutes, sent) => {
    const { app, clock, sms, sendAll } = testApp();
    const text = { purpose, phone: "+12025550111", contactId: null, body: "Hello" } as OutgoingText;
    inTransaction(app.db, () => sendText(app, text));
    clock.now += minutes * 60_000;
    await sendAll();
    expect(sms.sent).toHaveLength(sent);
  },
);
