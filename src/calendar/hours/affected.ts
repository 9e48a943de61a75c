import { findAppointment } from "#db/calendar/appointments.ts";
import { listHolds } from "#db/calendar/busy-times.ts";
import { findEmployee } from "#db/calendar/employees.ts";
import { timeOffBetween } from "#db/calendar/time-off.ts";
import {
  listUndecided,
  listUpcoming,
  setUndecided,
  type UndecidedVisit,
} from "#db/calendar/undecided-visits.ts";
import { listOpenOffers, type OfferRow } from "#db/calendar/waitlist-offers.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { getAppointment } from "#src/calendar/appointments/get-appointment.ts";
import { recordChange } from "#src/calendar/appointments/record-change.ts";
import { refusalReason, switchedOffReason } from "#src/calendar/reminders/texting.ts";
import { withdrawOffer } from "#src/calendar/waitlist/close-offer.ts";
import { leaveOpenedHours } from "#src/calendar/waitlist/gaps.ts";
import { toWallTime } from "#src/platform/time.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { addMinutes, dayOf } from "#src/shared/wall-time.ts";
import { isWithin, overlaps, type Span } from "#src/shared/working-hours.ts";
import type { AffectedVisit } from "./contract.ts";
import { getOpenHours } from "./open-hours.ts";

/** After every wall time. */
const ALWAYS = "9999-12-31T00:00:00";
const MAX_LISTED = 200;

/**
 * Runs a change of hours or time off in the caller's transaction. Upcoming visits that lie outside of them now wait for a
 * decision, and their clients are not reminded until then; those that fit again don't. Times that open are offered to
 * the waitlist, and offers of times that close end. Returns the change's result with the visits that it affected.
 * `employeeId` is null for everyone.
 */
export function changeHours<Result extends object>(
  app: App,
  employeeId: number | null,
  change: () => Result,
): Result & { affected: AffectedVisit[] } {
  const before = countObstaclesOfVisits(app, employeeId);
  const offersBefore = countObstaclesOfOffers(app);
  const hours = getOpenHours(app);
  const result = change();
  leaveOpenedHours(app, hours);
  const affected: number[] = [];
  for (const [id, obstacles] of countObstaclesOfVisits(app, employeeId)) {
    const former = before.get(id) ?? 0;
    if (obstacles > former) affected.push(id);
    if (obstacles > former || (obstacles === 0 && former > 0))
      setUndecided(app.db, id, obstacles > 0);
  }
  // Otherwise a YES would get a no.
  for (const [offer, obstacles] of countObstaclesOfOffers(app).values())
    if (obstacles > (offersBefore.get(offer.id)?.[1] ?? 0))
      withdrawOffer(app, offer, { passOn: true, purpose: "decline" });
  return { ...result, affected: toAffected(app, affected) };
}

/** The open offers to the waitlist by id, each with what speaks against the parts of its time that are held. */
function countObstaclesOfOffers(app: App): Map<number, readonly [OfferRow, number]> {
  const open = listOpenOffers(app.db);
  if (open.length === 0) return new Map();
  const countObstacles = obstacleCounter(app);
  return new Map(
    open.map((offer) => {
      const parts = offer.holdId === null ? [] : listHolds(app.db, offer.holdId);
      const counts = parts.map(({ durationMinutes, ...part }) =>
        countObstacles({ ...part, endsAt: addMinutes(part.startsAt, durationMinutes) }),
      );
      return [offer.id, [offer, counts.reduce((sum, one) => sum + one, 0)]];
    }),
  );
}

function countObstaclesOfVisits(app: App, employeeId: number | null): Map<number, number> {
  const countObstacles = obstacleCounter(app);
  const upcoming = listUpcoming(app.db, toWallTime(app, app.now()), employeeId);
  return new Map(upcoming.map((visit) => [visit.id, countObstacles(visit)]));
}

/** Counts what speaks against an upcoming time: the hours, and each time off. */
function obstacleCounter(app: App): (visit: Span & { readonly employeeId: number }) => number {
  const hours = getOpenHours(app);
  const timeOff = timeOffBetween(app.db, { from: toWallTime(app, app.now()), until: ALWAYS });
  return ({ employeeId, ...visit }) => {
    const open = hours.intervalsOn(employeeId, dayOf(visit.startsAt));
    const off = timeOff.filter(
      (one) => (one.employeeId === null || one.employeeId === employeeId) && overlaps(one, visit),
    );
    return off.length + Number(!isWithin(open, visit.startsAt, visit.endsAt));
  };
}

/** Lists the upcoming visits that wait for a decision, earliest first. */
export function listAffected(app: App, actor: Staff): AffectedVisit[] {
  return toAffected(
    app,
    listUndecidedOf(app, actor).map(({ id }) => id),
  );
}

/** Returns those with employees that the actor may see, earliest first. */
export function listUndecidedOf(app: App, actor: Staff): UndecidedVisit[] {
  return listUndecided(app.db, toWallTime(app, app.now())).filter(({ employeeId }) =>
    maySeeEmployee(actor, employeeId),
  );
}

/**
 * Leaves a visit as it is, or the affected visits of its series: they take place, and their client is reminded.
 * @throws Problem 404
 */
export function leaveAffected(app: App, actor: Staff, id: number, isSeries = false): void {
  inTransaction(app.db, () => {
    const { seriesId } = getAppointment(app, actor, id);
    const others = isSeries
      ? listUndecidedOf(app, actor)
          .map((one) => one.id)
          .filter((one) => one !== id && findAppointment(app.db, one)?.seriesId === seriesId)
      : [];
    const left = [id, ...(seriesId === null ? [] : others)];
    for (const one of left) setUndecided(app.db, one, false);
    recordChange(app, actor, "appointment.leave", left);
  });
}

/** Converts the first of these visits. */
export function toAffected(app: App, ids: readonly number[]): AffectedVisit[] {
  return ids
    .slice(0, MAX_LISTED)
    .flatMap((id) => findAppointment(app.db, id) ?? [])
    .map((row) => ({
      ...{ id: row.id, contactId: row.contactId, clientName: row.clientName },
      seriesId: row.seriesId,
      appointmentDate: row.startsAt,
      employeeName: findEmployee(app.db, row.employeeId)?.name ?? "",
      canText:
        switchedOffReason(app, "visit-change") === undefined &&
        refusalReason(app, row, "visit-change") === undefined,
    }));
}
