import { expect, test } from "bun:test";
import { insertAutomaticText } from "#db/calendar/automatic-texts.ts";
import { inTransaction } from "#db/connection.ts";
import { writeState } from "#db/state.ts";
import { sendText } from "#src/messaging/outbox/outbox.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { runJob } from "#tests/calendar/online-booking/stand.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { stranger } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";
import { offerStand, type Stand } from "./stand.ts";

const REVIEW =
  "Halcyon: Hi Ada, thank you for coming in! Would you tell others how it was? https://search.google.com/local/writereview?placeid=ChIJ_halcyon Reply STOP to opt out.";
const ALL_ON = {
  reviewRequestEnabled: true,
  nextVisitEnabled: true,
  birthdayEnabled: true,
  missYouEnabled: true,
} as const;

/** The offers that left, without answers to keywords. */
const offers = ({ app }: Stand) =>
  app.db
    .query<{ kind: string; reason: string }, []>(
      `select t.kind, t.reason from automatic_texts t join messages m on m.id = t.message_id
       where m.status = 'sent' order by t.id`,
    )
    .all()
    .map(({ kind, reason }) => `${kind}: ${reason}`);

test("a review request comes the day after a visit, once in 90 days", async () => {
  const { set, client, visit, at, texts } = offerStand();
  const ada = client();
  visit(ada, "2026-11-02T08:00:00");
  set({ reviewRequestEnabled: true });
  visit(ada, "2026-11-02T10:00:00");
  await at("2026-11-03T15:59:00Z");
  expect(texts()).toEqual([]);
  await at("2026-11-03T16:00:00Z");
  await at("2026-11-03T16:01:00Z");
  await at("2026-11-04T16:00:00Z");
  expect(texts()).toEqual([REVIEW]);
  visit(ada, "2027-01-30T10:00:00");
  await at("2027-01-31T16:00:00Z");
  expect(texts()).toHaveLength(1);
  visit(ada, "2027-02-03T10:00:00");
  await at("2027-02-04T16:00:00Z");
  expect(texts()).toEqual([REVIEW, REVIEW]);
});

test("no one is asked for a review of a visit that was canceled or missed", async () => {
  const stand = offerStand();
  stand.set({ reviewRequestEnabled: true });
  stand.visit(stand.client(), "2026-11-02T10:00:00", { status: "canceled" });
  stand.visit(stand.client(), "2026-11-02T12:00:00", { status: "no_show" });
  stand.visit(stand.client(), "2026-11-02T14:00:00", { status: "requested" });
  await stand.at("2026-11-03T16:00:00Z");
  expect(stand.texts()).toEqual([]);
});

test("a review request without a place ID waits for it", async () => {
  const stand = offerStand();
  stand.set({ reviewRequestEnabled: true, googlePlaceId: "" });
  stand.visit(stand.client(), "2026-11-02T10:00:00");
  await stand.at("2026-11-03T16:00:00Z");
  expect(stand.texts()).toEqual([]);
  stand.set({ googlePlaceId: "ChIJ_halcyon" });
  await stand.at("2026-11-04T16:00:00Z");
  expect(stand.texts()).toEqual([REVIEW]);
});

test("a client whose service is due and who booked no visit is reminded of it", async () => {
  const stand = offerStand("2026-10-01T14:00:00Z");
  const { set, client, visit, service, at, texts } = stand;
  const color = service("Root Touch-up", 5);
  const cut = service("Cut", null);
  set({ nextVisitEnabled: true });
  const [ada, ben, eve] = [client(), client({ name: "Ben Adams" }), client({ name: "Eve Stone" })];
  visit(ada, "2026-10-02T10:00:00", { serviceId: color });
  visit(ben, "2026-10-02T12:00:00", { serviceId: color });
  visit(eve, "2026-10-02T14:00:00", { serviceId: cut });
  visit(ben, "2026-11-20T10:00:00", { serviceId: cut });
  await at("2026-11-05T16:00:00Z");
  expect(texts()).toEqual([]);
  await at("2026-11-06T16:00:00Z");
  await at("2026-11-07T16:00:00Z");
  expect(texts()).toEqual([
    "Halcyon: Hi Ada, it's time for your next Root Touch-up with Rosa. Book at https://salon.example.com/book or reply with a day. Reply STOP to opt out.",
  ]);
  expect(offers(stand)).toEqual(["next-visit: visit 1 after 5 weeks"]);
});

test("the text about a due service comes days before if the owner wants it, and again without a reply", async () => {
  const stand = offerStand("2026-10-01T14:00:00Z");
  const { set, client, visit, service, at, hono, app } = stand;
  const color = service("Root Touch-up", 5);
  set({ nextVisitEnabled: true, nextVisitLeadDays: 3, nextVisitAgainWeeks: 2 });
  const ada = client();
  const ben = client({ name: "Ben Adams", phone: "+12125559901" });
  visit(ada, "2026-10-02T10:00:00", { serviceId: color });
  visit(ben, "2026-10-02T12:00:00", { serviceId: color });
  await at("2026-11-03T16:00:00Z");
  expect(offers(stand)).toHaveLength(2);
  await postInbound(hono, { sid: sidOf(900), from: "+12125559901", body: "Not now, thanks" });
  await at("2026-11-16T16:00:00Z");
  expect(offers(stand)).toHaveLength(2);
  await at("2026-11-17T16:00:00Z");
  expect(offers(stand).slice(2)).toEqual(["next-visit: visit 1 after 5 weeks again"]);
  expect(
    app.db.query("select count(*) as n from automatic_texts where contact_id = ?").get(ada),
  ).toEqual({ n: 2 });
});

test("a service that the client had since isn't due", async () => {
  const stand = offerStand("2026-10-01T14:00:00Z");
  const color = stand.service("Root Touch-up", 5);
  stand.set({ nextVisitEnabled: true });
  const ada = stand.client();
  stand.visit(ada, "2026-10-02T10:00:00", { serviceId: color });
  stand.visit(ada, "2026-10-30T10:00:00", { serviceId: color });
  await stand.at("2026-11-06T16:00:00Z");
  expect(stand.texts()).toEqual([]);
  await stand.at("2026-12-04T16:00:00Z");
  expect(offers(stand)).toEqual(["next-visit: visit 2 after 5 weeks"]);
});

test("a birthday is wished on the day, each year, on February 28 of years without a 29th", async () => {
  const stand = offerStand("2027-02-01T14:00:00Z");
  stand.set({ birthdayEnabled: true, campaignsOnSundaysAndHolidays: true });
  stand.client({ birthday: "1992-02-29" });
  stand.client({ name: "Ben Adams", birthday: "--02-28" });
  await stand.at("2027-02-27T15:00:00Z");
  expect(stand.texts()).toEqual([]);
  // A Sunday: quiet hours end at noon.
  await stand.at("2027-02-28T15:00:00Z");
  expect(stand.texts()).toEqual([]);
  await stand.at("2027-02-28T17:00:00Z");
  expect(stand.texts()).toEqual([
    "Happy birthday, Ada! All of us at Halcyon wish you a wonderful day. Reply STOP to opt out.",
    "Happy birthday, Ben! All of us at Halcyon wish you a wonderful day. Reply STOP to opt out.",
  ]);
  await stand.at("2027-03-01T15:00:00Z");
  await stand.at("2028-02-28T15:00:00Z");
  await stand.at("2028-02-29T15:00:00Z");
  expect(offers(stand)).toEqual([
    "birthday: birthday 2027",
    "birthday: birthday 2027",
    "birthday: birthday 2028",
    "birthday: birthday 2028",
  ]);
});

test.each([
  ["on a Sunday", "1990-11-08", "2026-11-07"],
  ["on Thanksgiving", "1990-11-26", "2026-11-25"],
  // Saturday and Sunday before, and the holiday itself.
  ["on Labor Day", "1990-09-07", "2026-09-08"],
  // A holiday next to a Sunday: Saturday is nearer to the Sunday.
  ["on the Sunday before Labor Day", "1990-09-06", "2026-09-05"],
  ["on New Year's Day", "1990-01-01", "2026-12-31"],
  ["on a day with offers", "1990-11-10", "2026-11-10"],
])(
  "a birthday %s is wished once, on the nearest day on which offers may leave",
  async (_, birthday, day) => {
    const first = addDays(day, -5);
    const stand = offerStand(`${first}T14:00:00Z`);
    stand.set({ birthdayEnabled: true });
    stand.client({ birthday });
    for (let n = 0; n <= 10; n += 1) {
      await stand.at(`${addDays(first, n)}T18:00:00Z`);
      expect([addDays(first, n), stand.texts().length]).toEqual([
        addDays(first, n),
        addDays(first, n) < day ? 0 : 1,
      ]);
    }
  },
);

test("while offers may leave on Sundays, a birthday on one is wished that day", async () => {
  const stand = offerStand("2026-11-02T14:00:00Z");
  stand.set({ birthdayEnabled: true, campaignsOnSundaysAndHolidays: true });
  stand.client({ birthday: "1990-11-08" });
  await stand.at("2026-11-07T18:00:00Z");
  expect(stand.texts()).toEqual([]);
  await stand.at("2026-11-08T18:00:00Z");
  // The rule changes afterward: it is no second reason.
  stand.set({ campaignsOnSundaysAndHolidays: false });
  await stand.at("2026-11-09T18:00:00Z");
  expect(stand.texts()).toHaveLength(1);
});

test("a birthday wish never comes late", async () => {
  const stand = offerStand("2026-11-02T14:00:00Z");
  stand.set({ birthdayEnabled: true });
  stand.client({ birthday: "1990-11-03" });
  stand.client({ birthday: "1990-11-08" });
  // The server was off all day, until quiet hours.
  await stand.at("2026-11-04T02:00:00Z");
  await stand.at("2026-11-04T15:00:00Z");
  // November 8 is a Sunday, and its wish was for Saturday.
  await stand.at("2026-11-08T18:00:00Z");
  await stand.at("2026-11-09T15:00:00Z");
  expect(stand.texts()).toEqual([]);
});

test("a client who hasn't come in for so many days is missed once, until they come again", async () => {
  const stand = offerStand("2026-03-02T14:00:00Z");
  const ada = stand.client();
  stand.set({ missYouEnabled: true, missYouDays: 60 });
  stand.visit(ada, "2026-03-02T10:00:00");
  await stand.at("2026-05-01T15:00:00Z");
  for (const day of ["2026-05-02", "2026-05-08", "2026-07-01"]) await stand.at(`${day}T15:00:00Z`);
  expect(stand.texts()).toEqual([
    "Halcyon: Hi Ada, we haven't seen you since March 2 and would love to have you back. Book at https://salon.example.com/book or reply with a day. Reply STOP to opt out.",
  ]);
  stand.visit(ada, "2026-08-03T10:00:00");
  await stand.at("2026-10-02T15:00:00Z");
  expect(offers(stand)).toEqual(["miss-you: visit 1", "miss-you: visit 2"]);
});

interface Refusal {
  readonly name: string;
  readonly refuse: (stand: Stand, client: { id: number; phone: string }) => unknown;
}

const REFUSALS: readonly Refusal[] = [
  {
    name: "opted out",
    refuse: ({ hono }, { phone }) =>
      postInbound(hono, { sid: sidOf(801), from: phone, body: "STOP" }),
  },
  {
    name: "may have opted out",
    refuse: ({ hono }, { phone }) =>
      postInbound(hono, { sid: sidOf(802), from: phone, body: "I may quit texts soon" }),
  },
  {
    name: "agreed to appointment texts only",
    refuse: ({ app }, { phone }) =>
      app.db.run("insert into appointment_only (phone) values (?)", [Number(phone.slice(1))]),
  },
  {
    name: "undeliverable",
    refuse({ app }, { id, phone }) {
      app.db.run("insert into undeliverable_numbers (phone, marked_at) values (?, 1)", [
        Number(phone.slice(1)),
      ]);
      app.db.run("update contacts set undeliverable = 1 where id = ?", [id]);
    },
  },
  {
    name: "got a campaign this week",
    refuse({ app, clock }, { id, phone }) {
      app.db.run(
        `insert into messages (phone, contact_id, campaign_id, body, segments, status, at)
         values (?, ?, 1, 'Sale', 1, 'delivered', ?)`,
        [Number(phone.slice(1)), id, clock.now - 3 * 86_400_000],
      );
    },
  },
  { name: "switched off", refuse: ({ set }) => set({ reviewRequestEnabled: false }) },
  {
    name: "visit canceled",
    refuse: ({ app }) => app.db.run("update appointments set status = 'canceled'"),
  },
  {
    name: "contact deleted",
    refuse: ({ admin }, { id }) => admin.request("DELETE", `/api/contacts/${id}`),
  },
];

for (const { name, refuse } of REFUSALS) {
  test(`${name}: no offer is written`, async () => {
    const { stand, ada } = await visited();
    await refuse(stand, ada);
    await stand.at("2026-11-03T16:00:00Z");
    expect(offers(stand)).toEqual([]);
  });

  test(`${name}: an offer that waits doesn't leave`, async () => {
    const { stand, ada } = await visited();
    await stand.runAt("2026-11-03T16:00:00Z");
    expect(stand.app.db.query("select count(*) as n from automatic_texts").get()).toEqual({ n: 1 });
    await refuse(stand, ada);
    await stand.sendAll();
    expect(offers(stand)).toEqual([]);
  });
}

async function visited() {
  const stand = offerStand();
  const phone = "+12125558800";
  const id = stand.client({ phone });
  stand.set({ reviewRequestEnabled: true });
  stand.visit(id, "2026-11-02T10:00:00");
  return { stand, ada: { id, phone } };
}

test("a client without a basis for offers gets none; one who visited does", async () => {
  const stand = offerStand();
  const { app, admin } = stand;
  stand.set({ birthdayEnabled: true, reviewRequestEnabled: true });
  const unknown = stranger(app, admin, "Eve Stone", "+12125558801");
  app.db.run("update contacts set birthday = '1990-11-03' where id = ?", [unknown]);
  const visitor = stranger(app, admin, "Ben Adams", "+12125558802");
  stand.visit(visitor, "2026-11-02T10:00:00");
  await stand.at("2026-11-03T16:00:00Z");
  expect(stand.receivers()).toEqual(["+12125558802"]);
});

test("a client gets one offer a week; the other one comes when the week is over", async () => {
  const stand = offerStand("2026-10-01T14:00:00Z");
  const color = stand.service("Root Touch-up", 5);
  stand.set(ALL_ON);
  const ada = stand.client({ birthday: "1990-11-04" });
  stand.visit(ada, "2026-10-02T10:00:00", { serviceId: color });
  await stand.at("2026-10-03T15:00:00Z");
  await stand.at("2026-11-04T16:00:00Z");
  for (let day = 5; day <= 12; day += 1)
    await stand.at(`2026-11-${String(day).padStart(2, "0")}T17:00:00Z`);
  expect(offers(stand)).toEqual([
    "review-request: visit 1",
    "birthday: birthday 2026",
    "next-visit: visit 1 after 5 weeks",
  ]);
});

test("the owner's frequency cap counts offers too", async () => {
  const stand = offerStand();
  stand.set({ ...ALL_ON, frequencyCapMessages: 1, frequencyCapDays: 30 });
  const ada = stand.client({ birthday: "1990-11-12" });
  stand.visit(ada, "2026-11-02T10:00:00");
  await stand.at("2026-11-03T16:00:00Z");
  await stand.at("2026-11-12T16:00:00Z");
  expect(offers(stand)).toEqual(["review-request: visit 1"]);
});

test("offers beyond the daily cap leave the next day", async () => {
  const stand = offerStand();
  stand.set({ reviewRequestEnabled: true, dailyCap: 1 });
  stand.visit(stand.client(), "2026-11-02T10:00:00");
  stand.visit(stand.client({ name: "Ben Adams" }), "2026-11-02T11:00:00");
  await stand.at("2026-11-03T17:00:00Z");
  expect(offers(stand)).toHaveLength(1);
  await stand.at("2026-11-04T17:00:00Z");
  expect(offers(stand)).toHaveLength(2);
});

test("offers keep quiet hours at the client's number, Sundays and holidays", async () => {
  const stand = offerStand();
  stand.set({ reviewRequestEnabled: true });
  // Honolulu is five hours behind New York.
  stand.visit(stand.client({ phone: "+18085550101" }), "2026-11-02T10:00:00");
  // Sunday's offer comes on Monday, Thanksgiving's on Friday.
  stand.visit(stand.client({ name: "Ben Adams", phone: "+12125558803" }), "2026-11-07T10:00:00");
  stand.visit(stand.client({ name: "Eve Stone", phone: "+12125558804" }), "2026-11-25T10:00:00");
  const seen: string[] = [];
  for (const iso of [
    "2026-11-03T16:00:00Z",
    "2026-11-03T19:00:00Z",
    "2026-11-08T16:00:00Z",
    "2026-11-09T14:00:00Z",
    "2026-11-26T16:00:00Z",
    "2026-11-27T16:00:00Z",
  ]) {
    await stand.at(iso);
    seen.push(`${iso.slice(5, 13)}: ${stand.receivers().length}`);
  }
  expect(seen).toEqual([
    "11-03T16: 0",
    "11-03T19: 1",
    "11-08T16: 1",
    "11-09T14: 2",
    "11-26T16: 2",
    "11-27T16: 3",
  ]);
});

test("an offer that waits goes to the client's new number, once", async () => {
  const { stand, ada } = await visited();
  stand.clock.now = Date.parse("2026-11-03T16:00:00Z");
  await stand.runAt("2026-11-03T16:00:00Z");
  await stand.admin.request("PATCH", `/api/contacts/${ada.id}`, { phoneNumber: "+12125558899" });
  stand.app.db.run("insert into appointment_only (phone) values (12125558800)");
  await stand.sendAll();
  await stand.at("2026-11-04T16:00:00Z");
  // Agreement belongs to the number: as a client with a visit, Ada may get it at the new one.
  expect(stand.receivers()).toEqual(["+12125558899"]);
});

test("merged clients get each offer once", async () => {
  const stand = offerStand();
  stand.set({ birthdayEnabled: true, reviewRequestEnabled: true });
  const ada = stand.client({ phone: "+12125558805", birthday: "1990-11-20" });
  const other = stand.client({ phone: "+12125558806", birthday: "1990-11-03" });
  stand.visit(other, "2026-11-02T10:00:00");
  await stand.at("2026-11-03T16:00:00Z");
  expect(offers(stand)).toEqual(["birthday: birthday 2026"]);
  const merge = { otherId: other, name: "Ada Lovelace", phoneNumber: "+12125558805" };
  const { status } = await stand.admin.request("POST", `/api/contacts/${ada}/merge`, merge);
  expect(status).toBe(200);
  await stand.at("2026-11-20T16:00:00Z");
  expect(offers(stand)).toEqual(["birthday: birthday 2026"]);
  expect(stand.app.db.query("select distinct contact_id as id from automatic_texts").all()).toEqual(
    [{ id: ada }],
  );
});

test("a merge of two clients who both got it can be undone", async () => {
  const stand = offerStand();
  stand.set({ birthdayEnabled: true });
  const ada = stand.client({ phone: "+12125558805", birthday: "1990-11-03" });
  const other = stand.client({ phone: "+12125558806", birthday: "1990-11-03" });
  await stand.at("2026-11-03T16:00:00Z");
  const merge = { otherId: other, name: "Ada Lovelace", phoneNumber: "+12125558805" };
  await stand.admin.request("POST", `/api/contacts/${ada}/merge`, merge);
  const undone = await stand.admin.request("DELETE", `/api/contacts/${ada}/merge`);
  expect(undone.status).toBeLessThan(300);
  await stand.at("2026-11-03T17:00:00Z");
  expect(stand.texts()).toHaveLength(2);
});

test("a crash between the claim and the row leaves neither, and the next run writes both once", async () => {
  const { stand } = await visited();
  const { app } = stand;
  app.db.run(
    "create temp trigger crash before insert on automatic_texts begin select raise(abort, 'power failure'); end",
  );
  expect(stand.runAt("2026-11-03T16:00:00Z")).rejects.toThrow("power failure");
  await Bun.sleep(20);
  expect(app.db.query("select count(*) as n from messages").get()).toEqual({ n: 0 });
  app.db.run("drop trigger crash");
  await stand.at("2026-11-03T16:01:00Z");
  await stand.at("2026-11-03T16:02:00Z");
  expect(stand.texts()).toEqual([REVIEW]);
});

test("a clock that is set back repeats nothing", async () => {
  const stand = offerStand();
  stand.set(ALL_ON);
  stand.visit(stand.client({ birthday: "1990-11-12" }), "2026-11-02T10:00:00");
  await stand.at("2026-11-03T16:00:00Z");
  await stand.at("2026-11-12T16:00:00Z");
  await stand.at("2026-11-03T16:00:00Z");
  await stand.at("2026-11-12T16:00:00Z");
  expect(offers(stand)).toEqual(["review-request: visit 1", "birthday: birthday 2026"]);
});

test("nothing that was due before the switch is sent, and no more in a minute than the pace allows", async () => {
  const stand = offerStand("2026-11-03T17:00:00Z");
  for (let n = 0; n < 8; n += 1) stand.visit(stand.client(), "2026-11-02T10:00:00");
  stand.set({ reviewRequestEnabled: true });
  await stand.at("2026-11-03T17:01:00Z");
  expect(stand.texts()).toEqual([]);
  for (let n = 0; n < 8; n += 1) stand.visit(stand.client(), "2026-11-03T10:00:00");
  stand.set({ messageCount: 3, delaySeconds: 60 });
  const written = () => stand.app.db.query("select count(*) as n from automatic_texts").get();
  await stand.runAt("2026-11-04T16:00:00Z");
  expect(written()).toEqual({ n: 3 });
  await stand.runAt("2026-11-04T16:01:00Z");
  await stand.runAt("2026-11-04T16:02:00Z");
  await stand.runAt("2026-11-04T16:03:00Z");
  expect(written()).toEqual({ n: 8 });
});

test("after a restore, what left since the backup isn't sent again, however slow the pace is", async () => {
  const open = (pace: object) => {
    const stand = offerStand();
    stand.set({ birthdayEnabled: true, ...pace });
    for (const phone of ["+12125558808", "+12125558809", "+12125558810"])
      stand.client({ phone, birthday: "1990-11-02" });
    return stand;
  };
  const original = open({});
  await original.at("2026-11-02T15:30:00Z");
  expect(original.texts()).toHaveLength(3);

  const { app, sms, clock, ...restored } = open({ messageCount: 1, delaySeconds: 60 });
  clock.now = Date.parse("2026-11-02T15:30:00Z");
  for (const { to, body } of original.sms.sent) sms.accept({ to, body, statusCallback: undefined });
  clock.now = Date.parse("2026-11-02T17:00:00Z");
  writeState(app.db, "restored-at", clock.now);
  await runJob(app, "catch-up-after-restore");
  await restored.at("2026-11-02T17:05:00Z");
  expect(restored.texts()).toHaveLength(3);
  await restored.at("2026-11-03T16:00:00Z");
  expect(restored.texts()).toHaveLength(3);
});

test("an automatic text of an unknown kind never leaves", async () => {
  const stand = offerStand();
  const { app, clock } = stand;
  const ada = stand.client({ phone: "+12125558807" });
  inTransaction(app.db, () => {
    const send = () =>
      sendText(app, { purpose: "marketing", phone: "+12125558807", contactId: ada, body: "Hi" });
    const messageId = send();
    insertAutomaticText(app.db, {
      kind: "gift-voucher",
      contactId: ada,
      reason: "gift 1",
      messageId,
      createdAt: clock.now,
    });
    send();
  });
  await stand.sendAll();
  expect(stand.texts()).toEqual([]);
  expect(app.db.query("select distinct error from messages").all()).toEqual([
    { error: "Parlor doesn't know what this text is for" },
  ]);
});
