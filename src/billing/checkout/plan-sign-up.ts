import { type PaymentPlanRow, setPlanPrice } from "#db/billing/payment-plans.ts";
import { writeWhenFree } from "#db/connection.ts";
import {
  checkProof,
  consumeCode,
  parsePhone,
  sendPhoneCode,
  verifyCode,
} from "#src/accounts/verification-codes/verification-codes.ts";
import type { App, Caller } from "#src/app.ts";
import { ELECTRONIC_CONSENT, signAgreement } from "#src/billing/agreements/agreements.ts";
import type { PlanFacts } from "#src/billing/ledger/facts.ts";
import {
  costsOf,
  getPlan,
  termsOf,
  toPlanTerms,
} from "#src/billing/payment-plans/payment-plans.ts";
import { findPaymentsProvider } from "#src/billing/stripe-provider.ts";
import { ensureContact } from "#src/clients/ensure-contact.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { businessDay, getSettings } from "#src/platform/settings/settings.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { Problem } from "#src/shared/problem.ts";
import { ensurePrice, type Visit } from "./checkout.ts";
import type { PublicPlan, Signing } from "./contract.ts";
import { setSignUpCookie } from "./sign-up-cookie.ts";

/** Returns a plan for anyone who has its link. @throws Problem 404 */
export function getPublicPlan(app: App, id: string): PublicPlan {
  const plan = getPlan(app, id);
  return {
    ...toPlanTerms(plan.name, plan.description, termsOf(plan)),
    id: plan.id,
    agreementText: plan.agreementText,
    currency: getSettings(app).currency,
    consent: ELECTRONIC_CONSENT,
    costs: costsOf(termsOf(plan), businessDay(app)),
    updatedAt: toIso(plan.updatedAt),
  };
}

export function verifyPhone(app: App, input: string, caller: Caller): Promise<void> {
  const address = parsePhone(app, input);
  return sendPhoneCode(app, { purpose: "sign-up", address }, caller);
}

export function verifySignUpCode(
  app: App,
  input: { phoneNumber: string; code: string },
  { caller, proof, answer }: Visit,
): void {
  const address = parsePhone(app, input.phoneNumber);
  verifyCode(app, { purpose: "sign-up", address }, { code: input.code, proof }, caller, answer);
}

/**
 * Stores the signed agreement, uses up the code, and sets the sign-up cookie. The signed facts include
 * Stripe's price, so the price is created first.
 * @throws Problem 400, 404, 409, 429, 503
 */
export async function storeSignature(
  app: App,
  signing: Signing,
  { caller, proof, answer }: Visit,
): Promise<{ contactId: number }> {
  const address = parsePhone(app, signing.phoneNumber);
  const target = { purpose: "sign-up", address } as const;
  const proofOfPhone = { code: signing.verificationCode, proof };
  checkProof(app, target, proofOfPhone, caller);
  const { priceId, currency } = await ensurePlanPrice(app, getSignablePlan(app, signing));

  return writeWhenFree(app.db, () => {
    consumeCode(app, target, proofOfPhone);
    const plan = getSignablePlan(app, signing);
    if (plan.stripePriceId !== priceId) throw planChangedProblem();
    const facts: PlanFacts = { ...termsOf(plan), currency, stripePriceId: priceId };
    const agreementId = signAgreement(app, {
      kind: "plan",
      subjectId: plan.id,
      title: plan.name,
      text: plan.agreementText,
      facts,
      signatureType: signing.signatureType,
      signatureData: signing.signatureData,
      signerName: signing.signerName,
      phone: address,
      phoneVerified: true,
      email: signing.email,
      caller,
    });
    const { fullName: name, email } = signing;
    const contactId = ensureContact(app, { name, phone: address, email }, "sign-up");
    recordSystem(
      app,
      {
        action: "payment_plan.sign",
        target: ["payment_plan", plan.id],
        metadata: { agreement: agreementId, contact: contactId },
      },
      caller,
    );
    setSignUpCookie(app, answer, { agreementId, contactId, planId: plan.id });
    return { contactId };
  });
}

function getSignablePlan(app: App, { paymentPlanId, planUpdatedAt }: Signing): PaymentPlanRow {
  const plan = getPlan(app, paymentPlanId);
  if (plan.agreementText === "")
    throw new Problem(409, "This plan isn't open for sign-up yet. Please call us.");
  if (planUpdatedAt !== undefined && planUpdatedAt !== toIso(plan.updatedAt))
    throw planChangedProblem();
  return plan;
}

function planChangedProblem(): Problem {
  return new Problem(
    409,
    "This plan changed while you were reading it. Please reload the page and read it again.",
  );
}

/** Returns Stripe's price for the plan's installments. @throws Problem 409, 503 */
async function ensurePlanPrice(app: App, plan: PaymentPlanRow) {
  const payments = await findPaymentsProvider(app);
  if (!payments) throw new Problem(409, "We can't take cards right now. Please call us.");
  const { id, name, installment: cents, installmentInterval: interval, updatedAt } = plan;
  return ensurePrice(
    app,
    payments,
    plan,
    { name, cents, interval },
    ({ currency, statementName }) =>
      `plan-price-${id}-${updatedAt}-${currency}-${Bun.hash(statementName).toString(36)}`,
    (price) => setPlanPrice(app.db, id, price),
  );
}
