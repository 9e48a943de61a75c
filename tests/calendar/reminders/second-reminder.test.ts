import { expect, test } from "bun:test";
import { type DepositDesk, depositDesk, pay } from "#tests/calendar/online-booking/deposit-desk.ts";
import { FRIDAY, runJob, tokenOf } from "#tests/calendar/online-booking/stand.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";
import { ADA, appointmentStand, type Stand } from "./stand.ts";

function salon(settings: object = {}): Stand {
  const stand = appointmentStand();
  stand.set({
    appointmentSecondReminderEnabled: true,
    appointmentReminderMessage: "See you tomorrow at {time}. C or X?",
    ...settings,
  });
  return stand;
}

const at = (clock: string) => `2026-11-23T${clock}:00-05:00`;

test("without the switch no second reminder leaves", async () => {
  const stand = salon({ appointmentSecondReminderEnabled: false });
  stand.book("2026-11-23T15:00:00");
  await stand.at(at("13:00"));
  expect(stand.texts()).toEqual([]);
});

test("two hours before the visit the client is reminded once more, and of that day", async () => {
  const stand = salon({ appointmentReminderEnabled: true });
  stand.book("2026-11-23T15:00:00");
  await stand.at("2026-11-22T10:00:00-05:00");
  await stand.at(at("12:59"));
  expect(stand.texts()).toEqual(["See you tomorrow at 3:00 PM. C or X?"]);
  await stand.at(at("13:00"));
  await stand.at(at("13:01"));
  expect(stand.texts().slice(1)).toEqual(["See you today at 3:00 PM. C or X?"]);
});

test("visits that follow each other share the second reminder, and an X cancels both", async () => {
  const stand = salon();
  stand.book("2026-11-23T15:00:00");
  stand.book("2026-11-23T16:30:00");
  stand.book("2026-11-23T19:00:00");
  await stand.at(at("13:00"));
  expect(stand.texts()).toEqual(["See you today at 3:00 PM and 4:30 PM. C or X?"]);
  await postInbound(stand.hono, { sid: sidOf(8801), from: ADA, body: "X" });
  await stand.at(at("13:05"));
  expect(stand.app.db.query("select status from appointments order by id").values().flat()).toEqual(
    ["canceled", "canceled", "booked"],
  );
  await stand.at(at("17:00"));
  expect(stand.texts().at(-1)).toBe("See you today at 7:00 PM. C or X?");
});

test("a second reminder that quiet hours would bring too late is left out", async () => {
  const stand = salon();
  stand.book("2026-11-23T09:15:00");
  stand.book("2026-11-23T10:15:00", { phone: "+12025550112", clientName: "Bea Bell" });
  for (const clock of ["07:15", "08:15", "09:00"]) await stand.at(at(clock));
  expect(stand.texts()).toEqual(["See you today at 10:15 AM. C or X?"]);
});

test("a visit moved after its second reminder is reminded of the new time", async () => {
  const stand = salon();
  const id = stand.book("2026-11-23T15:00:00");
  await stand.at(at("13:00"));
  await stand.admin.request("PATCH", `/api/appointments/${id}`, {
    appointmentDate: "2026-11-23T17:00:00",
    allowOverlap: true,
  });
  await stand.at(at("15:00"));
  expect(stand.texts()).toEqual([
    "See you today at 3:00 PM. C or X?",
    "See you today at 5:00 PM. C or X?",
  ]);
});

test("a visit that is dragged away and back after its second reminder is not reminded once more", async () => {
  const stand = salon();
  const id = stand.book("2026-11-23T15:00:00");
  await stand.at(at("13:00"));
  for (const day of ["24", "23"])
    await stand.admin.request("PATCH", `/api/appointments/${id}`, {
      appointmentDate: `2026-11-${day}T15:00:00`,
    });
  await stand.at(at("14:01"));
  expect(stand.texts()).toEqual(["See you today at 3:00 PM. C or X?"]);
});

test("after hours without the server, a second reminder comes while it is of use", async () => {
  const stand = salon();
  stand.book("2026-11-23T15:00:00");
  stand.book("2026-11-23T14:40:00", { phone: "+12025550112", clientName: "Bea Bell" });
  await stand.at(at("14:20"));
  expect(stand.texts()).toEqual(["See you today at 3:00 PM. C or X?"]);
});

async function remindedAt(now: string, start: string, isPaid = false): Promise<[string, string]> {
  const parlor: DepositDesk = await depositDesk();
  const { app, admin, clock, online, sms, sendAll, visitor } = parlor;
  await admin.request("POST", "/api/settings", {
    appointmentReminderEnabled: true,
    appointmentReminderMessage: "C or X?",
    ...(!isPaid && { bookingApproval: true }),
  });
  const booked = await online({ start: `${FRIDAY}T${start}` });
  if (isPaid) await pay(parlor);
  else {
    await admin.request("POST", "/api/settings", { stripeSecretKey: "" });
    const { body } = await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`);
    await admin.request("PATCH", `/api/appointments/${body[0].id}`, { status: "booked" });
  }
  expect((await visitor("GET", `/api/booking/${tokenOf(booked)}`)).body.status).toBe("booked");
  await sendAll();
  clock.now = Date.parse(now);
  await runJob(app, "send-reminders");
  await sendAll();
  return [sms.sent.at(-1)?.body ?? "", booked.body.manageUrl];
}

test.each([
  ["11:00:00", "Change or cancel"],
  ["09:00:00", "Details"],
])("a reminder of a visit at %s that was booked online has its link", async (start, words) => {
  const [text, url] = await remindedAt("2026-11-26T10:00:00-05:00", start);
  expect(text).toBe(`C or X? ${words}: ${url}`);
});

test("a reminder says what becomes of the deposit before an X decides it", async () => {
  const [early, url] = await remindedAt("2026-11-26T10:00:00-05:00", "11:00:00", true);
  expect(early).toBe(
    `C or X? Change or cancel with a refund until Thursday, November 26 at 11:00 AM: ${url}`,
  );
  const [late, lateUrl] = await remindedAt("2026-11-26T10:00:00-05:00", "09:00:00", true);
  expect(late).toBe(
    `C or X? It's too late to get your $30.00 deposit back if you cancel: the deadline was Thursday, November 26 at 9:00 AM. Details: ${lateUrl}`,
  );
});
