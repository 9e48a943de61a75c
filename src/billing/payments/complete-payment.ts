import * as checkouts from "#db/billing/payment-checkouts.ts";
import { insertPaymentRefund } from "#db/billing/payment-refunds.ts";
import * as store from "#db/billing/payments.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { completeCard, nameCard } from "#src/billing/cards/cards.ts";
import { isWorthReading, readPage } from "#src/billing/stripe-pages.ts";
import { findPaymentsProvider, requirePaymentsProvider } from "#src/billing/stripe-provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { Checkout } from "#src/platform/providers/payments.ts";
import { publish } from "./publish.ts";
import { makePaymentRefunds } from "./refund-payments.ts";
import { type TextOutcome, textReceipt, textSurplus } from "./texts.ts";
import { isExpired } from "./to-payment.ts";

/**
 * Records the payment of one of Stripe's pages. Idempotent, because the webhook, the client's return and the job all call it.
 * A payment by a link that was canceled or had expired is recorded too, and staff decide. One of a visit that was paid
 * otherwise is refunded.
 * @throws StripeUnreachable or PageMissing when the caller should try again
 */
export async function completePayment(
  app: App,
  sessionId: string,
): Promise<checkouts.PaymentCheckoutRow["status"] | "unknown"> {
  const stored = checkouts.findPaymentCheckout(app.db, sessionId);
  if (!stored) return "unknown";
  if (stored.status === "paid" || stored.status === "surplus") return stored.status;
  const page = { id: sessionId, openedBy: stored.createdAt };
  const checkout =
    (await readPage(app, page, (payments) => payments.readCheckout(sessionId))) ?? MISSING;
  const payments = await requirePaymentsProvider(app);
  // A receipt can do without it.
  const read = checkout.paid ? await payments.readCardSetup(sessionId) : undefined;
  const card = read?.kind === "done" && read.value.card ? nameCard(read.value.card) : null;
  const status = await writeWhenFree(app.db, () => recordEnd(app, sessionId, checkout, card));
  if (status === "surplus") await makePaymentRefunds(app);
  if (checkout.paid) await completeCard(app, sessionId);
  return status;
}

const MISSING = { status: "expired", paid: false, paymentIntentId: null } as const;

function recordEnd(
  app: App,
  sessionId: string,
  { status, paid, paymentIntentId }: Pick<Checkout, "status" | "paid" | "paymentIntentId">,
  card: string | null,
): checkouts.PaymentCheckoutRow["status"] {
  const stored = checkouts.findPaymentCheckout(app.db, sessionId);
  if (!stored) return "expired";
  if (stored.status === "paid" || stored.status === "surplus") return stored.status;
  if (status === "expired") {
    const end = { status, stripePaymentIntentId: null, paidAt: null } as const;
    checkouts.setCheckoutEnded(app.db, sessionId, end);
    return status;
  }
  if (status !== "complete" || !paid) return "open";
  const payment = store.findPayment(app.db, stored.paymentId);
  if (!payment) throw new Error(`checkout ${sessionId} has no payment`);
  const visits = store.visitsOfPayment(app.db, payment.id);
  const isSurplus = payment.status === "paid" || store.isPaidOtherwise(app.db, visits, payment.id);
  const end = { stripePaymentIntentId: paymentIntentId, paidAt: app.now() };
  checkouts.setCheckoutEnded(app.db, sessionId, {
    ...end,
    status: isSurplus ? "surplus" : "paid",
  });
  if (isSurplus) recordSurplus(app, payment, stored, paymentIntentId);
  else recordPaid(app, payment, stored, { intent: paymentIntentId, card });
  publish(app, payment.id);
  return isSurplus ? "surplus" : "paid";
}

function recordPaid(
  app: App,
  payment: store.PaymentRow,
  { tipCents }: checkouts.PaymentCheckoutRow,
  paid: Pick<Parameters<typeof store.setPaid>[2], "intent" | "card">,
): void {
  const visits = store.visitsOfPayment(app.db, payment.id);
  const isLate = payment.status === "canceled" || isExpired(app, payment);
  store.setPaid(app.db, payment.id, {
    ...paid,
    tipCents,
    isLate: isLate ? 1 : 0,
    at: app.now(),
  });
  // A newer link of the visit would be paid a second time.
  for (const other of store.paymentsOfVisits(app.db, visits))
    if (
      other.id !== payment.id &&
      other.way !== "card" &&
      store.setCanceled(app.db, other.id, app.now())
    )
      publish(app, other.id);
  if (!payment.isFee) app.hooks.visits.complete(app, visits, "link");
  recordSystem(app, {
    action: isLate ? "payment.late" : "payment.paid",
    target: ["payment", payment.id],
    metadata: { cents: payment.dueCents + tipCents, tip: tipCents },
  });
  const after = store.findPayment(app.db, payment.id);
  if (after) textReceipt(app, after);
}

function recordSurplus(
  app: App,
  payment: store.PaymentRow,
  { dueCents, tipCents, sessionId }: checkouts.PaymentCheckoutRow,
  intent: string | null,
): void {
  const cents = dueCents + tipCents;
  recordSystem(app, {
    action: "payment.surplus",
    target: ["payment", payment.id],
    metadata: { cents, checkout: sessionId },
  });
  if (intent !== null) refundSecond(app, payment, { intent, cents });
}

/** Refunds a second payment and texts its client, in the caller's transaction. */
export function refundSecond(
  app: App,
  payment: store.PaymentRow,
  { intent, cents }: { readonly intent: string; readonly cents: number },
): TextOutcome {
  insertPaymentRefund(app.db, {
    paymentId: payment.id,
    stripePaymentIntentId: intent,
    cents,
    untilCents: cents,
    askedBy: null,
    createdAt: app.now(),
    dueAt: app.now(),
  });
  return textSurplus(app, payment, cents);
}

/**
 * Records how one of Stripe's pages ended, and ends one whose link can't be paid anymore.
 * @throws StripeUnreachable or PageMissing when the caller should try again
 */
export async function settleCheckout(app: App, sessionId: string): Promise<void> {
  if ((await completePayment(app, sessionId)) !== "open") return;
  const stored = checkouts.findPaymentCheckout(app.db, sessionId);
  const payment = stored && store.findPayment(app.db, stored.paymentId);
  if (payment?.status === "open" && !isExpired(app, payment)) return;
  await endCheckout(app, sessionId);
}

/**
 * Ends one of Stripe's pages, but not one that the connected account doesn't have. The client may have paid in the same moment.
 * @throws StripeUnreachable
 */
export async function endCheckout(app: App, sessionId: string): Promise<void> {
  const payments = await requirePaymentsProvider(app);
  const outcome = await payments.expireCheckout(sessionId);
  if (outcome.kind === "missing") return;
  if (outcome.kind === "done" && outcome.value.status === "expired")
    await writeWhenFree(app.db, () => recordEnd(app, sessionId, outcome.value, null));
  // Stripe refuses to end what has ended.
  else await completePayment(app, sessionId);
}

/** The same, while Stripe is connected. */
export async function settleUnpaid(app: App): Promise<void> {
  if (await findPaymentsProvider(app)) await settleCheckouts(app);
}

/** Records the pages whose end Stripe's events did not report, and ends those of links that can't be paid anymore. */
export async function settleCheckouts(app: App): Promise<void> {
  for (const { sessionId } of checkouts.listOpenPaymentCheckouts(app.db))
    try {
      if (isWorthReading(app, sessionId)) await settleCheckout(app, sessionId);
    } catch (error) {
      app.log("warn", "a payment page could not be read", { error: String(error) });
    }
}
