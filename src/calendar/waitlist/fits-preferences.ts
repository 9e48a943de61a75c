import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { findServices } from "#db/calendar/services.ts";
import type { WaitlistRow } from "#db/calendar/waitlist.ts";
import { listCandidates } from "#db/calendar/waitlist-candidates.ts";
import type { App } from "#src/app.ts";
import { performersOf, type VisitTerms } from "#src/calendar/visits.ts";
import { isPreferredTime } from "#src/shared/preferred-times.ts";
import { dayOf, type WallTime } from "#src/shared/wall-time.ts";

/** A gap that was offered to no one yet. */
export const NEW_GAP = 0;

interface Visit {
  readonly startsAt: WallTime;
  readonly employeeId: number;
  readonly minutes: number;
  /** All who perform it, where they are several. */
  readonly employeeIds?: readonly number[];
}

/** Returns whether a visit lies in the days and hours of a waitlist entry, with an employee it allows. */
export function fitsPreferences(
  entry: Pick<WaitlistRow, "employeeId" | "fromDay" | "toDay" | "weekdays" | "timeFrom" | "timeTo">,
  { startsAt, employeeId, minutes, employeeIds = [employeeId] }: Visit,
): boolean {
  return (
    (entry.employeeId === null || employeeIds.includes(entry.employeeId)) &&
    isPreferredTime({ ...entry, from: entry.fromDay, to: entry.toDay }, startsAt, minutes)
  );
}

/** Returns who on the waitlist could take a visit's time, in their order. */
export function listFitting(
  app: App,
  { startsAt, employeeId, durationMinutes }: AppointmentRow,
): WaitlistRow[] {
  const gap = { id: NEW_GAP, employeeId, day: dayOf(startsAt) };
  const termsOf = termsReader(app, employeeId);
  return [...listCandidates(app.db, gap)].filter((entry) => {
    const terms = termsOf(entry.serviceIds);
    return (
      terms !== undefined &&
      terms.minutes <= durationMinutes &&
      fitsPreferences(entry, { startsAt, employeeId, minutes: terms.minutes })
    );
  });
}

/**
 * Returns a reader of what services take and cost with an employee: undefined where they don't perform them all, or one
 * is deleted. Each is looked up once, because many wait for the same.
 */
export function termsReader(
  app: App,
  employeeId: number,
): (serviceIds: readonly number[]) => VisitTerms | undefined {
  const found = new Map<string, VisitTerms | undefined>();
  return (serviceIds) =>
    found.getOrInsertComputed(serviceIds.join(), () =>
      findServices(app.db, serviceIds)
        ? performersOf(app, { serviceIds }, employeeId).get(employeeId)
        : undefined,
    );
}
