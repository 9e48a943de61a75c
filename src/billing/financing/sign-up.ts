import { firstAdmin } from "#db/accounts/users.ts";
import { type PaymentPlanRow, setPlanPrice } from "#db/billing/payment-plans.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import {
  checkProof,
  consumeCode,
  phoneTyped,
  sendPhoneCode,
  verifyCode,
} from "#src/accounts/verification-codes/verification-codes.ts";
import type { App, Caller } from "#src/app.ts";
import { ELECTRONIC_CONSENT, signAgreement } from "#src/billing/agreements/agreements.ts";
import type { PlanFacts } from "#src/billing/ledger/facts.ts";
import {
  costsOf,
  foundPlan,
  shownTerms,
  termsOf,
} from "#src/billing/payment-plans/payment-plans.ts";
import { answerOf, paymentsOf } from "#src/billing/stripe/provider.ts";
import { addContact } from "#src/clients/contacts/contacts.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { businessDay, settingsOf } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { bindChain } from "./chain.ts";
import type { PublicPlan, Signing } from "./contract.ts";

interface Visit {
  readonly caller: Caller;
  readonly proof: string | undefined;
  readonly answer: Headers;
}

/** What anybody who has the link may read. @throws Problem 404 */
export function publicPlan(app: App, id: string): PublicPlan {
  const plan = foundPlan(app, id);
  return {
    ...shownTerms(plan.name, plan.description, termsOf(plan)),
    id: plan.id,
    agreementText: plan.agreementText,
    currency: settingsOf(app).currency,
    consent: ELECTRONIC_CONSENT,
    costs: costsOf(termsOf(plan), businessDay(app)),
    updatedAt: new Date(plan.updatedAt).toISOString(),
  };
}

export function verifyPhone(app: App, typed: string, caller: Caller): Promise<void> {
  const address = phoneTyped(app, typed);
  return sendPhoneCode(app, { purpose: "sign-up", address }, caller);
}

export function verifySignUpCode(
  app: App,
  typed: { phoneNumber: string; code: string },
  { caller, proof, answer }: Visit,
): void {
  const address = phoneTyped(app, typed.phoneNumber);
  verifyCode(app, { purpose: "sign-up", address }, { code: typed.code, proof }, caller, answer);
}

/**
 * Freezes the agreement and uses the code up; from here on the browser holds the chain. What is signed for
 * includes Stripe's price, so it is made before. @throws Problem 400, 404, 409, 429, 503
 */
export async function storeSignature(
  app: App,
  signing: Signing,
  { caller, proof, answer }: Visit,
): Promise<{ contactId: number }> {
  const address = phoneTyped(app, signing.phoneNumber);
  const target = { purpose: "sign-up", address } as const;
  const given = { code: signing.verificationCode, proof };
  checkProof(app, target, given, caller);
  const { priceId, currency } = await priceOf(app, readyPlan(app, signing));

  return whenFree(() =>
    inTransaction(app.db, () => {
      consumeCode(app, target, given);
      const plan = readyPlan(app, signing);
      if (plan.stripePriceId !== priceId) throw changedMeanwhile();
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
      const contactId = contactOf(app, address, signing);
      recordSystem(
        app,
        {
          action: "payment_plan.sign",
          target: ["payment_plan", plan.id],
          metadata: { agreement: agreementId, contact: contactId },
        },
        caller,
      );
      bindChain(app, answer, { agreementId, contactId, planId: plan.id });
      return { contactId };
    }),
  );
}

function readyPlan(app: App, { paymentPlanId, planUpdatedAt }: Signing): PaymentPlanRow {
  const plan = foundPlan(app, paymentPlanId);
  if (plan.agreementText === "")
    throw new Problem(409, "This plan cannot be signed up for yet. Please call us.");
  if (planUpdatedAt !== undefined && planUpdatedAt !== new Date(plan.updatedAt).toISOString())
    throw changedMeanwhile();
  return plan;
}

function changedMeanwhile(): Problem {
  return new Problem(
    409,
    "This plan was changed while you were reading. Please load the page again and read it once more.",
  );
}

/** Stripe's price of each installment, made once for a plan, currency and statement name, and kept with it. */
async function priceOf(
  app: App,
  plan: PaymentPlanRow,
): Promise<{ priceId: string; currency: string }> {
  const { currency, statementName } = settingsOf(app);
  if (
    plan.stripePriceId !== null &&
    plan.stripePriceCurrency === currency &&
    plan.stripeStatementName === statementName
  )
    return { priceId: plan.stripePriceId, currency };
  const payments = await paymentsOf(app);
  if (!payments) throw new Problem(409, "Cards cannot be taken right now. Please call us.");
  const made = answerOf(
    await payments.createPrice(
      {
        name: plan.name,
        cents: plan.installment,
        currency,
        interval: plan.installmentInterval,
        statementName,
      },
      `plan-price-${plan.id}-${plan.updatedAt}-${currency}-${Bun.hash(statementName).toString(36)}`,
    ),
  );
  await whenFree(() =>
    inTransaction(app.db, () =>
      setPlanPrice(app.db, plan.id, { ...made, currency, statementName }),
    ),
  );
  return { priceId: made.priceId, currency };
}

/** The contact of the number that was proved as it is, or a new one. */
function contactOf(app: App, phone: string, { fullName, email }: Signing): number {
  const known = findContactByPhone(app.db, phone);
  if (known) return known.id;
  const userId = firstAdmin(app.db);
  if (userId === undefined) throw new Problem(409, "Nobody has set this up yet. Please call us.");
  const id = addContact(app, { name: fullName, phone, email, userId });
  recordSystem(app, {
    action: "contact.create",
    target: ["contact", id],
    metadata: { by: "sign-up" },
  });
  return id;
}
