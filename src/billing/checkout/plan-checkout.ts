import { type AgreementRow, findAgreement } from "#db/billing/agreements.ts";
import { countCheckouts, listOpenCheckoutsOfAgreement } from "#db/billing/checkouts.ts";
import { findContact } from "#db/clients/contacts.ts";
import type { App } from "#src/app.ts";
import { externalKey, recordAgreementEvent } from "#src/billing/agreements/agreements.ts";
import { PlanFacts } from "#src/billing/ledger/facts.ts";
import { getPlan } from "#src/billing/payment-plans/payment-plans.ts";
import { findPaymentsProvider, valueOrProblem } from "#src/billing/stripe-provider.ts";
import type { Checkout, PaymentsProvider } from "#src/platform/providers/payments.ts";
import { planAmounts } from "#src/shared/installments.ts";
import { Problem } from "#src/shared/problem.ts";
import { leadToCheckout, openPurchase, type Purchase, type Visit } from "./checkout.ts";
import { findSignedAgreement } from "./sign-up-cookie.ts";

/**
 * Returns the URL where the client pays the first installment: the open checkout for their signature, or
 * a new one.
 * @throws Problem 403 for ids that this browser did not sign for, 404, 409, 503
 */
export async function createCheckout(
  app: App,
  { paymentPlanId: planId, contactId }: { paymentPlanId: string; contactId: number },
  visit: Visit,
): Promise<{ sessionUrl: string }> {
  const agreementId = findSignedAgreement(app, visit.proof, { planId, contactId });
  if (agreementId === undefined)
    throw new Problem(403, "We can't find your sign-up in this browser. Please start again.");
  const agreement = findAgreement(app.db, agreementId);
  if (!agreement) throw new Problem(409, "Your signature has expired. Please start again.");
  if (agreement.expiresAt === null) throw new Problem(409, ALREADY_PAID);
  const payments = await findPaymentsProvider(app);
  if (!payments) throw new Problem(409, "We can't take cards right now. Please call us.");

  const open = await findOpenCheckout(app, payments, agreementId);
  const purchase = toPurchase(app, agreement, contactId);
  const checkout =
    open ??
    (await openPurchase(app, payments, purchase, () =>
      recordAgreementEvent(app, agreement.id, "Payment begun", visit.caller),
    ));
  const expired = "This payment page has expired. Please start again.";
  return { sessionUrl: leadToCheckout(app, checkout, visit, expired) };
}

const ALREADY_PAID = "You've already paid for this plan. Sign in to see your payments.";

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

function toPurchase(app: App, agreement: AgreementRow, contactId: number): Purchase {
  const facts = PlanFacts.parse(JSON.parse(agreement.facts));
  const { id, stripeProductId: productId } = getPlan(app, agreement.subjectId);
  const { first, installment } = planAmounts(facts);
  const cents = first - installment;
  const key = externalKey(agreement);
  return {
    kind: "plan",
    subjectId: id,
    agreement,
    contactId,
    contactName: findContact(app.db, contactId)?.name ?? agreement.signerName,
    priceId: facts.stripePriceId,
    once:
      cents > 0 && productId !== null ? { cents, currency: facts.currency, productId } : undefined,
    successPath: "/financing/success",
    cancelPath: `/financing/signup/${id}`,
    metadata: { agreement: String(agreement.id), plan: id },
    keys: {
      customer: `plan-customer-${key}`,
      checkout: `plan-checkout-${key}-${countCheckouts(app.db, agreement.id)}`,
    },
  };
}
