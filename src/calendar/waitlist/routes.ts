import { allServices } from "#db/calendar/services.ts";
import { findEntry } from "#db/calendar/waitlist.ts";
import {
  findGap,
  type GapRow,
  listOpenOffers,
  type OfferRow,
} from "#db/calendar/waitlist-offers.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { parseStart } from "#src/calendar/appointments/parse-fields.ts";
import { loadShared } from "#src/calendar/availability/busy.ts";
import { scheduleReader } from "#src/calendar/availability/find-parts.ts";
import { minuteOfDay, zoneClock } from "#src/calendar/availability/zone-clock.ts";
import { employeesById, getEmployee } from "#src/calendar/employees/employees.ts";
import { getOpenHours } from "#src/calendar/hours/open-hours.ts";
import { findTerms } from "#src/calendar/services/services.ts";
import { canSend } from "#src/messaging/outbox/outbox.ts";
import { record } from "#src/platform/audit/audit.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { businessDay, getSettings } from "#src/platform/settings/settings.ts";
import { toInstant } from "#src/platform/time.ts";
import { MIN_GAP_MINUTES, STEP_MINUTES } from "#src/shared/constants.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { mayOpen, maySeeEmployee } from "#src/shared/permissions.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import { addMinutes, dayOf } from "#src/shared/wall-time.ts";
import { acceptOffer } from "./answer-offer.ts";
import { waitlist } from "./contract.ts";
import { NEW_GAP } from "./fits-preferences.ts";
import { type TodayGap, waitlistToday } from "./fitting-today-contract.ts";
import { leaveOpenTime } from "./gaps.ts";
import { listFittingToday } from "./list-fitting-today.ts";
import { findNextOffer } from "./offer-gaps.ts";
import { maySeePerformers } from "./to-entry.ts";
import {
  addToWaitlist,
  cancelEntry,
  listFittingAt,
  listFittingEntries,
  listWaitlist,
  offerToNext,
  stopOffer,
} from "./waitlist.ts";

const PAGE = "/waitlist";

export const waitlistModule = defineModule(waitlist, {
  list: staff(PAGE, ({ app, actor }) => listWaitlist(app, actor)),
  fitting: staff(PAGE, ({ app, actor, id }) => listFittingEntries(app, actor, id)),
  fittingAt: staff(PAGE, ({ app, actor, query }) => listFittingAt(app, actor, query)),
  add: staff(PAGE, ({ app, actor, body }) => addToWaitlist(app, actor, body)),
  acceptOffer: admin(({ app, actor, id }) => acceptOffer(app, actor, id)),
  offerNext: staff(PAGE, ({ app, actor, id }) => offerToNext(app, actor, id)),
  stopOffer: staff(PAGE, ({ app, actor, id }) => stopOffer(app, actor, id)),
  remove: staff(PAGE, ({ app, actor, id }) => cancelEntry(app, actor, id)),
});

export const waitlistTodayModule = defineModule(waitlistToday, {
  fitting: staff(PAGE, ({ app, actor }) => listFittingToday(app, actor)),
  gaps: staff("/appointments", ({ app, actor }) => listTodayGaps(app, actor)),
  offerTime: staff(PAGE, ({ app, actor, body }) => offerTime(app, actor, body)),
});

/** The dashboard shows fewer. Each search for who fits takes a few milliseconds. */
const MAX_GAPS = 12;

type FreeTime = Pick<TodayGap, "employeeId" | "start" | "end">;

/** Lists what is free and offered today with the employees the actor may see; who would fit only for those who see the waitlist. */
async function listTodayGaps(app: App, actor: Staff): Promise<TodayGap[]> {
  const seesWaitlist = mayOpen(actor, "/waitlist");
  const offers = listOpenOffers(app.db);
  const gaps: TodayGap[] = seesWaitlist ? listOffered(app, actor, offers) : [];
  for (const free of listFree(app, actor).slice(0, MAX_GAPS)) {
    gaps.push({
      ...free,
      fits: seesWaitlist ? await findFitting(app, actor, free, offers) : null,
      offer: null,
    });
    await Bun.sleep(0);
  }
  return gaps.toSorted((one, other) => (one.start < other.start ? -1 : 1));
}

/** Returns null while another part of the same gap is being offered, because the job offers the rest after it. */
async function findFitting(
  app: App,
  actor: Staff,
  { employeeId, start, end }: FreeTime,
  offers: readonly OfferRow[],
) {
  const isPartOf = (gap: GapRow | null) =>
    gap?.employeeId === employeeId && gap.startsAt <= start && end <= gap.endsAt;
  if (offers.some(({ gapId }) => isPartOf(findGap(app.db, gapId)))) return null;
  const gap = { id: NEW_GAP, employeeId, startsAt: start, endsAt: end, dueAt: null };
  const { candidate, slot } = await findNextOffer(app, gap);
  // A visit with several employees would reveal when a hidden one is free.
  if (!candidate || !maySeePerformers(actor, { employeeId, performers: slot.employeeIds }))
    return null;
  return {
    contactId: candidate.contactId,
    clientName: candidate.clientName,
    service: candidate.serviceName,
    start: slot.startsAt,
    end: addMinutes(slot.startsAt, slot.minutes),
    holdMinutes: getSettings(app).waitlistOfferMinutes,
  };
}

function listOffered(app: App, actor: Staff, offers: readonly OfferRow[]): TodayGap[] {
  const today = businessDay(app);
  return offers.flatMap((offer) => {
    const { employeeId, startsAt, contactId } = offer;
    const entry = findEntry(app.db, offer.entryId);
    if (!entry || !maySeePerformers(actor, offer) || dayOf(startsAt) !== today) return [];
    return {
      employeeId,
      start: startsAt,
      end: addMinutes(startsAt, offer.durationMinutes),
      fits: null,
      offer: { contactId, clientName: entry.clientName, expiresAt: toIso(offer.expiresAt) },
    };
  });
}

/** Returns the times of today in which an employee could still perform their shortest service, earliest first. */
function listFree(app: App, actor: Staff): FreeTime[] {
  const day = businessDay(app);
  const days = { from: day, to: day };
  const clock = zoneClock(getSettings(app).timeZone);
  const hours = getOpenHours(app);
  const services = allServices(app.db);
  const readSchedule = scheduleReader(app, clock, { ...days, shared: loadShared(app, days) });
  const isVisible = (id: number) => maySeeEmployee(actor, id);
  return [...employeesById(app).keys()]
    .filter(isVisible)
    .flatMap((employeeId) => {
      const lengths = services.flatMap((row) => findTerms(row, employeeId)?.minutes ?? []);
      if (services.length > 0 && lengths.length === 0) return [];
      const shortest = lengths.length > 0 ? Math.min(...lengths) : MIN_GAP_MINUTES;
      const { busy } = readSchedule(employeeId);
      return hours.intervalsOn(employeeId, day).flatMap((interval) => {
        const closes = clock.on(day).at(minuteOfDay(interval.end));
        const free: FreeTime[] = [];
        let from = quarterAfter(
          Math.max(clock.on(day).at(minuteOfDay(interval.start)), app.now() / MINUTE_MS),
        );
        for (const taken of [...busy, { start: closes, end: closes }]) {
          const until = Math.min(taken.start, closes);
          const [start, end] = [clock.wallAt(from, day), clock.wallAt(until, day)];
          if (until - from >= shortest && start && end) free.push({ employeeId, start, end });
          from = quarterAfter(Math.max(from, taken.end));
        }
        return free;
      });
    })
    .toSorted((one, other) => (one.start < other.start ? -1 : 1));
}

/** Minutes since the epoch: the clocks of all zones show quarter hours at the same minutes. */
function quarterAfter(minutes: number): number {
  return Math.ceil(minutes / STEP_MINUTES) * STEP_MINUTES;
}

/**
 * Offers a free time to who waits for it, by the job `offer-waitlist`. A time that is being offered isn't offered twice.
 * @throws Problem 400, 404, 409 if it has passed, no one waits for it, or offers can't be texted
 */
export function offerTime(
  app: App,
  actor: Staff,
  { employeeId, ...time }: { employeeId: number; start: string; end: string },
): void {
  inTransaction(app.db, () => {
    if (!maySeeEmployee(actor, employeeId))
      throw new Problem(404, "This employee no longer exists.");
    getEmployee(app, employeeId);
    const [startsAt, endsAt] = [parseStart(app, time.start), parseStart(app, time.end)];
    if (endsAt <= startsAt || endsAt > addMinutes(startsAt, 24 * 60))
      throw fieldProblem(400, "end", "Must be after the start, within a day");
    if (toInstant(app, endsAt) <= app.now()) throw new Problem(409, "This time has passed.");
    if (!getSettings(app).waitlistOffersEnabled)
      throw new Problem(409, "Offers to the waitlist are turned off in Settings.");
    if (!canSend(app)) throw new Problem(409, "Connect Twilio before you offer a time by text.");
    if (!leaveOpenTime(app, { employeeId, startsAt, endsAt }))
      throw new Problem(409, "No one on the waitlist wants this time.");
    record(app, actor, {
      action: "waitlist.offer_time",
      target: ["employee", employeeId],
      metadata: { start: startsAt, end: endsAt },
    });
    app.events.changed("waitlist");
  });
}
