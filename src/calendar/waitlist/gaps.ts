import type { AppointmentFields, AppointmentRow } from "#db/calendar/appointments.ts";
import { isAwaited } from "#db/calendar/waitlist.ts";
import { insertGap } from "#db/calendar/waitlist-offers.ts";
import type { App } from "#src/app.ts";
import { toInstant } from "#src/platform/time.ts";
import { addMinutes, dayOf } from "#src/shared/wall-time.ts";
import { overlaps, type Span } from "#src/shared/working-hours.ts";

type TakenTime = Pick<
  AppointmentFields,
  "status" | "employeeId" | "startsAt" | "endsAt" | "bufferMinutes"
>;

/**
 * Records the time that an appointment leaves free, in the transaction that cancels, moves, shortens or deletes it. The
 * job `offer-waitlist` offers it to those who wait. Does nothing for a past time, or one that nobody waits for.
 * `to` is undefined for a canceled or deleted appointment.
 */
export function leaveGap(app: App, before: AppointmentRow, to?: TakenTime): void {
  if (before.status === "canceled" || !isAwaited(app.db, dayOf(before.startsAt))) return;
  const { employeeId } = before;
  const keeps = to && to.status !== "canceled" && to.employeeId === employeeId;
  for (const gap of subtract(spanOf(before), keeps ? spanOf(to) : undefined))
    if (toInstant(app, gap.endsAt) > app.now())
      insertGap(app.db, { ...gap, employeeId, now: app.now() });
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
