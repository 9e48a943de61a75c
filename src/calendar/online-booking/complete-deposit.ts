import { findAppointment } from "#db/calendar/appointments.ts";
import {
  listUnpaidVisits,
  setCancelReason,
  setDepositDue,
} from "#db/calendar/booking-decisions.ts";
import { setRefundDue } from "#db/calendar/deposits.ts";
import * as store from "#db/calendar/online-bookings.ts";
import { findAcceptedEntry } from "#db/calendar/waitlist-offers.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { requirePaymentsProvider, valueFrom } from "#src/billing/stripe-provider.ts";
import { cancelAppointment } from "#src/calendar/appointments/cancel.ts";
import { findObstacle } from "#src/calendar/availability/availability.ts";
import { releaseHold } from "#src/calendar/availability/holds.ts";
import { confirmBooking } from "#src/calendar/reminders/reminders.ts";
import { processingOf } from "#src/calendar/visits.ts";
import { bookEntry } from "#src/calendar/waitlist/book-entry.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { toInstant } from "#src/platform/time.ts";
import { isCanceled } from "./cancellation.ts";
import { awaitsDeposit } from "./deposit-requests.ts";
import { textLateDeposit, textReleased } from "./deposit-texts.ts";
import { closeCheckout, refundDeposits } from "./deposits.ts";
import { createAppointmentOf } from "./place-booking.ts";

/**
 * Books the slot of a paid deposit. A payment that comes after the hold books the slot if it is still free. It is refunded
 * otherwise, and after a cancellation: Stripe may not have closed the checkout in time. Idempotent, because the webhook and the client's page both call it.
 */
export async function completeDeposit(app: App, checkoutId: string): Promise<void> {
  const booking = store.findBookingByCheckout(app.db, checkoutId);
  if (!booking || booking.paidAt !== null) return;
  const payments = await requirePaymentsProvider(app);
  const checkout = valueFrom(await payments.readCheckout(checkoutId));
  if (checkout.status !== "complete" || !checkout.paid) return;
  const isRefunded = await writeWhenFree(app.db, () =>
    recordDeposit(app, checkoutId, checkout.paymentIntentId),
  );
  if (isRefunded) await refundDeposits(app);
}

/** Returns true when the deposit is to be refunded. */
function recordDeposit(app: App, checkoutId: string, paymentIntentId: string | null): boolean {
  const booking = store.findBookingByCheckout(app.db, checkoutId);
  if (!booking || booking.paidAt !== null) return false;
  store.setBookingPaid(app.db, booking.id, { paymentIntentId, at: app.now() });
  recordSystem(app, {
    action: "booking.deposit",
    target: ["booking", booking.id],
    metadata: { cents: booking.depositCents },
  });
  if (isCanceled(app, booking)) return requireRefund(app, booking);
  if (booking.appointmentId !== null) {
    // The deposit was requested after an approval.
    confirmBooking(app, booking.appointmentId);
    app.events.changed("appointments", booking.appointmentId);
    return false;
  }
  const { startsAt, employeeId, durationMinutes: minutes, bufferMinutes, holdId } = booking;
  const visit = {
    minutes,
    bufferMinutes,
    processing: processingOf(booking.services),
  };
  const except = holdId === null ? {} : { hold: holdId };
  if (
    employeeId === null ||
    findObstacle(app, visit, { startsAt, employeeId }, except) !== undefined
  )
    return requireRefund(app, booking);
  if (holdId !== null) releaseHold(app, holdId);
  const assigned = { ...booking, employeeId };
  const entryId = findAcceptedEntry(app.db, assigned);
  const source = entryId === undefined ? "online" : "waitlist";
  const appointmentId = createAppointmentOf(app, assigned, { status: "booked", source });
  if (entryId !== undefined) bookEntry(app, entryId, appointmentId);
  return false;
}

function requireRefund(app: App, booking: store.OnlineBookingRow): true {
  setRefundDue(app.db, booking.id, app.now());
  textLateDeposit(app, booking, isCanceled(app, booking));
  return true;
}

/**
 * Releases the approved times whose deposit was not paid by its deadline, and texts their clients. Stripe may have been
 * paid in time while this server was off: without its answer a time stays held.
 */
export async function releaseUnpaid(app: App): Promise<void> {
  for (const { id } of listUnpaidVisits(app.db, app.now()))
    try {
      const { checkoutId = null } = store.findBookingOfAppointment(app.db, id) ?? {};
      if (checkoutId !== null) await completeDeposit(app, checkoutId);
      const booking = await writeWhenFree(app.db, () => release(app, id));
      if (booking) await closeCheckout(app, booking);
    } catch (error) {
      app.log("warn", "an unpaid time could not be released", { error: String(error) });
    }
}

/** Undefined when it was paid or canceled meanwhile. */
function release(app: App, id: number): store.OnlineBookingRow | undefined {
  const booking = store.findBookingOfAppointment(app.db, id);
  const before = findAppointment(app.db, id);
  if (!booking || !awaitsDeposit(booking) || !before || before.status === "canceled")
    return undefined;
  // Staff who put the visit back keep it, paid or not.
  setDepositDue(app.db, booking.id, null);
  // The server was off, or staff moved the visit ahead: the client may have come.
  if (toInstant(app, before.startsAt) <= app.now()) return undefined;
  cancelAppointment(app, before, "salon");
  setCancelReason(app.db, booking.id, "unpaid");
  textReleased(app, booking);
  recordSystem(app, {
    action: "appointment.cancel",
    target: ["appointment", id],
    metadata: { by: "unpaid deposit" },
  });
  return booking;
}
