import { type AgreementRow, findAgreement } from "#db/billing/agreements.ts";
import {
  countCheckoutsOf,
  findCheckout,
  insertCheckout,
  openCheckoutsOf,
} from "#db/billing/checkouts.ts";
import { findContact } from "#db/clients/contacts.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, Caller } from "#src/app.ts";
import { noteEvent, outsideKey } from "#src/billing/agreements/agreements.ts";
import { PlanFacts } from "#src/billing/ledger/facts.ts";
import { foundPlan } from "#src/billing/payment-plans/payment-plans.ts";
import { fulfil } from "#src/billing/stripe/fulfill.ts";
import { answerOf, paymentsOf, StripeUnreachable } from "#src/billing/stripe/provider.ts";
import { limit } from "#src/platform/http/rate-limit.ts";
import type { Checkout, PaymentsProvider } from "#src/platform/providers/payments.ts";
import { clientPagesUrl } from "#src/platform/settings/settings.ts";
import { planAmounts } from "#src/shared/installments.ts";
import { Problem } from "#src/shared/problem.ts";
import { agreementOf } from "./chain.ts";

interface Asked {
  readonly paymentPlanId: string;
  readonly contactId: number;
}

/**
 * Where the client pays the first installment: the checkout that is open for their signature, else a new one.
 * @throws Problem 403 for ids that this browser did not sign for, 404, 409, 503
 */
export async function createCheckout(
  app: App,
  { paymentPlanId: planId, contactId }: Asked,
  { caller, proof }: { caller: Caller; proof: string | undefined },
): Promise<{ sessionUrl: string }> {
  const agreementId = agreementOf(app, proof, { planId, contactId });
  if (agreementId === undefined)
    throw new Problem(403, "This is not the sign-up that you began here. Please start again.");
  const agreement = findAgreement(app.db, agreementId);
  if (!agreement)
    throw new Problem(409, "Your signature was made too long ago. Please start again.");
  if (agreement.expiresAt === null)
    throw new Problem(409, "This plan is paid for already. Log in to see your payments.");
  const payments = await paymentsOf(app);
  if (!payments) throw new Problem(409, "Cards cannot be taken right now. Please call us.");

  const open = await openOne(app, payments, agreementId);
  const checkout = open ?? (await openNew(app, payments, agreement, contactId));
  if (checkout.url === null) throw new Problem(409, "This payment is over. Please start again.");
  if (!open)
    await whenFree(() =>
      inTransaction(app.db, () => note(app, agreement, checkout, contactId, caller)),
    );
  return { sessionUrl: checkout.url };
}

/** Asks Stripe whether it was paid, and makes of it what was bought: for the page that a client comes back to. */
export async function confirmCheckout(app: App, sessionId: string, caller: Caller) {
  limit(app, `checkouts from ${caller.ip}`, MOST_CONFIRMED, QUARTER_SECONDS);
  try {
    return { status: await fulfil(app, sessionId) };
  } catch (error) {
    if (!(error instanceof StripeUnreachable)) throw error;
    return { status: "open" } as const;
  }
}

const MOST_CONFIRMED = 60;
const QUARTER_SECONDS = 15 * 60;

/** Who comes back from Stripe without having paid goes on with the same one. */
async function openOne(
  app: App,
  payments: PaymentsProvider,
  agreementId: number,
): Promise<Checkout | undefined> {
  for (const id of openCheckoutsOf(app.db, agreementId)) {
    const checkout = answerOf(await payments.readCheckout(id));
    if (checkout.status === "open") return checkout;
    // Paid, but not told yet: a second one would only be paid back.
    if (checkout.status === "complete")
      throw new Problem(409, "This plan is paid for already. Log in to see your payments.");
  }
  return undefined;
}

async function openNew(
  app: App,
  payments: PaymentsProvider,
  agreement: AgreementRow,
  contactId: number,
): Promise<Checkout> {
  const facts = PlanFacts.parse(JSON.parse(agreement.facts));
  const plan = foundPlan(app, agreement.subjectId);
  const key = outsideKey(agreement);
  const customerId = answerOf(
    await payments.createCustomer(
      { name: agreement.signerName, email: agreement.email, phone: agreement.phone, contactId },
      `plan-customer-${key}`,
    ),
  );
  const { first, installment } = planAmounts(facts);
  const rest = first - installment;
  return answerOf(
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
      `plan-checkout-${key}-${countCheckoutsOf(app.db, agreement.id)}`,
    ),
  );
}

/** Before the client is sent there. Two clicks at once get the same one of Stripe. */
function note(
  app: App,
  agreement: AgreementRow,
  checkout: Checkout,
  contactId: number,
  caller: Caller,
): void {
  if (findCheckout(app.db, checkout.id)) return;
  const plan = foundPlan(app, agreement.subjectId);
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
  noteEvent(app, agreement.id, "Payment begun", caller);
}
