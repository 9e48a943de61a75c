import { expect, test } from "bun:test";
import fc from "fast-check";
import { inTransaction } from "#db/connection.ts";
import { sendOffers } from "#src/calendar/automatic-texts/send-offers.ts";
import { revokeConsent } from "#src/clients/consent.ts";
import { mergeContacts } from "#src/clients/profile/merge.ts";
import { claimDue } from "#src/messaging/outbox/claim.ts";
import type { ClaimedText } from "#src/messaging/outbox/claimed-text.ts";
import { recordOutcomes } from "#src/messaging/outbox/outcomes.ts";
import { isHoliday } from "#src/shared/us-holidays.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { isWishDay, OfferModel } from "./offer-model.ts";
import { offerStand, type Stand } from "./stand.ts";

const CLIENTS = Number(process.env["OFFER_CLIENTS"] ?? 1_000);
const DAYS = 365;
const VISITS_A_DAY = 5;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BUSINESS = "America/New_York";
const AREAS = [
  ["212", "America/New_York"],
  ["312", "America/Chicago"],
  ["602", "America/Phoenix"],
  ["310", "America/Los_Angeles"],
  ["808", "Pacific/Honolulu"],
] as const;

interface Person {
  id: number;
  phone: string;
  zone: string;
  readonly birthday: string | null;
  refusedAt: number | undefined;
  isMerged: boolean;
  /** Got what both contacts had got before. */
  hasMerged: boolean;
  /** Offers that left, in order. */
  readonly offers: { kind: string; reason: string; at: number }[];
}

interface Year {
  readonly stand: Stand;
  readonly people: Person[];
  readonly random: () => number;
  readonly byPhone: Map<string, Person>;
  readonly model: OfferModel;
  sid: number;
}

/** A seeded generator (mulberry32), so that a failure can be repeated. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test("in a year of 1,000 clients each offer comes once per reason, to no one who refused, never in quiet hours", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => simulate(seed)),
    { numRuns: 1, seed: 20_261_125, endOnFailure: true },
  );
}, 300_000);

async function simulate(seed: number): Promise<void> {
  const year = openSalon(seed);
  const { stand, random, people } = year;
  const start = Date.parse("2026-03-01T14:00:00Z");
  let compared = 0;
  for (let day = 0; day < DAYS; day += 1) {
    const midnight = start + day * DAY;
    stand.clock.now = Math.max(stand.clock.now, midnight);
    bookVisits(year, day);
    changeSomeone(year);
    // The server is off on some days. On others it restarts at any time.
    if (random() < 0.05) continue;
    const times = Array.from(
      { length: 3 },
      () => midnight + Math.floor(random() * 14 * HOUR),
    ).toSorted();
    for (const at of [...times, midnight + 4 * HOUR].toSorted((one, other) => one - other)) {
      stand.clock.now = at;
      const expected = year.model.expect(at);
      const before = countWritten(stand);
      await sendOffers(stand.app);
      // Whose visits, reasons and birthday belong to whom after a merge is for other tests.
      const ofMerged = new Set(people.flatMap((one) => (isOfMerge(one) ? one.id : [])));
      const written = writtenSince(stand, before).filter(
        ({ contactId }) => !ofMerged.has(contactId),
      );
      compared += written.length;
      expect([new Date(at).toISOString(), written.map(toText).toSorted()]).toEqual([
        new Date(at).toISOString(),
        expected
          .filter(({ contactId }) => !ofMerged.has(contactId))
          .map(toText)
          .toSorted(),
      ]);
      send(year);
    }
  }
  expect(compared).toBeGreaterThan(CLIENTS / 4);
  checkReasons(stand);
  checkBirthdays(people);
  expect(people.flatMap(({ offers }) => offers).length).toBeGreaterThan(CLIENTS / 4);
}

function openSalon(seed: number): Year {
  const stand = offerStand("2026-02-28T14:00:00Z");
  const random = generator(seed);
  stand.set({
    reviewRequestEnabled: true,
    nextVisitEnabled: true,
    nextVisitAgainWeeks: 2,
    birthdayEnabled: true,
    missYouEnabled: true,
    missYouDays: 60,
  });
  const people = Array.from({ length: CLIENTS }, (_, at): Person => {
    const [area, zone] = AREAS[Math.floor(random() * AREAS.length)] ?? AREAS[0];
    const phone = `+1${area}555${String(at).padStart(4, "0")}`;
    const month = String(1 + Math.floor(random() * 12)).padStart(2, "0");
    const date = String(1 + Math.floor(random() * 28)).padStart(2, "0");
    const birthday = random() < 0.7 ? `--${month}-${date}` : null;
    const id = stand.client({ name: `Client ${at}`, phone, birthday });
    return {
      id,
      phone,
      zone,
      birthday,
      refusedAt: undefined,
      isMerged: false,
      hasMerged: false,
      offers: [],
    };
  });
  stand.service("Color", 5);
  stand.service("Cut", 6);
  const byPhone = new Map(people.map((one) => [one.phone, one]));
  return { stand, people, random, byPhone, model: new OfferModel(stand, people), sid: 1 };
}

/** Visits of the coming days, as the desk books them. */
function bookVisits({ stand, people, random, model }: Year, day: number): void {
  for (let n = 0; n < VISITS_A_DAY; n += 1) {
    const person = people[Math.floor(random() ** 2 * people.length)];
    if (!person || person.isMerged) continue;
    const on = new Date(stand.clock.now + Math.floor(random() * 10) * DAY).toISOString();
    const hour = String(9 + Math.floor(random() * 9)).padStart(2, "0");
    const serviceId = 1 + Math.floor(random() * 2);
    const status = random() < 0.1 ? "canceled" : random() < 0.1 ? "no_show" : "booked";
    const startsAt = `${on.slice(0, 10)}T${hour}:${day % 2 ? "00" : "30"}:00`;
    const id = stand.visit(person.id, startsAt, { serviceId, status });
    if (status === "booked") model.visits.push({ id, contactId: person.id, startsAt, serviceId });
  }
}

/** Some clients opt out, change their number, or turn out to be two contacts of one person. */
function changeSomeone({ stand, people, random, byPhone }: Year): void {
  const { app, admin, clock } = stand;
  const pick = () => people[Math.floor(random() * people.length)];
  const refuser = pick();
  if (random() < 0.3 && refuser && !refuser.isMerged) {
    inTransaction(app.db, () =>
      revokeConsent(app, { phone: refuser.phone, source: "keyword", wording: "STOP" }),
    );
    refuser.refusedAt ??= clock.now;
  }
  const [one, other] = [pick(), pick()];
  if (random() < 0.05 && one && other && one !== other && !one.isMerged && !other.isMerged) {
    mergeContacts(app, admin.actor, one.id, {
      otherId: other.id,
      name: "Merged",
      phoneNumber: one.phone,
    });
    other.isMerged = true;
    one.hasMerged = true;
    one.offers.push(...other.offers);
    if (other.refusedAt !== undefined) one.refusedAt ??= clock.now;
    byPhone.set(other.phone, one);
  }
}

function send(year: Year): void {
  const { app, clock } = year.stand;
  for (;;) {
    const { direct } = inTransaction(app.db, () => claimDue(app, true, { direct: 500, paced: 0 }));
    if (direct.length === 0) return;
    for (const text of direct) checkText(year, text);
    recordOutcomes(
      app,
      direct.map((text) => {
        const providerId = sidOf(year.sid);
        year.sid += 1;
        return { text, outcome: { kind: "accepted" as const, providerId, segments: 1 } };
      }),
    );
    clock.now += 1_000;
  }
}

/** What must be true of each offer at the moment at which it leaves. */
function checkText({ stand, byPhone }: Year, text: ClaimedText): void {
  const { app, clock } = stand;
  const person = byPhone.get(text.phone);
  const row = app.db
    .query<{ kind: string; reason: string; contactId: number }, [number]>(
      "select kind, reason, contact_id as contactId from automatic_texts where message_id = ?",
    )
    .get(text.id);
  if (!person || !row) throw new Error("an offer without a client or reason");
  const at = clock.now;
  const context = `${row.kind} ${row.reason} to ${text.phone} at ${new Date(at).toISOString()}`;
  if (person.refusedAt !== undefined) throw new Error(`refused: ${context}`);
  for (const zone of [BUSINESS, person.zone])
    if (isQuiet(zone, at)) throw new Error(`quiet in ${zone}: ${context}`);
  const isTooSoon = person.offers.some((offer) => Math.abs(at - offer.at) < 7 * DAY);
  if (isTooSoon) throw new Error(`second offer in a week: ${context}`);
  if (row.kind === "review-request") {
    const before = person.offers.filter(({ kind }) => kind === row.kind);
    if (before.some((offer) => at - offer.at < 89 * DAY))
      throw new Error(`asked twice: ${context}`);
  }
  if (row.kind === "next-visit" || row.kind === "miss-you") {
    const wall = Temporal.Instant.fromEpochMilliseconds(at)
      .toZonedDateTimeISO(BUSINESS)
      .toPlainDateTime()
      .toString({ smallestUnit: "second" });
    const ahead = app.db
      .query(
        "select 1 from appointments where contact_id = ? and starts_at > ? and status = 'booked'",
      )
      .get(row.contactId, wall);
    if (ahead) throw new Error(`has a visit: ${context}`);
  }
  person.offers.push({ kind: row.kind, reason: row.reason, at });
}

function isOfMerge({ isMerged, hasMerged }: Person): boolean {
  return isMerged || hasMerged;
}

interface Written {
  readonly kind: string;
  readonly reason: string;
  readonly contactId: number;
}

function countWritten({ app }: Stand): number {
  const row = app.db
    .query<{ id: number | null }, []>("select max(id) as id from automatic_texts")
    .get();
  return row?.id ?? 0;
}

function writtenSince({ app }: Stand, id: number): Written[] {
  return app.db
    .query<Written, [number]>(
      "select kind, reason, contact_id as contactId from automatic_texts where id > ?",
    )
    .all(id);
}

function toText({ kind, reason, contactId }: Written): string {
  return `${kind} ${contactId} ${reason}`;
}

function isQuiet(zone: string, at: number): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const isDayOff = local.dayOfWeek === 7 || isHoliday(local.toPlainDate().toString());
  return local.hour < 9 || local.hour >= 20 || isDayOff;
}

function checkReasons({ app }: Stand): void {
  const repeated = app.db
    .query(
      `select kind, reason, contact_id from automatic_texts where contact_id is not null
       group by kind, reason, contact_id having count(*) > 1`,
    )
    .all();
  expect(repeated).toEqual([]);
  const visits = app.db
    .query(
      `select kind, reason from automatic_texts where reason like 'visit %' group by kind, reason having count(*) > 1`,
    )
    .all();
  expect(visits).toEqual([]);
}

/** At most one wish a year: on the day itself, or the nearest one on which offers may leave. */
function checkBirthdays(people: readonly Person[]): void {
  let wished = 0;
  for (const { birthday, offers, isMerged, hasMerged } of people) {
    if (isMerged || hasMerged) continue;
    const wishes = offers.filter(({ kind }) => kind === "birthday");
    expect(new Set(wishes.map(({ reason }) => reason)).size).toBe(wishes.length);
    wished += wishes.length;
    for (const { at } of wishes) {
      const day = Temporal.Instant.fromEpochMilliseconds(at)
        .toZonedDateTimeISO(BUSINESS)
        .toPlainDate()
        .toString();
      if (birthday !== null) expect(isWishDay(birthday.slice(2), day)).toBe(true);
    }
  }
  expect(wished).toBeGreaterThan(CLIENTS / 5);
}
