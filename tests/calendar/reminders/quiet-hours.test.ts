import { expect, test } from "bun:test";
import { findAppointment } from "#db/calendar/appointments.ts";
import { expireRequests } from "#src/calendar/online-booking/waiting-visits.ts";
import { textVisitChanges } from "#src/calendar/reminders/text-changes.ts";
import { bookingDesk } from "#tests/calendar/online-booking/stand.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";
import { ADA, appointmentStand, marks, type Stand } from "./stand.ts";

function salon(now?: string): Stand {
  const stand = appointmentStand(now);
  stand.set({
    appointmentReminderEnabled: true,
    appointmentReminderMessage: "See you tomorrow, {date} at {time}. C or X?",
    appointmentThankYouEnabled: true,
  });
  return stand;
}

test("an appointment moved at 11:30 PM is reminded when quiet hours end", async () => {
  const stand = salon("2026-11-18T17:00:00Z");
  const id = stand.book("2026-11-21T15:00:00");
  stand.clock.now = Date.parse("2026-11-19T23:30:00-05:00");
  const move = { appointmentDate: "2026-11-20T15:00:00" };
  expect((await stand.admin.request("PATCH", `/api/appointments/${id}`, move)).status).toBe(200);
  await stand.at("2026-11-19T23:31:00-05:00");
  await stand.at("2026-11-20T08:59:00-05:00");
  expect(stand.texts()).toEqual([]);
  await stand.at("2026-11-20T09:00:00-05:00");
  expect(stand.texts()).toEqual(["See you today, Friday, November 20 at 3:00 PM. C or X?"]);
});

test("a server that is back at 2:58 AM reminds at 9:00 AM, of visits for which it still helps", async () => {
  const stand = salon("2026-11-18T17:00:00Z");
  stand.book("2026-11-20T15:00:00");
  stand.book("2026-11-20T10:30:00", { phone: "+12025550112" });
  stand.book("2026-11-20T08:30:00", { phone: "+12025550113" });
  await stand.at("2026-11-20T02:58:00-05:00");
  await stand.at("2026-11-20T03:03:00-05:00");
  expect(stand.texts()).toEqual([]);
  await stand.at("2026-11-20T09:00:00-05:00");
  expect(stand.texts()).toEqual(["See you today, Friday, November 20 at 3:00 PM. C or X?"]);
  expect(marks(stand).map(({ reminder }) => reminder)).toEqual(["sent", "skipped", "skipped"]);
});

test("a client in Los Angeles is reminded when quiet hours end there", async () => {
  const stand = salon("2026-11-18T17:00:00Z");
  stand.book("2026-11-20T19:00:00", { phone: "+12135550111" });
  await stand.at("2026-11-19T10:00:00-05:00");
  expect(stand.texts()).toEqual([]);
  await stand.at("2026-11-19T12:00:00-05:00");
  expect(stand.texts()).toEqual(["See you tomorrow, Friday, November 20 at 7:00 PM. C or X?"]);
});

test("a reminder of a visit that is canceled while it waits is not sent", async () => {
  const stand = salon("2026-11-18T17:00:00Z");
  const id = stand.book("2026-11-20T15:00:00");
  await stand.at("2026-11-20T02:58:00-05:00");
  await stand.admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  await stand.at("2026-11-20T09:00:00-05:00");
  expect(stand.texts().filter((text) => text.startsWith("See you"))).toEqual([]);
});

/** One visit, known for the 27th, that is moved to tomorrow in the evening without a text; its reminder waits for the morning. */
async function remindedAtNight() {
  const stand = salon("2026-11-18T17:00:00Z");
  stand.set({ businessName: "Glow" });
  const id = stand.book("2026-11-27T15:00:00");
  const change = (fields: object) =>
    stand.admin.request("PATCH", `/api/appointments/${id}`, fields);
  stand.clock.now = Date.parse("2026-11-19T20:30:00-05:00");
  await change({ appointmentDate: "2026-11-20T12:00" });
  await stand.at("2026-11-19T21:00:00-05:00");
  const atNine = async () => {
    stand.clock.now = Date.parse("2026-11-20T09:00:00-05:00");
    await textVisitChanges(stand.app);
    await stand.at("2026-11-20T09:00:00-05:00");
    return stand.texts();
  };
  return { ...stand, id, change, atNine };
}

test("a visit that is moved and canceled while its reminder waits is canceled at the time that the client knows", async () => {
  const { change, atNine } = await remindedAtNight();
  await change({ appointmentDate: "2026-11-30T12:00" });
  await change({ status: "canceled", notify: true });
  expect(await atNine()).toEqual([
    "Glow: your appointment on Friday, November 27 at 3:00 PM is canceled. To find another time, reply here.",
  ]);
});

test("a visit whose reminder waits is deleted under the time that the client knows", async () => {
  const { admin, id, atNine } = await remindedAtNight();
  await admin.request("DELETE", `/api/appointments/${id}?notify=true`);
  expect(await atNine()).toEqual([
    "Glow: your appointment on Friday, November 27 at 3:00 PM is canceled. To find another time, reply here.",
  ]);
});

test("a visit that is moved away and back while its reminder waits is reminded once", async () => {
  const { change, atNine } = await remindedAtNight();
  await change({ appointmentDate: "2026-11-30T12:00" });
  await change({ appointmentDate: "2026-11-20T12:00" });
  expect(await atNine()).toEqual(["See you today, Friday, November 20 at 12:00 PM. C or X?"]);
});

test.each([
  [
    "moved",
    (path: string, { admin }: Stand) =>
      admin.request("PATCH", path, { appointmentDate: "2026-11-27T14:00" }),
  ],
  [
    "canceled",
    (path: string, { admin }: Stand) => admin.request("PATCH", path, { status: "canceled" }),
  ],
  ["deleted", (path: string, { admin }: Stand) => admin.request("DELETE", path)],
])("a reminder that waits doesn't name a visit that is %s meanwhile", async (_, change) => {
  const stand = salon("2026-11-18T17:00:00Z");
  const first = stand.book("2026-11-20T14:00:00");
  stand.book("2026-11-20T15:30:00");
  await stand.at("2026-11-20T02:58:00-05:00");
  await change(`/api/appointments/${first}`, stand);
  await stand.at("2026-11-20T03:00:00-05:00");
  await stand.at("2026-11-20T09:00:00-05:00");
  expect(stand.texts()).toEqual(["See you today, Friday, November 20 at 3:30 PM. C or X?"]);
});

test("a C at night confirms the visit of the reminder that came, not of one that waits for the morning", async () => {
  const stand = salon("2026-11-18T17:00:00Z");
  stand.book("2026-11-20T16:00:00");
  await stand.at("2026-11-19T10:00:00-05:00");
  stand.clock.now = Date.parse("2026-11-19T20:30:00-05:00");
  stand.book("2026-11-20T12:00:00");
  await stand.at("2026-11-19T22:00:00-05:00");
  await postInbound(stand.hono, { sid: sidOf(8701), from: ADA, body: "C" });
  await stand.at("2026-11-20T09:00:00-05:00");
  expect(stand.texts()).toEqual([
    "See you tomorrow, Friday, November 20 at 4:00 PM. C or X?",
    "Thank you. You're confirmed for Friday, November 20 at 4:00 PM.",
    "See you today, Friday, November 20 at 12:00 PM. C or X?",
  ]);
});

test("a C doesn't answer a reminder that was skipped for a STOP", async () => {
  const stand = salon("2026-11-18T17:00:00Z");
  const read = stand.book("2026-11-20T16:00:00");
  await stand.at("2026-11-19T10:00:00-05:00");
  stand.clock.now = Date.parse("2026-11-19T20:30:00-05:00");
  const skipped = stand.book("2026-11-20T12:00:00");
  await stand.at("2026-11-19T22:00:00-05:00");
  const say = (n: number, body: string) =>
    postInbound(stand.hono, { sid: sidOf(8710 + n), from: ADA, body });
  await say(0, "STOP");
  await stand.at("2026-11-20T09:00:00-05:00");
  await say(1, "START");
  await say(2, "C");
  const statusOf = (id: number) => findAppointment(stand.app.db, id)?.status;
  expect([statusOf(read), statusOf(skipped)]).toEqual(["confirmed", "booked"]);
});

test.each([
  ["2026-11-20T19:00:00", "Thank you for coming in yesterday, Ada!"],
  ["2026-11-20T17:00:00", "Thank you for coming in today, Ada!"],
])("a visit at %s is thanked for with the right day", async (startsAt, thanks) => {
  const stand = salon();
  stand.set({ appointmentThankYouMessage: "Thank you for coming in today, {firstName}!" });
  stand.book(startsAt);
  for (const time of ["20T18:15", "20T20:15", "21T08:59", "21T09:00"])
    await stand.at(`2026-11-${time}:00-05:00`);
  expect(stand.texts()).toEqual([thanks]);
});

test("after two days without the server, the thank-you names the day", async () => {
  const stand = salon();
  stand.set({ appointmentThankYouMessage: "It was lovely seeing you today. Book again today!" });
  stand.book("2026-11-20T17:00:00");
  await stand.at("2026-11-22T13:00:00-05:00");
  expect(stand.texts()).toEqual([
    "It was lovely seeing you on Friday, November 20. Book again today!",
  ]);
});

test("with quiet hours off, reminders and thank-yous go out at night", async () => {
  const stand = salon("2026-11-18T17:00:00Z");
  stand.set({ quietHoursEnabled: false });
  stand.book("2026-11-20T15:00:00");
  await stand.at("2026-11-20T02:58:00-05:00");
  expect(stand.texts()).toHaveLength(1);
});

test("a request that expires at night is declined in the morning, one that staff decline at once", async () => {
  const parlor = await bookingDesk();
  await parlor.admin.request("POST", "/api/settings", { bookingApproval: true });
  parlor.clock.now = Date.parse("2026-11-23T23:00:00-05:00");
  await parlor.online();
  await parlor.online({ start: "2026-11-27T14:00:00" }, "+12025550135");
  await parlor.sendAll();
  const { body } = await parlor.admin.request(
    "GET",
    "/api/appointments?from=2026-11-27&to=2026-11-27",
  );
  const second = body.find(({ appointmentDate }: { appointmentDate: string }) =>
    appointmentDate.includes("T14:00"),
  );
  await parlor.admin.request("PATCH", `/api/appointments/${second.id}`, { status: "canceled" });
  await parlor.sendAll();
  const declined = () =>
    parlor.sms.sent.filter((text) => text.body.includes("can't take")).map(({ to }) => to);
  expect(declined()).toEqual(["+12025550135"]);

  parlor.clock.now = Date.parse("2026-11-24T23:05:00-05:00");
  await expireRequests(parlor.app);
  await parlor.sendAll();
  expect(declined()).toHaveLength(1);
  parlor.clock.now = Date.parse("2026-11-25T09:00:00-05:00");
  await parlor.sendAll();
  expect(declined()).toEqual(["+12025550135", "+12025550134"]);
});
