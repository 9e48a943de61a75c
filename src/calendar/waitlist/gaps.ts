import type { AppointmentFields, AppointmentRow } from "#db/calendar/appointments.ts";
import { listUpcomingDays } from "#db/calendar/appointments-in-bulk.ts";
import { listHolds } from "#db/calendar/busy-times.ts";
import { allEmployees } from "#db/calendar/employees.ts";
import { listWantedTimes } from "#db/calendar/waitlist.ts";
import { insertGap } from "#db/calendar/waitlist-offers.ts";
import type { App } from "#src/app.ts";
import { releaseHold } from "#src/calendar/availability/holds.ts";
import { getOpenHours, type OpenHours } from "#src/calendar/hours/open-hours.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { toInstant, toWallTime } from "#src/platform/time.ts";
import { UNDO_MS } from "#src/shared/constants.ts";
import { addDays, addMinutes, dayOf, listDays } from "#src/shared/wall-time.ts";
import { type Interval, overlaps, type Span } from "#src/shared/working-hours.ts";

type TakenTime = Pick<
  AppointmentFields,
  "status" | "employeeId" | "startsAt" | "endsAt" | "bufferMinutes"
>;

/**
 * Records the time that an appointment leaves free, in the transaction that cancels, moves, shortens or deletes it. The
 * job `offer-waitlist` offers it to those who wait. Does nothing for a past time, or one that no one waits for.
 * `to` is undefined for a canceled or deleted appointment.
 */
export function leaveGap(app: App, before: AppointmentRow, to?: TakenTime): void {
  if (before.status === "canceled") return;
  const { employeeId } = before;
  const keeps = to && to.status !== "canceled" && to.employeeId === employeeId;
  const gaps = subtract(spanOf(before), keeps ? spanOf(to) : undefined);
  insertGaps(
    app,
    gaps.map((gap) => ({ ...gap, employeeId })),
    // The change may be undone until then.
    app.now() + UNDO_MS,
  );
}

/**
 * Records the times that the deletion of many appointments will free, in its transaction: one gap for each employee
 * and day. A client is offered such a day once, instead of every appointment of it.
 */
export function leaveDays(app: App, appointmentIds: readonly number[]): void {
  const days = listUpcomingDays(app.db, appointmentIds, toWallTime(app, app.now()));
  insertGaps(
    app,
    days.map(({ employeeId, day }) => ({
      employeeId,
      startsAt: `${day}T00:00:00`,
      endsAt: `${addDays(day, 1)}T00:00:00`,
    })),
  );
}

/** Records the time that deleted time off leaves free, day by day, in its transaction. Null is the whole business. */
export function leaveTimeOff(app: App, employeeId: number | null, span: Span): void {
  const gaps = listWantedDays(app, employeeId).map(({ day, ...who }) => ({
    ...who,
    startsAt: laterOf(span.startsAt, `${day}T00:00:00`),
    endsAt: earlierOf(span.endsAt, `${addDays(day, 1)}T00:00:00`),
  }));
  insertGaps(
    app,
    gaps.filter(({ startsAt, endsAt }) => startsAt < endsAt),
  );
}

/** Records the times in which employees work longer than before, in the transaction that changes the hours. */
export function leaveOpenedHours(app: App, before: OpenHours): void {
  const after = getOpenHours(app);
  insertGaps(
    app,
    listWantedDays(app, null).flatMap(({ employeeId, day }) => {
      const spansOf = (hours: OpenHours) =>
        hours.intervalsOn(employeeId, day).map((interval) => toSpan(day, interval));
      const opened = spansOf(before).reduce(
        (left, closed) => left.flatMap((span) => subtract(span, closed)),
        spansOf(after),
      );
      return opened.map((span) => ({ ...span, employeeId }));
    }),
  );
}

/** Returns the coming days that clients wait for, with each employee they would take. */
function listWantedDays(
  app: App,
  only: number | null,
): { readonly employeeId: number; readonly day: string }[] {
  const today = businessDay(app);
  const employees = allEmployees(app.db).filter(({ id }) => only === null || id === only);
  const wanted = listWantedTimes(app.db);
  return employees.flatMap(({ id: employeeId }) => {
    const spans = wanted.filter((one) => one.employeeId === null || one.employeeId === employeeId);
    const days = spans.flatMap(({ fromDay, toDay }) => listDays(laterOf(fromDay, today), toDay));
    return [...new Set(days)].map((day) => ({ employeeId, day }));
  });
}

function toSpan(day: string, { start, end }: Interval): Span {
  const isMidnight = end === "24:00";
  return {
    startsAt: `${day}T${start}:00`,
    endsAt: isMidnight ? `${addDays(day, 1)}T00:00:00` : `${day}T${end}:00`,
  };
}

/** Wall times and days sort like text. */
function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

function earlierOf(one: string, other: string): string {
  return one < other ? one : other;
}

/** Records a time that is free, to offer it now, in the caller's transaction. Returns whether someone waits for it. */
export function leaveOpenTime(app: App, gap: Span & { readonly employeeId: number }): boolean {
  return insertGaps(app, [gap]) > 0;
}

/** Ends the hold of a slot that was not booked, in the caller's transaction, so that it can be offered to the waitlist. */
export function releaseUnbooked(app: App, holdId: number): void {
  const holds = listHolds(app.db, holdId);
  releaseHold(app, holdId);
  insertGaps(
    app,
    holds.map(({ employeeId, startsAt, durationMinutes, bufferMinutes }) => ({
      ...{ employeeId, startsAt },
      endsAt: addMinutes(startsAt, durationMinutes + bufferMinutes),
    })),
  );
}

/** Returns how many of the gaps someone waits for. */
function insertGaps(
  app: App,
  gaps: readonly (Span & { readonly employeeId: number })[],
  dueAt = app.now(),
): number {
  const awaited = gaps.length === 0 ? [] : listWantedTimes(app.db);
  const ahead = gaps.filter((gap) => {
    const day = dayOf(gap.startsAt);
    const isAwaited = awaited.some(
      ({ employeeId, fromDay, toDay }) =>
        (employeeId === null || employeeId === gap.employeeId) && fromDay <= day && day <= toDay,
    );
    return isAwaited && toInstant(app, gap.endsAt) > app.now();
  });
  for (const gap of ahead) insertGap(app.db, { ...gap, dueAt, now: app.now() });
  return ahead.length;
}

/** With the cleanup time. */
function spanOf({ startsAt, endsAt, bufferMinutes }: Omit<TakenTime, "status">): Span {
  return { startsAt, endsAt: addMinutes(endsAt, bufferMinutes) };
}

/** Returns the parts of a span before and after the other one. */
function subtract(span: Span, other: Span | undefined): Span[] {
  if (!other || !overlaps(span, other)) return [span];
  return [
    { startsAt: span.startsAt, endsAt: other.startsAt },
    { startsAt: other.endsAt, endsAt: span.endsAt },
  ].filter(({ startsAt, endsAt }) => startsAt < endsAt);
}
