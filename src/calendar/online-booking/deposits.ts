import * as store from "#db/calendar/online-bookings.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import {
  requirePaymentsProvider,
  valueFrom,
  valueOrProblem,
} from "#src/billing/stripe-provider.ts";
import { releaseHold } from "#src/calendar/availability/holds.ts";
import { getService } from "#src/calendar/services/services.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { manageUrl } from "./manage-link.ts";

/** A Checkout session lasts at least 30 minutes; a minute more allows for a slow request. */
export const HOLD_MS = 31 * 60 * 1000;
const REFUNDS_PER_RUN = 20;

/**
 * Opens a checkout for a booking's deposit and returns its address. A slot whose checkout could not be opened is free
 * again.
 * @throws Problem 409 for a refusal, 503 when Stripe is unreachable
 */
export async function openDeposit(app: App, booking: store.OnlineBookingRow): Promise<string> {
  const back = manageUrl(app, booking);
  try {
    const payments = await requirePaymentsProvider(app);
    const checkout = valueOrProblem(
      await payments.openDeposit(
        {
          name: `Deposit: ${getService(app, booking.serviceId).name}`,
          cents: booking.depositCents ?? 0,
          currency: getSettings(app).currency,
          email: booking.email,
          reference: `booking-${booking.id}`,
          successUrl: back,
          cancelUrl: back,
          expiresAt: app.now() + HOLD_MS,
        },
        `booking-deposit-${booking.id}-${booking.checkoutId ?? "first"}`,
      ),
    );
    if (checkout.url === null) throw new Problem(409, "This payment has expired. Book again.");
    await whenFree(() => store.setBookingCheckout(app.db, booking.id, checkout.id));
    return checkout.url;
  } catch (error) {
    const { holdId } = booking;
    if (holdId !== null) await whenFree(() => releaseHold(app, holdId));
    throw error;
  }
}

/** Ends the unpaid checkout of a canceled booking, if Stripe can be reached. A late payment would book again. */
export async function closeCheckout(
  app: App,
  { checkoutId, paidAt }: store.OnlineBookingRow,
): Promise<void> {
  if (checkoutId === null || paidAt !== null) return;
  const payments = await requirePaymentsProvider(app);
  await payments.expireCheckout(checkoutId);
}

/** Refunds the deposits of canceled bookings. Stripe returns the first result to a repeated request. */
export async function refundDeposits(app: App): Promise<void> {
  for (const booking of store.listDueRefunds(app.db, REFUNDS_PER_RUN)) {
    const { id, paymentIntentId } = booking;
    if (paymentIntentId !== null) {
      const payments = await requirePaymentsProvider(app);
      valueFrom(await payments.refund(paymentIntentId, `booking-refund-${id}`));
    }
    await whenFree(() =>
      inTransaction(app.db, () => {
        store.setRefunded(app.db, id, app.now());
        recordSystem(app, {
          action: "booking.refund",
          target: ["booking", id],
          metadata: { cents: booking.depositCents },
        });
      }),
    );
  }
}
