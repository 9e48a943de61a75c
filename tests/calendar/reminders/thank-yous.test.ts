import { expect, test } from "bun:test";
import { writeState } from "#db/state.ts";
import { sendThankYous } from "#src/calendar/reminders/send-thank-yous.ts";
import { adoptSentSinceBackup } from "#src/messaging/outbox/after-restore.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";
import { ADA, appointmentStand, marks } from "./stand.ts";

const THANKS = "Thank you for coming in today, Ada Lovelace! We hope you enjoyed your Haircut.";

function salonWithThankYous(now?: string) {
  const stand = appointmentStand(now);
  stand.set({ appointmentThankYouEnabled: true });
  return stand;
}

test("each appointment gets one thank-you, the set time after its end", async () => {
  const { book, at, texts, ...parlor } = salonWithThankYous();
  book("2026-11-20T13:00:00");
  await at("2026-11-20T19:14:00Z");
  expect(texts()).toEqual([]);
  await at("2026-11-20T19:15:00Z");
  await at("2026-11-20T19:17:00Z");
  await at("2026-11-21T19:00:00Z");
  expect(texts()).toEqual([THANKS]);
  expect(marks(parlor)).toEqual([{ thankYou: "sent", reminder: null }]);
});

test("no thank-you is sent while they are off, nor for visits that ended before", async () => {
  const { book, at, set, texts } = appointmentStand();
  book("2026-11-20T09:00:00");
  book("2026-11-20T12:00:00");
  await at("2026-11-20T18:30:00Z");
  expect(texts()).toEqual([]);
  set({ appointmentThankYouEnabled: true });
  book("2026-11-20T13:00:00");
  await at("2026-11-20T20:00:00Z");
  expect(texts()).toEqual([THANKS]);
});

test("switching them off and on skips visits that ended in between", async () => {
  const { book, at, set, texts, clock } = salonWithThankYous();
  book("2026-11-20T13:00:00");
  set({ appointmentThankYouEnabled: false });
  clock.now = Date.parse("2026-11-20T20:00:00Z");
  set({ appointmentThankYouEnabled: true });
  await at("2026-11-20T20:30:00Z");
  expect(texts()).toEqual([]);
});

test("without a phone, opted out or undeliverable, an appointment is skipped for good", async () => {
  const { book, at, texts, app, hono, ...parlor } = salonWithThankYous();
  book("2026-11-20T13:00:00", { phone: null });
  book("2026-11-20T13:00:00", { phone: "+12025550112" });
  book("2026-11-20T13:00:00", { phone: "+12025550113" });
  await postInbound(hono, { sid: sidOf(801), from: "+12025550112", body: "STOP" });
  app.db.run("insert into undeliverable_numbers (phone, marked_at) values (12025550113, 1)");
  await at("2026-11-20T19:30:00Z");
  app.db.run("update appointments set phone = 12025550111 where phone is null");
  await at("2026-11-20T20:00:00Z");
  expect(texts().filter((body) => body.includes("Thank you for coming"))).toEqual([]);
  expect(marks({ ...parlor, app, hono }).map(({ thankYou }) => thankYou)).toEqual(
    Array(3).fill("skipped"),
  );
});

test("canceled appointments and no-shows get no thank-you", async () => {
  const { book, at, texts, app } = salonWithThankYous();
  book("2026-11-20T13:00:00");
  book("2026-11-20T13:00:00");
  app.db.run("update appointments set status = iif(id = 1, 'canceled', 'no_show')");
  await at("2026-11-20T19:30:00Z");
  expect(texts()).toEqual([]);
});

test("a client who opts out while the thank-you waits gets none", async () => {
  const { book, app, hono, clock, sendAll, texts } = salonWithThankYous();
  book("2026-11-20T13:00:00");
  clock.now = Date.parse("2026-11-20T19:30:00Z");
  await sendThankYous(app);
  await postInbound(hono, { sid: sidOf(803), from: ADA, body: "STOP", optOutType: "STOP" });
  await sendAll();
  expect(texts()).toEqual([]);
});

test("a thank-you sent after the backup is recognized by its text and not sent again", async () => {
  const { book, app, sms, clock, at, texts } = salonWithThankYous();
  book("2026-11-20T13:00:00");
  book("2026-11-20T13:00:00", { phone: "+12025550112", clientName: "Bea Bell" });
  clock.now = Date.parse("2026-11-20T19:30:00Z");
  sms.accept({ to: ADA, body: THANKS, statusCallback: undefined });
  writeState(app.db, "restored-at", clock.now);
  await sendThankYous(app);
  expect(await adoptSentSinceBackup(app)).toBe(1);
  await at("2026-11-20T19:32:00Z");
  expect(texts()).toEqual([THANKS, THANKS.replace("Ada Lovelace", "Bea Bell")]);
});

test("in the night that repeats an hour, one thank-you is sent, after the first of the two", async () => {
  // On the 1st of November 2026, 1:30 comes at 05:30Z and at 06:30Z.
  const { book, at, set, texts } = salonWithThankYous("2026-11-01T03:00:00Z");
  set({ quietHoursEnabled: false });
  book("2026-11-01T00:30:00");
  await at("2026-11-01T05:44:00Z");
  expect(texts()).toHaveLength(0);
  for (const time of ["05:45", "05:59", "06:10", "06:45", "07:30"])
    await at(`2026-11-01T${time}:00Z`);
  expect(texts()).toHaveLength(1);
});

test("in the night that skips an hour, a visit ends that much later and gets one thank-you", async () => {
  // On the 14th of March 2027, 2:30 does not come; 3:30 is at 07:30Z.
  const { book, at, set, texts } = salonWithThankYous("2027-03-14T04:00:00Z");
  set({ quietHoursEnabled: false });
  book("2027-03-14T01:30:00");
  await at("2027-03-14T07:40:00Z");
  expect(texts()).toHaveLength(0);
  for (const time of ["07:45", "08:00", "09:00"]) await at(`2027-03-14T${time}:00Z`);
  expect(texts()).toHaveLength(1);
});

test("a server that was down for a week sends no late thank-yous", async () => {
  const { book, at, texts, ...parlor } = salonWithThankYous();
  book("2026-11-20T13:00:00");
  await at("2026-11-27T19:30:00Z");
  expect(texts()).toEqual([]);
  expect(marks(parlor)[0]?.thankYou).not.toBe("sent");
});

test("in the hour that autumn repeats, a visit that ended in its first pass is thanked for", async () => {
  const stand = salonWithThankYous("2026-10-30T17:00:00Z");
  stand.book("2026-11-01T00:30:00");
  // 1:20 AM for the second time.
  await stand.at("2026-11-01T06:20:00Z");
  expect(marks(stand)[0]?.thankYou).toBe("sent");
});
