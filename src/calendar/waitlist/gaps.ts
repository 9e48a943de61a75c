import type { AppointmentFields, AppointmentRow } from "#db/calendar/appointments.ts";
import { isAwaited } from "#db/calendar/waitlist.ts";
import { insertGap } from "#db/calendar/waitlist-offers.ts";
import type { App } from "#src/app.ts";
import { toInstant } from "#src/platform/time.ts";
import { addMinutes, dayOf } from "#src/shared/wall-time.ts";

/**
 * Records the time that an appointment leaves free, in the transaction that cancels, moves or deletes it. The job
 * `offer-waitlist` offers it to those who wait. Does nothing for a past time, or one that nobody waits for.
 * `to` is undefined for a deleted appointment.
 */
export function leaveGap(
  app: App,
  before: AppointmentRow,
  to?: Pick<AppointmentFields, "status" | "startsAt" | "employeeId">,
): void {
  if (before.status === "canceled") return;
  const { employeeId, startsAt } = before;
  const isStillThere =
    to?.status !== "canceled" && to?.startsAt === startsAt && to.employeeId === employeeId;
  const endsAt = addMinutes(before.endsAt, before.bufferMinutes);
  if (isStillThere || toInstant(app, endsAt) <= app.now()) return;
  if (!isAwaited(app.db, dayOf(startsAt))) return;
  insertGap(app.db, { employeeId, startsAt, endsAt, now: app.now() });
}
