import { findCardRequestByCheckout, setCardCheckout } from "#db/billing/cards.ts";
import * as checkouts from "#db/billing/payment-checkouts.ts";
import { refundedOf } from "#db/billing/payment-refunds.ts";
import { findPayment, type PaymentRow, totalOf, visitsOfPayment } from "#db/billing/payments.ts";
import { findContact } from "#db/clients/contacts.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Caller } from "#src/app.ts";
import {
  agreeAtPayment,
  findKeepOffer,
  type KeptCard,
  requireKeepOffer,
} from "#src/billing/cards/card-page.ts";
import { completePayment, endCheckout } from "#src/billing/payments/complete-payment.ts";
import { MIN_CARD_CENTS } from "#src/billing/payments/contract.ts";
import { findPaymentByToken, payUrl } from "#src/billing/payments/pay-link.ts";
import { textRefusal } from "#src/billing/payments/texts.ts";
import { depositRefundOf, emailOf, isExpired, statusOf } from "#src/billing/payments/to-payment.ts";
import {
  findStripeCheckout,
  requirePaymentsProvider,
  StripeUnreachable,
  valueOrProblem,
} from "#src/billing/stripe-provider.ts";
import {
  countUse,
  type Limit,
  limitRate,
  requireBelowLimit,
} from "#src/platform/http/rate-limit.ts";
import { defineModule, visitor } from "#src/platform/http/routes.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import { formatCents, formatMoney, parseCents } from "#src/shared/money.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { maxTip } from "#src/shared/payment-sums.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import { type Paying, payPage } from "./contract.ts";

export const payPageModule = defineModule(payPage, {
  one: visitor(({ app, params, caller }) => getPaying(app, params.token, caller)),
  checkout: visitor(({ app, params, body, caller }) =>
    openPaymentCheckout(app, params.token, body, caller),
  ),
});

/** Stripe's page lasts this long; at least half an hour. Afterward the link opens a new one. */
const CHECKOUT_MS = HOUR_MS;
const WRONG_LINKS: Limit = { name: "wrong payment links", most: 30, seconds: 15 * 60 };
const READS: Limit = { name: "payments read at Stripe", most: 30, seconds: 15 * 60 };
const OPENINGS: Limit = { name: "payment pages", most: 30, seconds: 15 * 60 };
const PAID = "This is already paid. Thank you.";

/** Returns a client's payment. One that was just made is recorded first. @throws Problem 404, 429 */
async function getPaying(app: App, token: string, caller: Caller): Promise<Paying> {
  const payment = getByToken(app, token, caller);
  // Several if another account was connected meanwhile.
  // Anyone with the link could ask Stripe without end; the webhook reports the payment, too.
  for (const { sessionId } of listOpen(app, payment))
    if (countUse(app, READS, String(payment.id)).used <= READS.most)
      // The page must not fail while Stripe is unreachable.
      await completePayment(app, sessionId).catch((error) =>
        app.log("warn", "a payment could not be read", { error: String(error) }),
      );
  return toPaying(app, getByToken(app, token, caller));
}

/**
 * Opens Stripe's page for what is due and the tip. Only one is open at a time: another tip ends the one before.
 * @throws Problem 400 for the tip, 404, 409 when there is nothing to pay, 429, 503
 */
async function openPaymentCheckout(
  app: App,
  token: string,
  { tip, keepCard }: { readonly tip: string; readonly keepCard?: string | undefined },
  caller: Caller,
): Promise<{ checkoutUrl: string }> {
  const payment = getByToken(app, token, caller);
  requireOpen(app, payment);
  const tipCents = parseTip(payment, tip);
  const contact =
    keepCard === undefined ? undefined : requireKeepOffer(app, payment.contactId, keepCard);
  limitRate(app, OPENINGS, String(payment.id));
  const known = checkouts.checkoutsOfPayment(app.db, payment.id).length;
  for (const one of listOpen(app, payment)) {
    const isSame =
      one.tipCents === tipCents &&
      (findCardRequestByCheckout(app.db, one.sessionId) !== null) === (contact !== undefined);
    const url = isSame ? await findOpenUrl(app, one.sessionId) : undefined;
    if (url !== undefined) return { checkoutUrl: url };
    await orProblem(() => endCheckout(app, one.sessionId));
  }
  requireOpen(app, findPayment(app.db, payment.id) ?? payment);
  const kept = contact && (await agreeAtPayment(app, contact, caller));
  const checkoutUrl = await openCheckout(app, payment, { tipCents, known, kept });
  return { checkoutUrl };
}

/** Returns the address of a page that can still be paid. @throws Problem 409 when it was paid, 503 */
async function findOpenUrl(app: App, sessionId: string): Promise<string | undefined> {
  const checkout = await findStripeCheckout(app, sessionId);
  if (!checkout || checkout.status === "open") return checkout?.url ?? undefined;
  if ((await orProblem(() => completePayment(app, sessionId))) === "paid")
    throw new Problem(409, PAID);
  return undefined;
}

async function openCheckout(
  app: App,
  payment: PaymentRow,
  {
    tipCents,
    known,
    kept,
  }: {
    readonly tipCents: number;
    readonly known: number;
    readonly kept: KeptCard | undefined;
  },
): Promise<string> {
  const { id, dueCents, currency } = payment;
  const back = payUrl(app, payment);
  const expiresAt = app.now() + CHECKOUT_MS;
  const payments = await requirePaymentsProvider(app);
  const checkout = valueOrProblem(
    await payments.openPayment(
      {
        // Stripe takes no negative line, so discount and deposit are part of the first.
        lines: [
          { name: nameOf(payment), cents: dueCents },
          { name: "Tip", cents: tipCents },
        ].filter(({ cents }) => cents > 0),
        currency,
        email: emailOf(app, payment),
        keepsCardOf: kept?.stripeCustomerId ?? null,
        reference: `payment-${id}`,
        successUrl: back,
        // The client comes back to what they chose.
        cancelUrl: tipCents === 0 ? back : `${back}?tip=${formatCents(tipCents)}`,
        expiresAt,
      },
      // Stripe refuses a key that it has seen with another time.
      `payment-${id}-${known}-${tipCents}-${expiresAt}${kept ? `-card-${kept.requestId}` : ""}`,
    ),
  );
  if (checkout.url === null) throw new Problem(409, "This payment page has expired. Try again.");
  const isCurrent = await writeWhenFree(app.db, () => {
    const isPayable = findPayment(app.db, id)?.status === "open";
    if (!isPayable || checkouts.checkoutsOfPayment(app.db, id).length > known) return false;
    const createdAt = app.now();
    const stored = { sessionId: checkout.id, paymentId: id, dueCents, tipCents, createdAt };
    checkouts.insertPaymentCheckout(app.db, stored);
    if (kept) {
      const { requestId, ...agreed } = kept;
      setCardCheckout(app.db, requestId, { ...agreed, checkoutId: checkout.id });
    }
    return true;
  });
  // Parlor would miss a payment for a page it did not store, so its address is not returned.
  if (!isCurrent) throw new Problem(409, "Your payment page is already open. Try again.");
  return checkout.url;
}

function nameOf({ lines }: PaymentRow): string {
  const names = lines.map(({ name }) => name).join(", ");
  return names.length > 200 ? `${names.slice(0, 199)}…` : names;
}

function parseTip(payment: PaymentRow, tip: string): number {
  const cents = parseCents(tip) ?? 0;
  const most = maxTip(tipBaseOf(payment));
  if (cents > most)
    throw fieldProblem(400, "tip", `A tip can be up to ${formatMoney(most, payment.currency)}.`);
  if (payment.dueCents + cents < MIN_CARD_CENTS)
    throw fieldProblem(400, "tip", "There is nothing to pay.");
  return cents;
}

/** @throws Problem 409 */
function requireOpen(app: App, payment: PaymentRow): void {
  if (payment.status === "paid") throw new Problem(409, PAID);
  if (payment.status !== "open" || isExpired(app, payment))
    throw new Problem(409, "This link no longer works. Ask us for a new one.");
}

function listOpen(app: App, { id }: PaymentRow) {
  return checkouts.checkoutsOfPayment(app.db, id).filter(({ status }) => status === "open");
}

/** @throws Problem 404 for a forged link, 429 for many of them */
function getByToken(app: App, token: string, caller: Caller): PaymentRow {
  requireBelowLimit(app, WRONG_LINKS, caller);
  const payment = findPaymentByToken(app, token);
  if (payment) return payment;
  countUse(app, WRONG_LINKS, caller);
  throw new Problem(404, "This link isn't valid.");
}

/** @throws Problem 503 while Stripe is unreachable */
async function orProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StripeUnreachable) throw new Problem(503, error.message);
    throw error;
  }
}

function tipBaseOf({ dueCents, depositCents }: PaymentRow): number {
  return dueCents + depositCents;
}

function toPaying(app: App, payment: PaymentRow): Paying {
  const wall = (at: number | null) => (at === null ? null : toWallTime(app, at));
  const contact = payment.contactId === null ? null : findContact(app.db, payment.contactId);
  return {
    status: statusOf(app, payment),
    firstName: firstNameOf(payment.clientName),
    // A canceled link may be of a visit that is another client's now.
    visitAt:
      payment.status === "canceled"
        ? null
        : app.hooks.visits.findNextStart(app, visitsOfPayment(app.db, payment.id)),
    lines: payment.lines.map(({ name, priceCents, employeeId }) => ({
      name,
      price: formatCents(priceCents),
      isService: employeeId !== null,
    })),
    discount: formatCents(payment.discountCents),
    discountPercent: payment.discountPercent,
    deposit: formatCents(payment.depositCents),
    depositPaidAt: wall(payment.depositPaidAt),
    depositRefund: formatCents(depositRefundOf(app, payment)),
    due: formatCents(payment.dueCents),
    tip: formatCents(payment.tipCents),
    total: formatCents(totalOf(payment)),
    tipBase: formatCents(tipBaseOf(payment)),
    currency: payment.currency,
    way: payment.way,
    card: payment.card,
    tipNote: getSettings(app).tipNote,
    keepCard: findKeepOffer(app, payment.contactId),
    refunded: formatCents(refundedOf(app.db, payment)),
    receiptNumber: payment.id,
    paidAt: wall(payment.paidAt),
    expiresAt: wall(payment.expiresAt),
    canText: textRefusal(app, contact?.phone ?? null) === undefined,
  };
}
