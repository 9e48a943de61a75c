import { returnedCents } from "#db/billing/reversals.ts";
import {
  clearRefunded,
  clearRefundSent,
  listDueRefunds,
  setDueRefunded,
  setRefunded,
  setRefundSent,
} from "#db/calendar/deposits.ts";
import * as store from "#db/calendar/online-bookings.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { refundUntil } from "#src/billing/refunds.ts";
import {
  findStripeCheckout,
  forEachLogged,
  requirePaymentsProvider,
  valueOrProblem,
} from "#src/billing/stripe-provider.ts";
import { joinServices } from "#src/calendar/visits.ts";
import { releaseUnbooked } from "#src/calendar/waitlist/gaps.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { Problem } from "#src/shared/problem.ts";
import { manageUrl } from "./manage-link.ts";
import { addOtherPage } from "./other-pages.ts";

/** A Checkout session lasts at least 30 minutes; a minute more allows for a slow request. */
export const HOLD_MS = 31 * MINUTE_MS;

/**
 * Opens the checkout of a new booking. A slot whose checkout could not be opened is free again, because its client has no
 * link to pay it later.
 * @throws Problem 409 for a refusal, 503 when Stripe is unreachable
 */
export async function openFirstDeposit(app: App, booking: store.OnlineBookingRow): Promise<string> {
  try {
    return await openDeposit(app, booking);
  } catch (error) {
    await writeWhenFree(app.db, () => releaseUnpayable(app, booking.id));
    throw error;
  }
}

/**
 * Opens a checkout for a booking's deposit and returns its address.
 * @throws Problem 409 for a refusal, 503 when Stripe is unreachable
 */
export async function openDeposit(app: App, booking: store.OnlineBookingRow): Promise<string> {
  const back = manageUrl(app, booking);
  const expiresAt = app.now() + HOLD_MS;
  const payments = await requirePaymentsProvider(app);
  const checkout = valueOrProblem(
    await payments.openPayment(
      {
        lines: [
          {
            name: `Deposit: ${joinServices(booking.services)}`,
            cents: booking.depositCents ?? 0,
          },
        ],
        keepsCardOf: null,
        currency: getSettings(app).currency,
        email: booking.email,
        reference: `booking-${booking.id}`,
        successUrl: `${back}?booked=1`,
        cancelUrl: back,
        expiresAt,
      },
      // Stripe refuses a key that it has seen with another time.
      `booking-deposit-${booking.id}-${expiresAt}`,
    ),
  );
  if (checkout.url === null) throw new Problem(409, "This payment has expired. Book again.");
  const isCurrent = await writeWhenFree(app.db, () => replacePage(app, booking, checkout.id));
  // Parlor would miss a payment for a checkout it did not store, so its address is not returned.
  if (!isCurrent) throw new Problem(409, "Your payment page is already open. Try again.");
  return checkout.url;
}

/** Stores a booking's page. The one before may be paid in an account that was connected then. */
export function replacePage(app: App, booking: store.OnlineBookingRow, checkoutId: string) {
  const { id: bookingId, checkoutId: before } = booking;
  const isCurrent = store.setBookingCheckout(app.db, booking, checkoutId);
  if (isCurrent && before !== null) addOtherPage(app, { checkoutId: before, bookingId });
  return isCurrent;
}

/** Frees a slot that can no longer be paid for. A request at the same time may have opened its checkout. */
function releaseUnpayable(app: App, id: number): void {
  const { holdId = null, checkoutId = null } = store.findOnlineBooking(app.db, id) ?? {};
  if (holdId !== null && checkoutId === null) releaseUnbooked(app, holdId);
}

/** Returns the address of a checkout that can still be paid. @throws Problem 409 when it was paid, 503 */
export async function findOpenCheckout(
  app: App,
  { checkoutId }: store.OnlineBookingRow,
): Promise<string | null> {
  if (checkoutId === null) return null;
  const checkout = await findStripeCheckout(app, checkoutId);
  // Some payments take days to arrive.
  if (checkout?.status === "complete") throw new Problem(409, "There is nothing to pay.");
  return checkout?.status === "open" ? checkout.url : null;
}

/** Ends the unpaid checkout of a canceled booking. A payment that comes nevertheless is refunded. */
export async function closeCheckout(
  app: App,
  { checkoutId, paidAt }: store.OnlineBookingRow,
): Promise<void> {
  if (checkoutId === null || paidAt !== null) return;
  const payments = await requirePaymentsProvider(app);
  await payments.expireCheckout(checkoutId);
}

/** Refunds the deposits of canceled bookings. One that Stripe refuses does not keep the others waiting. @throws StripeUnreachable */
export async function refundDeposits(app: App): Promise<void> {
  await forEachLogged(app, listDueRefunds(app.db, app.now()), (id) => refundDeposit(app, id));
}

async function refundDeposit(app: App, id: number): Promise<void> {
  // Recorded before Stripe is asked, so that a visit that is put back meanwhile doesn't count on its deposit.
  const isDue = await writeWhenFree(app.db, () => setRefundSent(app.db, id, app.now()));
  const booking = store.findOnlineBooking(app.db, id);
  if (!isDue || !booking) return;
  const { paymentIntentId, depositCents } = booking;
  const deposit = { currency: getSettings(app).currency, until: depositCents ?? 0 };
  const reason = `booking-refund-${id}`;
  if (
    paymentIntentId !== null &&
    // If the salon wins a dispute, the refund is still due.
    (await refundUntil(app, { paymentIntentId, ...deposit }, { reason })) !== "refunded"
  )
    return writeWhenFree(app.db, () => clearRefundSent(app.db, id));
  await writeWhenFree(app.db, () => {
    if (!setRefunded(app.db, id, app.now())) return;
    if (booking.appointmentId !== null) app.events.changed("appointments", booking.appointmentId);
    recordSystem(app, {
      action: "booking.refund",
      target: ["booking", id],
      metadata: { cents: depositCents },
    });
  });
}

/** A deposit is refunded once all of it went back, whoever paid it back, and owed if a refund failed. Must run in a transaction. */
export function updateDepositRefund(app: App, paymentIntentId: string): void {
  const returned = returnedCents(app.db, paymentIntentId);
  setDueRefunded(app.db, paymentIntentId, returned, app.now());
  if (clearRefunded(app.db, paymentIntentId, returned)) app.events.changed("appointments");
}
