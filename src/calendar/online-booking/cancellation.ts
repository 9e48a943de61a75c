import { type AppointmentRow, findAppointment } from "#db/calendar/appointments.ts";
import { setCancelReason } from "#db/calendar/booking-decisions.ts";
import * as store from "#db/calendar/online-bookings.ts";
import type { App } from "#src/app.ts";
import { deadlineOf } from "./rules.ts";

/**
 * Decides on the deposit of a canceled appointment, in the caller's transaction: the salon's own cancellation refunds it,
 * the client's only before the deadline. Records a declined request for the client's page. Does nothing for an
 * appointment that was not booked online.
 */
export function refundCanceled(
  app: App,
  { id, startsAt, status }: Pick<AppointmentRow, "id" | "startsAt" | "status">,
  by: "client" | "salon",
): void {
  const booking = store.findBookingOfAppointment(app.db, id);
  if (!booking) return;
  const isDeclined = by === "salon" && status === "requested";
  setCancelReason(app.db, booking.id, isDeclined ? "declined" : null);
  if (booking.paidAt === null) return;
  if (by === "salon" || app.now() < deadlineOf(app, startsAt, booking.movedFrom))
    store.setRefundDue(app.db, booking.id, app.now());
}

/** Keeps the deadline of the time that the client agreed to, in the transaction in which the salon moves the visit. */
export function recordSalonMove(
  app: App,
  { id, startsAt }: Pick<AppointmentRow, "id" | "startsAt">,
): void {
  const booking = store.findBookingOfAppointment(app.db, id);
  if (booking && startsAt > (booking.movedFrom ?? "")) store.setMovedFrom(app.db, id, startsAt);
}

/** Keeps the deposit of an appointment that takes place after all, unless it was refunded by then. */
export function keepDeposit(app: App, appointmentId: number): void {
  const booking = store.findBookingOfAppointment(app.db, appointmentId);
  if (booking) store.clearRefundDue(app.db, booking.id);
}

/** Whether the client or the salon canceled the booking, with or without an appointment. */
export function isCanceled(
  app: App,
  { appointmentId, canceledAt }: store.OnlineBookingRow,
): boolean {
  if (appointmentId === null) return canceledAt !== null;
  return findAppointment(app.db, appointmentId)?.status === "canceled";
}
