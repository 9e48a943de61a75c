import type { AppointmentFields, AppointmentRow } from "#db/calendar/appointments.ts";
import type { App } from "#src/app.ts";
import { keepDeposit, refundCanceled } from "#src/calendar/online-booking/cancellation.ts";
import { findManageUrl } from "#src/calendar/online-booking/manage-link.ts";
import { confirmBooking, textDeclined } from "#src/calendar/reminders/reminders.ts";

/**
 * Tells a client whether their request was approved, and refunds the deposit of a booking that the salon cancels, unless
 * that is undone first. Runs in the transaction of the change.
 */
export function applyDecision(
  app: App,
  before: AppointmentRow,
  { status }: Pick<AppointmentFields, "status">,
): void {
  if (before.status === status) return;
  if (status === "canceled") refundCanceled(app, before, "salon");
  else if (before.status === "canceled") keepDeposit(app, before.id);
  if (before.status !== "requested") return;
  if (status === "canceled") textDeclined(app, before.id);
  else confirmBooking(app, before.id, { manageUrl: findManageUrl(app, before.id) });
}
