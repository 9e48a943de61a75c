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
import { refundUntil } from "#src/billing/refunds.ts";
import { isWorthReading, readPage } from "#src/billing/stripe-pages.ts";
import { findPaymentsProvider } from "#src/billing/stripe-provider.ts";
import { cancelAppointment } from "#src/calendar/appointments/cancel.ts";
import { areFree } from "#src/calendar/availability/availability.ts";
import { releaseHold } from "#src/calendar/availability/holds.ts";
import { confirmBooking } from "#src/calendar/reminders/reminders.ts";
import { bookEntry } from "#src/calendar/waitlist/book-entry.ts";
import type { CardVisit } from "#src/hook-shapes.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { Checkout } from "#src/platform/providers/payments.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toInstant } from "#src/platform/time.ts";
import { isBilled, isCanceled } from "./cancellation.ts";
import { awaitsDeposit } from "./deposit-requests.ts";
import {
  textLateDeposit,
  textNeedlessDeposit,
  textReleased,
  textTakenMeanwhile,
} from "./deposit-texts.ts";
import { closeCheckout, refundDeposits, replacePage } from "./deposits.ts";
import { manageUrl } from "./manage-link.ts";
import { findBookingOfOther, listOtherPages, pagesOf, removeOtherPage } from "./other-pages.ts";
import { createAppointmentOf, partsOfBooking } from "./place-booking.ts";

/**
 * Books the slot of a paid deposit. A payment that comes after the hold books the slot if it is still free. It is refunded
 * otherwise, after a cancellation, beside the whole price, and by a second page: Stripe may not have closed the checkout in
 * time. Idempotent, because the webhook, the client's page and the jobs all call it.
 * @throws StripeUnreachable or PageMissing when the caller should try again
 */
export async function completeDeposit(app: App, checkoutId: string): Promise<void> {
  const other = findBookingOfOther(app, checkoutId);
  const booking = other ?? store.findBookingByCheckout(app.db, checkoutId);
  // A booking that was erased.
  if (!booking) return writeWhenFree(app.db, () => removeOtherPage(app, checkoutId));
  if (booking.paidAt !== null && !other) return;
  const openedBy = booking.depositDueAt ?? toInstant(app, booking.startsAt);
  const checkout = await readPage(app, { id: checkoutId, openedBy }, (payments) =>
    payments.readCheckout(checkoutId),
  );
  if (!checkout || checkout.status === "expired")
    return writeWhenFree(app.db, () => {
      store.setBookingCheckoutEnded(app.db, checkoutId);
      removeOtherPage(app, checkoutId);
    });
  if (checkout.status !== "complete" || !checkout.paid) return;
  const isRefunded = await writeWhenFree(app.db, () => {
    const now = findBookingOfOther(app, checkoutId);
    if (now?.paidAt === null && replacePage(app, now, checkoutId)) removeOtherPage(app, checkoutId);
    return recordDeposit(app, checkoutId, checkout.paymentIntentId);
  });
  if (isRefunded) await refundDeposits(app);
  if (findBookingOfOther(app, checkoutId)) await refundSecond(app, booking, checkout);
}

/** Refunds the payment of a page whose booking was paid by another one. */
async function refundSecond(
  app: App,
  { depositCents }: store.OnlineBookingRow,
  { id, paymentIntentId }: Checkout,
): Promise<void> {
  const { currency } = getSettings(app);
  const due = paymentIntentId !== null && { paymentIntentId, currency, until: depositCents ?? 0 };
  if (due) await refundUntil(app, due, { reason: `booking-second-${id}`, cause: "duplicate" });
  await writeWhenFree(app.db, () => removeOtherPage(app, id));
}

/** Records the deposits whose event was lost and whose clients didn't come back from Stripe's page. */
export async function completeDeposits(app: App): Promise<void> {
  const others = listOtherPages(app).map(({ checkoutId }) => checkoutId);
  const open = app.config.passive ? [] : [...store.listOpenDeposits(app.db), ...others];
  if (open.length === 0 || !(await findPaymentsProvider(app))) return;
  for (const checkoutId of open)
    try {
      if (isWorthReading(app, checkoutId)) await completeDeposit(app, checkoutId);
    } catch (error) {
      app.log("warn", "a deposit could not be read", { error: String(error) });
    }
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
  if (isCanceled(app, booking) || isBilled(app, booking)) return requireRefund(app, booking);
  if (booking.appointmentId !== null) {
    // The deposit was requested after an approval.
    confirmBooking(app, booking.appointmentId);
    app.events.changed("appointments", booking.appointmentId);
    return false;
  }
  return bookHeldTime(app, booking, "booked") ? false : requireRefund(app, booking);
}

/** Books the time of a booking that was held, in the caller's transaction. Returns false when it is no longer free. */
function bookHeldTime(
  app: App,
  booking: store.OnlineBookingRow,
  status: "booked" | "requested",
): boolean {
  const { employeeId, holdId } = booking;
  if (employeeId === null) return false;
  const assigned = { ...booking, employeeId };
  const except = holdId === null ? {} : { hold: holdId };
  if (!areFree(app, partsOfBooking(app, assigned), except)) return false;
  if (holdId !== null) releaseHold(app, holdId);
  const entryId = findAcceptedEntry(app.db, assigned);
  const source = entryId === undefined ? "online" : "waitlist";
  const appointmentId = createAppointmentOf(app, assigned, { status, source });
  if (entryId !== undefined) bookEntry(app, entryId, appointmentId);
  return true;
}

export function findCardVisit(app: App, cardRequestId: number): CardVisit | undefined {
  const booking = store.findBookingOfCard(app.db, cardRequestId);
  if (!booking) return undefined;
  const { startsAt, priceCents } = booking;
  return { startsAt, priceCents, url: manageUrl(app, booking) };
}

/**
 * Books the time that waited for a card, or requests it where the owner approves bookings, in the transaction that stores the
 * card. Texts its client if the time was taken meanwhile.
 */
export function bookWithCard(app: App, cardRequestId: number): void {
  const booking = store.findBookingOfCard(app.db, cardRequestId);
  if (!booking || booking.appointmentId !== null || isCanceled(app, booking)) return;
  const status = getSettings(app).bookingApproval ? "requested" : "booked";
  if (!bookHeldTime(app, booking, status)) textTakenMeanwhile(app, booking);
}

function requireRefund(app: App, booking: store.OnlineBookingRow): true {
  setRefundDue(app.db, booking.id, app.now());
  if (!isCanceled(app, booking) && isBilled(app, booking)) textNeedlessDeposit(app, booking);
  else textLateDeposit(app, booking, isCanceled(app, booking));
  return true;
}

/**
 * Releases the approved times whose deposit was not paid by its deadline, and texts their clients. It may have been paid in
 * time while this server was off, or in another account: until that is known, a time stays held.
 */
export async function releaseUnpaid(app: App): Promise<void> {
  for (const { id } of listUnpaidVisits(app.db, app.now()))
    try {
      const pages = pagesOf(app, store.findBookingOfAppointment(app.db, id));
      if (!pages.every((page) => isWorthReading(app, page))) continue;
      for (const page of pages) await completeDeposit(app, page);
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
  if (!booking || !awaitsDeposit(app, booking) || !before || before.status === "canceled")
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
