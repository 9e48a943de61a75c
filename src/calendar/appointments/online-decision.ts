import type { AppointmentFields, AppointmentRow } from "#db/calendar/appointments.ts";
import { findBookingOfAppointment, setRefundDue } from "#db/calendar/online-bookings.ts";
import type { App } from "#src/app.ts";
import { findManageUrl } from "#src/calendar/online-booking/manage-link.ts";
import { confirmBooking, textDeclined } from "#src/calendar/reminders/reminders.ts";

/**
 * Tells a client whether their request was approved, and refunds the deposit of a booking that the salon cancels. Runs
 * in the transaction of the change.
 */
export function applyDecision(
  app: App,
  before: AppointmentRow,
  { status }: Pick<AppointmentFields, "status">,
): void {
  if (before.status === status) return;
  if (status === "canceled") {
    const booking = findBookingOfAppointment(app.db, before.id);
    if (booking && booking.paidAt !== null) setRefundDue(app.db, booking.id, app.now());
  }
  if (before.status !== "requested") return;
  if (status === "canceled") textDeclined(app, before.id);
  else confirmBooking(app, before.id, findManageUrl(app, before.id));
}
