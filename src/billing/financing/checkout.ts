import { type AgreementRow, findAgreement } from "#db/billing/agreements.ts";
import {
  countCheckouts,
  findCheckout,
  insertCheckout,
  listOpenCheckoutsOfAgreement,
} from "#db/billing/checkouts.ts";
import { findContact } from "#db/clients/contacts.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, Caller } from "#src/app.ts";
import { externalKey, recordAgreementEvent } from "#src/billing/agreements/agreements.ts";
import { PlanFacts } from "#src/billing/ledger/facts.ts";
import { getPlan } from "#src/billing/payment-plans/payment-plans.ts";
import { fulfillCheckout } from "#src/billing/stripe/fulfill.ts";
import {
  findPaymentsProvider,
  StripeUnreachable,
  valueOrProblem,
} from "#src/billing/stripe/provider.ts";
import { limit } from "#src/platform/http/rate-limit.ts";
import type { Checkout, PaymentsProvider } from "#src/platform/providers/payments.ts";
import { clientPagesUrl } from "#src/platform/settings/settings.ts";
import { planAmounts } from "#src/shared/installments.ts";
import { Problem } from "#src/shared/problem.ts";
import { findSignedAgreement } from "./sign-up-cookie.ts";

interface CheckoutRequest {
  readonly paymentPlanId: string;
  readonly contactId: number;
}

/**
 * Returns the URL where the client pays the first installment: the open checkout for their signature, or
 * a new one.
 * @throws Problem 403 for ids that this browser did not sign for, 404, 409, 503
 */
export async function createCheckout(
  app: App,
  { paymentPlanId: planId, contactId }: CheckoutRequest,
  { caller, proof }: { caller: Caller; proof: string | undefined },
): Promise<{ sessionUrl: string }> {
  const agreementId = findSignedAgreement(app, proof, { planId, contactId });
  if (agreementId === undefined)
    throw new Problem(403, "We can't find your sign-up in this browser. Please start again.");
  const agreement = findAgreement(app.db, agreementId);
  if (!agreement) throw new Problem(409, "Your signature has expired. Please start again.");
  if (agreement.expiresAt === null) throw new Problem(409, ALREADY_PAID);
  const payments = await findPaymentsProvider(app);
  if (!payments) throw new Problem(409, "We can't take cards right now. Please call us.");

  const open = await findOpenCheckout(app, payments, agreementId);
  const checkout = open ?? (await openCheckout(app, payments, agreement, contactId));
  if (checkout.url === null)
    throw new Problem(409, "This payment page has expired. Please start again.");
  if (!open)
    await whenFree(() =>
      inTransaction(app.db, () => saveCheckout(app, agreement, checkout, contactId, caller)),
    );
  return { sessionUrl: checkout.url };
}

/** Asks Stripe whether a checkout was paid and fulfills it. Called by the page that the client returns to. */
export async function confirmCheckout(app: App, sessionId: string, caller: Caller) {
  limit(app, `checkouts from ${caller.ip}`, MAX_CONFIRMATIONS, QUARTER_SECONDS);
  try {
    return { status: await fulfillCheckout(app, sessionId) };
  } catch (error) {
    if (!(error instanceof StripeUnreachable)) throw error;
    return { status: "open" } as const;
  }
}

const ALREADY_PAID = "You've already paid for this plan. Sign in to see your payments.";
const MAX_CONFIRMATIONS = 60;
const QUARTER_SECONDS = 15 * 60;

/** A client who returns from Stripe without paying continues with the same checkout. */
async function findOpenCheckout(
  app: App,
  payments: PaymentsProvider,
  agreementId: number,
): Promise<Checkout | undefined> {
  for (const id of listOpenCheckoutsOfAgreement(app.db, agreementId)) {
    const checkout = valueOrProblem(await payments.readCheckout(id));
    if (checkout.status === "open") return checkout;
    // It was paid, but the webhook has not arrived. A second payment would only be refunded.
    if (checkout.status === "complete") throw new Problem(409, ALREADY_PAID);
  }
  return undefined;
}

async function openCheckout(
  app: App,
  payments: PaymentsProvider,
  agreement: AgreementRow,
  contactId: number,
): Promise<Checkout> {
  const facts = PlanFacts.parse(JSON.parse(agreement.facts));
  const plan = getPlan(app, agreement.subjectId);
  const key = externalKey(agreement);
  const customerId = valueOrProblem(
    await payments.createCustomer(
      { name: agreement.signerName, email: agreement.email, phone: agreement.phone, contactId },
      `plan-customer-${key}`,
    ),
  );
  const { first, installment } = planAmounts(facts);
  const rest = first - installment;
  return valueOrProblem(
    await payments.openCheckout(
      {
        customerId,
        priceId: facts.stripePriceId,
        once:
          rest > 0 && plan.stripeProductId !== null
            ? { cents: rest, currency: facts.currency, productId: plan.stripeProductId }
            : undefined,
        reference: String(agreement.id),
        successUrl: `${clientPagesUrl(app)}/financing/success?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${clientPagesUrl(app)}/financing/signup/${plan.id}`,
        metadata: { agreement: String(agreement.id), plan: plan.id },
      },
      `plan-checkout-${key}-${countCheckouts(app.db, agreement.id)}`,
    ),
  );
}

/** Stores the checkout before the client is sent to it. Two clicks at once get the same one from Stripe. */
function saveCheckout(
  app: App,
  agreement: AgreementRow,
  checkout: Checkout,
  contactId: number,
  caller: Caller,
): void {
  if (findCheckout(app.db, checkout.id)) return;
  const plan = getPlan(app, agreement.subjectId);
  insertCheckout(app.db, {
    sessionId: checkout.id,
    kind: "plan",
    subjectId: plan.id,
    agreementId: agreement.id,
    contactName: findContact(app.db, contactId)?.name ?? agreement.signerName,
    phone: agreement.phone,
    email: agreement.email,
    createdAt: app.now(),
  });
  recordAgreementEvent(app, agreement.id, "Payment begun", caller);
}
