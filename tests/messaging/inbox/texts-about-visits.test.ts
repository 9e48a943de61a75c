import { expect, test } from "bun:test";
import { sendReminders } from "#src/calendar/reminders/send-reminders.ts";
import { textVisitChanges } from "#src/calendar/reminders/text-changes.ts";
import { desk } from "#tests/calendar/appointments/stand.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const RUTH = "+12025550134";
const JOAN = "+12025550120";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Ruth asks for Friday noon, then Joan writes, and then staff book Ruth. */
async function bookRuth() {
  const parlor = await desk();
  const { app, admin, hono, clock } = parlor;
  await admin.request("POST", "/api/settings", { appointmentReminderEnabled: true });
  await postInbound(hono, { sid: sidOf(7001), from: RUTH, body: "Is Friday noon free?" });
  clock.now += MINUTE;
  await postInbound(hono, { sid: sidOf(7002), from: JOAN, body: "Running late" });
  const { id } = await parlor.book({
    phoneNumber: RUTH,
    appointmentDate: "2026-11-27T12:00",
    notify: true,
  });
  const wait = async (milliseconds = MINUTE) => {
    clock.now += milliseconds;
    await textVisitChanges(app);
    await sendReminders(app);
    await parlor.sendAll();
  };
  await wait();
  return {
    ...parlor,
    wait,
    change: (fields: object) => admin.request("PATCH", `/api/appointments/${id}`, fields),
    list: async () => (await admin.request("GET", "/api/conversations")).body.conversations,
  };
}

test("a conversation that staff start shows what the client was texted before it", async () => {
  const { admin, book, clock, list, sms, wait } = await bookRuth();
  const wren = { name: "Wren Calloway", phoneNumber: "+12025550137" };
  const { body } = await admin.request("POST", "/api/contacts", wren);
  await book({
    ...{ clientName: wren.name, phoneNumber: wren.phoneNumber, notify: true },
    appointmentDate: "2026-11-27T14:00",
  });
  await wait();
  clock.now += MINUTE;
  await admin.request("POST", "/api/conversations", { contactId: body.id });
  expect((await list())[0]).toMatchObject({
    contact: { id: body.id },
    lastMessagePreview: sms.sent.at(-1)?.body.slice(0, 120),
    unreadCount: 0,
  });
});

test("a confirmation answers its conversation, which stays unread and comes first", async () => {
  const { list, sms } = await bookRuth();
  const [first, second] = await list();
  expect(first).toMatchObject({
    lastMessagePreview: sms.sent[0]?.body.slice(0, 120),
    lastMessageDirection: "outbound",
    lastMessageStatus: "sent",
    unreadCount: 1,
  });
  expect(second).toMatchObject({ lastMessagePreview: "Running late", unreadCount: 1 });
});

test("so does the text about a move and about a cancellation", async () => {
  const { list, change, wait } = await bookRuth();
  await change({ appointmentDate: "2026-11-27T14:00", notify: true });
  await wait();
  expect((await list())[0].lastMessagePreview).toContain("moved your appointment");
  await change({ status: "canceled", notify: true });
  await wait();
  expect((await list())[0].lastMessagePreview).toContain("is canceled");
});

test("what the client asked still waits for staff, in the client's words and since they wrote", async () => {
  const { admin } = await bookRuth();
  const { body } = await admin.request("GET", "/api/waiting");
  expect(body).toMatchObject([
    { kind: "text", words: "Is Friday noon free?", since: "2026-11-20T16:00:00.000Z" },
    { kind: "text", words: "Running late" },
  ]);
});

test("a reminder changes neither the preview nor the order", async () => {
  const { list, wait, hono, sms } = await bookRuth();
  await postInbound(hono, { sid: sidOf(7003), from: JOAN, body: "Thank you" });
  const before = await list();
  const sent = sms.sent.length;
  await wait(6 * DAY + 6 * 60 * MINUTE);
  expect(sms.sent.length).toBe(sent + 1);
  expect(await list()).toEqual(before);
});

test("a client without a conversation gets none by a confirmation", async () => {
  const parlor = await desk();
  await parlor.book({ phoneNumber: RUTH, appointmentDate: "2026-11-27T12:00", notify: true });
  parlor.clock.now += MINUTE;
  await textVisitChanges(parlor.app);
  await parlor.sendAll();
  expect(parlor.sms.sent).toHaveLength(1);
  const { body } = await parlor.admin.request("GET", "/api/conversations");
  expect(body.conversations).toEqual([]);
});
