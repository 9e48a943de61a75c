import { type AgreementRow, findAgreement } from "#db/billing/agreements.ts";
import { countCheckouts, listOpenCheckoutsOfAgreement } from "#db/billing/checkouts.ts";
import { type PaymentPlanRow, setPlanPrice } from "#db/billing/payment-plans.ts";
import { findContact } from "#db/clients/contacts.ts";
import { writeWhenFree } from "#db/connection.ts";
import {
  checkProof,
  consumeCode,
  parsePhone,
  sendPhoneCode,
  verifyCode,
} from "#src/accounts/verification-codes/verification-codes.ts";
import type { App, Caller } from "#src/app.ts";
import {
  externalKey,
  recordAgreementEvent,
  signAgreement,
} from "#src/billing/agreements/agreements.ts";
import { PlanFacts } from "#src/billing/ledger/facts.ts";
import { getPlan, termsOf } from "#src/billing/payment-plans/payment-plans.ts";
import { findPaymentsProvider, findStripeCheckout } from "#src/billing/stripe-provider.ts";
import { ensureContact } from "#src/clients/ensure-contact.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { setProofCookie } from "#src/platform/http/cookies.ts";
import type { Checkout } from "#src/platform/providers/payments.ts";
import { isSigned, sign } from "#src/platform/secrets/signatures.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { planAmounts } from "#src/shared/installments.ts";
import { Problem } from "#src/shared/problem.ts";
import {
  ensurePrice,
  leadToCheckout,
  openPurchase,
  type Purchase,
  type Visit,
} from "./checkout.ts";
import type { Signing } from "./contract.ts";
import { getSignablePlan, planChangedProblem, termsToday } from "./public-plan.ts";

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
    const facts: PlanFacts = {
      ...termsOf(plan),
      currency,
      stripePriceId: priceId,
      firstDay: businessDay(app),
    };
    const agreementId = signAgreement(app, {
      kind: "plan",
      subjectId: plan.id,
      title: plan.name,
      text: plan.agreementText,
      facts: { ...facts, terms: termsToday(app, plan) },
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

/** Returns Stripe's price for the plan's installments. @throws Problem 409, 503 */
async function ensurePlanPrice(app: App, plan: PaymentPlanRow) {
  const payments = await findPaymentsProvider(app);
  if (!payments) throw new Problem(409, "We can't take cards right now. Call us.");
  const { id, name, installment: cents, installmentInterval: interval, updatedAt } = plan;
  return ensurePrice(
    app,
    payments,
    plan,
    { name, cents, interval },
    ({ currency, statementName }) =>
      `plan-price-${id}-${updatedAt}-${currency}-${Bun.hash(statementName).toString(36)}`,
    (price) => setPlanPrice(app.db, plan, price),
  );
}

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
    throw new Problem(403, "We can't find your sign-up in this browser. Start again.");
  const agreement = findAgreement(app.db, agreementId);
  if (!agreement) throw new Problem(409, "Your signature has expired. Start again.");
  if (agreement.expiresAt === null) throw new Problem(409, ALREADY_PAID);
  const payments = await findPaymentsProvider(app);
  if (!payments) throw new Problem(409, "We can't take cards right now. Call us.");

  const open = await findOpenCheckout(app, agreementId);
  const purchase = toPurchase(app, agreement, contactId);
  const checkout =
    open ??
    (await openPurchase(app, payments, purchase, () =>
      recordAgreementEvent(app, agreement.id, "Payment started", visit.caller),
    ));
  return { sessionUrl: leadToCheckout(app, checkout, visit, EXPIRED) };
}

const EXPIRED = "This payment page has expired. Start again.";
const ALREADY_PAID = "You've already paid for this plan. Sign in to see your payments.";

/** A client who returns from Stripe without paying continues with the same checkout. */
async function findOpenCheckout(app: App, agreementId: number): Promise<Checkout | undefined> {
  for (const id of listOpenCheckoutsOfAgreement(app.db, agreementId)) {
    const checkout = await findStripeCheckout(app, id);
    // The account that is connected now doesn't have the signed price either.
    if (!checkout) throw new Problem(409, EXPIRED);
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

/** The lifetime of an unpaid signature. */
const MAX_AGE_SECONDS = 24 * 60 * 60;

interface SignedSignUp {
  readonly agreementId: number;
  readonly contactId: number;
  readonly planId: string;
}

/**
 * Ties the rest of a sign-up to the browser that signed. Reuses the cookie that proved the phone, whose
 * code is used up by then. A keyed hash prevents forging other ids.
 */
function setSignUpCookie(app: App, answer: Headers, signUp: SignedSignUp): void {
  const seal = sign(app, HASH_NAME, sealInput(signUp));
  setProofCookie(app, answer, `${signUp.agreementId}.${signUp.contactId}.${seal}`, MAX_AGE_SECONDS);
}

function findSignedAgreement(
  app: App,
  proof: string | undefined,
  expected: { contactId: number; planId: string },
): number | undefined {
  const [, agreement, contact, seal] = /^(\d{1,15})\.(\d{1,15})\.([\w-]+)$/.exec(proof ?? "") ?? [];
  if (agreement === undefined || seal === undefined || Number(contact) !== expected.contactId)
    return undefined;
  const agreementId = Number(agreement);
  const input = sealInput({ ...expected, agreementId });
  return isSigned(app, HASH_NAME, input, seal) ? agreementId : undefined;
}

const HASH_NAME = "financing chain";

function sealInput({ agreementId, contactId, planId }: SignedSignUp): string {
  return `${agreementId} ${contactId} ${planId}`;
}
