import { hasOpenPayment, isPaidOtherwise } from "#db/billing/payments.ts";
import { type AppointmentRow, findAppointment } from "#db/calendar/appointments.ts";
import { setCancelReason, setDepositDue } from "#db/calendar/booking-decisions.ts";
import * as deposits from "#db/calendar/deposits.ts";
import * as store from "#db/calendar/online-bookings.ts";
import type { App } from "#src/app.ts";
import { clearOwedRefund } from "#src/billing/owed-state.ts";
import type { DepositChoice } from "#src/calendar/appointments/fields-contract.ts";
import { UNDO_MS } from "#src/shared/constants.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { deadlineOf } from "./rules.ts";

type Visit = Pick<AppointmentRow, "id" | "startsAt" | "status">;

/**
 * Decides on the deposit of a canceled appointment, in the caller's transaction: the salon's own cancellation refunds it,
 * the client's only before the deadline, unless staff chose. Records a declined request for the client's page. Does nothing
 * for an appointment that was not booked online.
 */
export function refundCanceled(
  app: App,
  { id, startsAt, status }: Visit,
  by: "client" | "salon",
  choice?: DepositChoice,
): void {
  const booking = store.findBookingOfAppointment(app.db, id);
  if (!booking) return;
  const isDeclined = by === "salon" && status === "requested";
  setCancelReason(app.db, booking.id, isDeclined ? "declined" : null);
  if (booking.paidAt === null) return;
  if (by === "client") {
    const isEarly = app.now() < deadlineOf(app, startsAt, booking.movedFrom);
    if (isEarly) deposits.setRefundDue(app.db, booking.id, app.now());
    return;
  }
  // What was decided when the client didn't come stays.
  if (status === "no_show" && choice === undefined) return;
  if (choice === "keep") withdrawRefund(app, booking);
  else deposits.setRefundDue(app.db, booking.id, refundTime(app));
}

/** Refunds the paid deposit of a visit to which the client didn't come, in the caller's transaction. */
export function refundMissed(app: App, appointmentId: number): void {
  const booking = store.findBookingOfAppointment(app.db, appointmentId);
  if (booking && booking.paidAt !== null)
    deposits.setRefundDue(app.db, booking.id, refundTime(app));
}

/** From when a refund that staff decide on now may leave, in epoch milliseconds. */
export function refundTime(app: App): number {
  return app.now() + UNDO_MS;
}

/**
 * Keeps the deadline of the time that the client agreed to, in the transaction in which the salon has moved the visit. A time
 * that staff change again within a minute doesn't count, because the client was never told about it.
 */
export function recordSalonMove(
  app: App,
  { id, startsAt, changedAt }: Pick<AppointmentRow, "id" | "startsAt" | "changedAt">,
): void {
  const known = findAppointment(app.db, id)?.knownStartsAt;
  if (!known) return;
  // After that, staff may have called the client.
  const isSettled = app.now() - (changedAt ?? 0) >= MINUTE_MS;
  const agreed = isSettled && startsAt > known ? startsAt : known;
  const booking = store.findBookingOfAppointment(app.db, id);
  if (booking && agreed > (booking.movedFrom ?? "")) store.setMovedFrom(app.db, id, agreed);
}

/**
 * Keeps the deposit of an appointment that takes place after all, unless its refund has left by then. One whose deadline
 * passed meanwhile isn't due anymore, or it would be released at once.
 */
export function keepDeposit(app: App, { id, status }: Visit): void {
  const booking = store.findBookingOfAppointment(app.db, id);
  if (!booking) return;
  // A visit that took place all along has a refund only for a deposit that was paid besides the whole price.
  if (status === "canceled" || status === "no_show") withdrawRefund(app, booking);
  if (booking.depositDueAt !== null && booking.depositDueAt <= app.now())
    setDepositDue(app.db, booking.id, null);
}

function withdrawRefund(app: App, { id, paymentIntentId }: store.OnlineBookingRow): void {
  if (deposits.clearRefundDue(app.db, id) && paymentIntentId !== null)
    clearOwedRefund(app, paymentIntentId);
}

/** Whether the whole visit was paid, or its client was asked to. No deposit is due besides. */
export function isBilled(app: App, { appointmentId }: store.OnlineBookingRow): boolean {
  if (appointmentId === null) return false;
  const visits = [appointmentId];
  return hasOpenPayment(app.db, visits, app.now()) || isPaidOtherwise(app.db, visits, 0);
}

/** Whether the client or the salon canceled the booking, with or without an appointment. */
export function isCanceled(
  app: App,
  { appointmentId, canceledAt }: store.OnlineBookingRow,
): boolean {
  if (appointmentId === null) return canceledAt !== null;
  return findAppointment(app.db, appointmentId)?.status === "canceled";
}
