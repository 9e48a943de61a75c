import type { AgreementRow } from "#db/billing/agreements.ts";
import { type CheckoutRow, findCheckout, insertCheckout } from "#db/billing/checkouts.ts";
import { installmentsOf } from "#db/billing/installments.ts";
import { clearMembershipPrices, findMembership } from "#db/billing/memberships.ts";
import { clearPlanPrices, findPlan } from "#db/billing/payment-plans.ts";
import { findPlanSubscriptionByAgreement } from "#db/billing/plan-subscriptions.ts";
import { findSubscriptionByAgreement } from "#db/billing/subscriptions.ts";
import { writeWhenFree } from "#db/connection.ts";
import { readState, writeState } from "#db/state.ts";
import type { App, Caller } from "#src/app.ts";
import { fulfillCheckout } from "#src/billing/stripe/fulfill.ts";
import { PageMissing } from "#src/billing/stripe-pages.ts";
import { StripeUnreachable, valueOrProblem } from "#src/billing/stripe-provider.ts";
import { addCheckoutCookie, hasCheckout } from "#src/platform/http/cookies.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import type { Checkout, NewPrice, PaymentsProvider } from "#src/platform/providers/payments.ts";
import { isSigned, sign } from "#src/platform/secrets/signatures.ts";
import { clientPagesUrl, findSecret, getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { formatCents } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import type { Bought } from "./contract.ts";

/** The one path from a signed agreement to a paid checkout, for memberships and payment plans. */

const CONFIRMATIONS: Limit = { name: "confirmed checkouts", most: 60, seconds: 15 * 60 };

/** Stripe's price as stored with an offer; null until it has been created. */
interface StoredPrice {
  readonly stripePriceId: string | null;
  readonly stripePriceCurrency: string | null;
  readonly stripeStatementName: string | null;
}

/**
 * Returns Stripe's price for an offer, created once per terms, currency and statement name. `key` is
 * the idempotency key at Stripe, and `save` stores a new price.
 * @throws Problem 409 for a refusal, 503 when Stripe is unreachable
 */
export async function ensurePrice(
  app: App,
  payments: PaymentsProvider,
  stored: StoredPrice,
  terms: Pick<NewPrice, "name" | "cents" | "interval">,
  key: (price: NewPrice) => string,
  save: (price: {
    priceId: string;
    productId: string;
    currency: string;
    statementName: string;
  }) => void,
): Promise<{ readonly priceId: string; readonly currency: string }> {
  const { currency, statementName } = getSettings(app);
  const isCurrent =
    (await areOwnPrices(app)) &&
    stored.stripePriceCurrency === currency &&
    stored.stripeStatementName === statementName;
  if (stored.stripePriceId !== null && isCurrent)
    return { priceId: stored.stripePriceId, currency };
  const input = { ...terms, currency, statementName };
  const price = valueOrProblem(await payments.createPrice(input, key(input)));
  await writeWhenFree(app.db, () => save({ ...price, currency, statementName }));
  return { priceId: price.priceId, currency };
}

const PRICES = "stripe-prices-of";

/**
 * Whether the stored prices are those of the connected Stripe account. After another secret key they are forgotten, because
 * the account doesn't know those of another one, such as of test keys.
 */
async function areOwnPrices(app: App): Promise<boolean> {
  const secretKey = findSecret(app, "stripeSecretKey") ?? "";
  const isOwn = () => isSigned(app, PRICES, secretKey, readState<string>(app.db, PRICES) ?? "");
  if (isOwn()) return true;
  await writeWhenFree(app.db, () => {
    if (isOwn()) return;
    clearMembershipPrices(app.db);
    clearPlanPrices(app.db);
    writeState(app.db, PRICES, sign(app, PRICES, secretKey));
  });
  return false;
}

/** What a client pays for: a signed agreement, Stripe's price, and the pages Stripe leads back to. */
export interface Purchase {
  readonly kind: "membership" | "plan";
  readonly subjectId: string;
  readonly agreement: AgreementRow;
  readonly contactId: number | null;
  readonly contactName: string;
  readonly priceId: string;
  /** Added to the first payment: cents that don't divide evenly. */
  readonly once: { cents: number; currency: string; productId: string } | undefined;
  /** Paths on the client pages. */
  readonly successPath: string;
  readonly cancelPath: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Idempotency keys at Stripe, so that a repeated request returns the same customer and checkout. */
  readonly keys: { readonly customer: string; readonly checkout: string };
}

/** The request of a client who signs up or has paid. */
export interface Visit {
  readonly caller: Caller;
  /** The cookie of a browser that verified a code. */
  readonly proof: string | undefined;
  /** The cookie of a browser that opened checkouts. */
  readonly checkouts: string | undefined;
  readonly answer: Headers;
}

/** Returns where the client pays, and ties the checkout to the browser. */
export function leadToCheckout(
  app: App,
  { id, url }: Checkout,
  { checkouts, answer }: Visit,
  expired: string,
): string {
  if (url === null) throw new Problem(409, expired);
  addCheckoutCookie(app, answer, checkouts, id);
  return url;
}

/**
 * Opens a checkout at Stripe and stores it, so that its payment is recognized. `onSaved` runs in the
 * transaction that stores a new checkout.
 * @throws Problem 409 for a refusal, 503 when Stripe is unreachable
 */
export async function openPurchase(
  app: App,
  payments: PaymentsProvider,
  purchase: Purchase,
  onSaved: () => void,
): Promise<Checkout> {
  const { agreement, kind, subjectId, contactId, contactName, keys } = purchase;
  const { email, phone } = agreement;
  const name = kind === "membership" ? contactName : agreement.signerName;
  const customerId = valueOrProblem(
    await payments.createCustomer({ name, email, phone, contactId }, keys.customer),
  );
  const pages = clientPagesUrl(app);
  const checkout = valueOrProblem(
    await payments.openCheckout(
      {
        customerId,
        priceId: purchase.priceId,
        once: purchase.once,
        reference: String(agreement.id),
        successUrl: `${pages}${purchase.successPath}?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${pages}${purchase.cancelPath}`,
        metadata: purchase.metadata,
      },
      keys.checkout,
    ),
  );
  await writeWhenFree(app.db, () => {
    if (checkout.url === null || findCheckout(app.db, checkout.id)) return;
    const offer = (kind === "membership" ? findMembership : findPlan)(app.db, subjectId);
    if (!offer) throw new Problem(409, "This offer has ended.");
    insertCheckout(app.db, {
      sessionId: checkout.id,
      kind,
      subjectId,
      agreementId: agreement.id,
      contactName,
      phone,
      email,
      createdAt: app.now(),
    });
    onSaved();
  });
  return checkout;
}

/**
 * Asks Stripe whether a checkout was paid, and fulfills it. Called by the page that the client returns
 * to, which asks again while Stripe is unreachable. The webhook fulfills without it.
 * @throws Problem 403 for another browser than the one that opened the checkout, 429
 */
export async function confirmCheckout(
  app: App,
  sessionId: string,
  { caller, checkouts }: Pick<Visit, "caller" | "checkouts">,
): Promise<CheckoutRow["status"] | "unknown"> {
  limitRate(app, CONFIRMATIONS, caller);
  if (!hasCheckout(app, checkouts, sessionId))
    throw new Problem(
      403,
      "This payment wasn't made in this browser. Sign in to see your payments.",
    );
  try {
    return await fulfillCheckout(app, sessionId);
  } catch (error) {
    if (error instanceof StripeUnreachable || error instanceof PageMissing) return "open";
    throw error;
  }
}

/** Says what a checkout started; null until it is fulfilled. */
export function describePurchase(app: App, sessionId: string): Bought | null {
  const checkout = findCheckout(app.db, sessionId);
  if (checkout?.status !== "fulfilled") return null;
  return checkout.kind === "membership"
    ? describeMembership(app, checkout)
    : describePlan(app, checkout);
}

function describeMembership(app: App, { agreementId, subjectId }: CheckoutRow): Bought | null {
  const subscription = findSubscriptionByAgreement(app.db, agreementId);
  if (!subscription) return null;
  const { currency, currentPeriodEnd: end, cancelAtPeriodEnd, status } = subscription;
  const amount = formatCents(subscription.price);
  const renews = end !== null && !cancelAtPeriodEnd && status !== "canceled";
  return {
    name: findMembership(app.db, subjectId)?.name ?? "Membership",
    paid: amount,
    currency,
    payments: null,
    next: renews ? { amount, day: dayOf(toWallTime(app, end)) } : null,
  };
}

function describePlan(app: App, { agreementId, subjectId }: CheckoutRow): Bought | null {
  const subscription = findPlanSubscriptionByAgreement(app.db, agreementId);
  if (!subscription) return null;
  const installments = installmentsOf(app.db, subscription.id);
  const next = installments.find(({ status }, at) => at > 0 && status !== "paid");
  return {
    name: findPlan(app.db, subjectId)?.name ?? "Payment Plan",
    paid: formatCents(installments[0]?.amount ?? 0),
    currency: subscription.currency,
    payments: installments.length,
    next: next ? { amount: formatCents(next.amount), day: next.dueDate } : null,
  };
}
