import { isHoliday } from "#src/shared/us-holidays.ts";
import { addDays } from "#src/shared/wall-time.ts";
import type { Stand } from "./stand.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BUSINESS = "America/New_York";

interface ModelPerson {
  id: number;
  zone: string;
  readonly birthday: string | null;
  refusedAt: number | undefined;
}

/** One that takes place. */
interface ModelVisit {
  readonly id: number;
  readonly contactId: number;
  /** Wall time. */
  readonly startsAt: string;
  readonly serviceId: number;
}

interface Offer {
  readonly kind: string;
  readonly contactId: number;
  readonly reason: string;
}

/** From when each is decided, once a day. */
const TIMES = [
  ["birthday", "10:00:00"],
  ["review-request", "11:00:00"],
  ["next-visit", "11:00:00"],
  ["miss-you", "11:00:00"],
] as const;

/** The rules of the four offers once more, as an owner would say them: a list of visits, and loops. */
export class OfferModel {
  readonly visits: ModelVisit[] = [];
  readonly #stand: Stand;
  readonly #people: readonly ModelPerson[];
  /** Which kinds were decided on which day. */
  readonly #done = new Set<string>();

  constructor(stand: Stand, people: readonly ModelPerson[]) {
    this.#stand = stand;
    this.#people = people;
  }

  /** What a run at that moment writes. Only what left before is read from the program. */
  expect(at: number): Offer[] {
    const { today, clock } = localAt(at);
    const now = `${today}T${clock}`;
    const begun = TIMES.filter(
      ([kind, time]) => clock >= time && !this.#done.has(`${kind} ${today}`),
    ).map(([kind]) => kind);
    if (begun.length === 0) return [];
    for (const kind of begun) this.#done.add(`${kind} ${today}`);
    const offers: Offer[] = [];
    const sent = this.#readSent();
    const people = new Map(this.#people.map((one) => [one.id, one]));
    const add = (kind: string, contactId: number, reason: string, isDue: boolean) => {
      const person = isDue ? people.get(contactId) : undefined;
      if (!person || person.refusedAt !== undefined) return;
      const before = sent.filter((one) => one.contactId === contactId);
      const isDone = before.some((one) => one.kind === kind && one.reason === reason);
      const isRecent = before.some((one) => one.leftAt !== null && one.leftAt > at - 7 * DAY);
      if (isDone || isRecent || !canLeave(person, at, kind === "birthday")) return;
      offers.push({ kind, contactId, reason });
      sent.push({ kind, contactId, reason, writtenAt: at, leftAt: at });
    };
    const hasUpcoming = (contactId: number) =>
      this.visits.some((one) => one.contactId === contactId && one.startsAt > now);
    const cameSince = (visit: ModelVisit, serviceId?: number) =>
      this.visits.some(
        (one) =>
          one.contactId === visit.contactId &&
          (one.startsAt > visit.startsAt ||
            (one.startsAt === visit.startsAt && one.id > visit.id)) &&
          one.startsAt <= now &&
          (serviceId === undefined || one.serviceId === serviceId),
      );
    const on = (day: string) => this.visits.filter(({ startsAt }) => startsAt.startsWith(day));

    if (begun.includes("birthday"))
      for (const near of [-3, -2, -1, 0, 1, 2, 3]) {
        const day = addDays(today, near);
        for (const { id, birthday } of this.#people) {
          const isDue = birthday?.slice(2) === day.slice(5) && isWishDay(day.slice(5), today);
          add("birthday", id, `birthday ${day.slice(0, 4)}`, isDue);
        }
      }
    if (begun.includes("review-request"))
      for (const late of [2, 1, 0])
        for (const { id, contactId } of on(addDays(today, -late - 1))) {
          const wasAsked = sent.some(
            (one) =>
              one.contactId === contactId &&
              one.kind === "review-request" &&
              one.writtenAt > at - 90 * DAY,
          );
          add("review-request", contactId, `visit ${id}`, !wasAsked);
        }
    if (begun.includes("next-visit"))
      for (const late of [6, 5, 4, 3, 2, 1, 0])
        for (const [serviceId, weeks] of [
          [1, 5],
          [2, 6],
        ] as const)
          for (const again of [0, 2])
            for (const visit of on(addDays(today, -late - 7 * (weeks + again)))) {
              const first = `visit ${visit.id} after ${weeks} weeks`;
              const isDue =
                visit.serviceId === serviceId &&
                !cameSince(visit, serviceId) &&
                !hasUpcoming(visit.contactId) &&
                (again === 0 ||
                  sent.some((one) => one.contactId === visit.contactId && one.reason === first));
              add("next-visit", visit.contactId, again === 0 ? first : `${first} again`, isDue);
            }
    if (begun.includes("miss-you"))
      for (const late of [6, 5, 4, 3, 2, 1, 0])
        for (const visit of on(addDays(today, -late - 60))) {
          const isDue = !cameSince(visit) && !hasUpcoming(visit.contactId);
          add("miss-you", visit.contactId, `visit ${visit.id}`, isDue);
        }
    return offers;
  }

  /** What was written, and when it left; null for a text that was held back for good. */
  #readSent() {
    return this.#stand.app.db
      .query<Offer & { writtenAt: number; leftAt: number | null }, []>(
        `select t.kind, t.contact_id as contactId, t.reason, t.created_at as writtenAt,
           iif(m.status in ('skipped', 'failed', 'canceled'), null, coalesce(m.sent_at, m.at)) as leftAt
         from automatic_texts t join messages m on m.id = t.message_id`,
      )
      .all();
  }
}

/** Whether a birthday such as "05-14" is wished on a day: itself, or the nearest one on which offers may leave. */
export function isWishDay(birthday: string, day: string): boolean {
  return [-1, 0, 1].some((years) => {
    const own = `${Number(day.slice(0, 4)) + years}-${birthday}`;
    const nearest = [0, -1, 1, -2, 2, -3, 3]
      .map((days) => addDays(own, days))
      .find((near) => !isDayOff(near));
    return nearest === day;
  });
}

function isDayOff(day: string): boolean {
  return Temporal.PlainDate.from(day).dayOfWeek === 7 || isHoliday(day);
}

function localAt(at: number, zone = BUSINESS) {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return {
    today: local.toPlainDate().toString(),
    clock: local.toPlainTime().toString({ smallestUnit: "second" }),
    hour: local.hour,
  };
}

/** Whether the offer leaves within 23 hours; a wish on the same day. */
function canLeave({ zone }: ModelPerson, at: number, isWish: boolean): boolean {
  for (let hours = 0; hours <= 23; hours += 1) {
    const then = at + hours * HOUR;
    const isQuiet = [BUSINESS, zone].some((one) => {
      const { today, hour } = localAt(then, one);
      return hour < 9 || hour >= 20 || isDayOff(today);
    });
    if (!isQuiet) return !isWish || localAt(then).today === localAt(at).today;
  }
  return false;
}
