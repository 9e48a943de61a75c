import { findAgreement, findEarlierUnpaidAgreement } from "#db/billing/agreements.ts";
import { findMembership, type MembershipRow, setMembershipPrice } from "#db/billing/memberships.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import { requireCodePhone } from "#src/accounts/verification-codes/verification-codes.ts";
import type { App, Caller } from "#src/app.ts";
import {
  electronicConsent,
  externalKey,
  signAgreement,
  versionOf,
} from "#src/billing/agreements/agreements.ts";
import { agreementTextOf, contradictionOf } from "#src/billing/memberships/memberships.ts";
import { findPaymentsProvider } from "#src/billing/stripe-provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { defineModule, visitor } from "#src/platform/http/routes.ts";
import { clientPagesUrl, getSettings } from "#src/platform/settings/settings.ts";
import { membershipTerms } from "#src/shared/agreement-terms.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import { formatCents } from "#src/shared/money.ts";
import { fieldProblem, Problem, requireFound } from "#src/shared/problem.ts";
import {
  confirmCheckout,
  describePurchase,
  ensurePrice,
  leadToCheckout,
  openPurchase,
  type Visit,
} from "./checkout.ts";
import { checkout, type Offer, type SignUp } from "./contract.ts";
import { createCheckout, storeSignature, verifyPhone, verifySignUpCode } from "./plan-sign-up.ts";
import { getPublicPlan } from "./public-plan.ts";

export const checkoutModule = defineModule(checkout, {
  offer: visitor(({ app, params }) => getOffer(app, params.id)),
  signUp: visitor(({ app, body, ...visit }) => signUp(app, body, visit)),
  confirmMembership: visitor(async ({ app, body, ...visit }) => ({
    ready: (await confirmCheckout(app, body.sessionId, visit)) === "fulfilled",
    bought: describePurchase(app, body.sessionId),
  })),
  plan: visitor(({ app, params }) => getPublicPlan(app, params.id)),
  verifyPhone: visitor(({ app, body, caller }) => verifyPhone(app, body.phoneNumber, caller)),
  verifyCode: visitor(({ app, body, ...visit }) => verifySignUpCode(app, body, visit)),
  storeSignature: visitor(({ app, body, ...visit }) => storeSignature(app, body, visit)),
  createCheckout: visitor(({ app, body, ...visit }) => createCheckout(app, body, visit)),
  confirmPlan: visitor(async ({ app, body, ...visit }) => ({
    status: await confirmCheckout(app, body.sessionId, visit),
    bought: describePurchase(app, body.sessionId),
  })),
});

const QUARTER = 15 * 60;
const OF_VISITOR: Limit = { name: "sign-ups of a visitor", most: 10, seconds: QUARTER };
const OF_ALL: Limit = { name: "all sign-ups", most: 300, seconds: QUARTER };
/** Signing the same again within this time continues the earlier sign-up. */
const REPEAT_MS = HOUR_MS;

/** @throws Problem 404 */
function getOffer(app: App, id: string): Offer {
  const membership = requireFound(findMembership(app.db, id), "Membership Not Found");
  const { name, description, price, billingFrequency, status } = membership;
  // A text that contradicts the offer is not on offer until staff have corrected it.
  const isOffered = contradictionOf(app, membership) === undefined;
  return {
    id,
    name,
    description,
    price: formatCents(price),
    billingFrequency,
    currency: getSettings(app).currency,
    ...signedParts(app, membership),
    status: isOffered ? status : "pending",
    consent: electronicConsent(app),
    version: offerVersion(app, membership),
  };
}

function signedParts(app: App, membership: MembershipRow) {
  return {
    agreementText: agreementTextOf(app, membership),
    terms: membershipTerms({ ...membership, currency: getSettings(app).currency }),
  };
}

function offerVersion(app: App, membership: MembershipRow): string {
  const { name, description } = membership;
  return versionOf({ name, description, ...signedParts(app, membership) });
}

/**
 * Stores the signed agreement and returns the URL of the checkout. No contact is added before the payment.
 * The idempotency keys at Stripe come from the agreement, so that a repeat returns the same checkout.
 * @throws Problem 400, 404, 409, 429, 503
 */
async function signUp(app: App, input: SignUp, visit: Visit): Promise<{ readonly url: string }> {
  const { caller } = visit;
  limitRate(app, OF_VISITOR, caller);
  limitRate(app, OF_ALL);
  const membership = getAvailableMembership(app, input);
  // A member without codes could pay but never sign in.
  const phone = requireCodePhone(app, input.contactPhone, "contactPhone");
  const payments = await findPaymentsProvider(app);
  if (!payments) throw new Problem(409, "We can't take cards yet. Ask us how to join.");
  const agreementId = await whenFree(() => sign(app, input, membership, phone, caller));

  const agreement = findAgreement(app.db, agreementId);
  if (!agreement) throw new Error(`agreement ${agreementId} was deleted during its checkout`);
  const { id, name, price: cents, billingFrequency: interval } = membership;
  const { priceId } = await ensurePrice(
    app,
    payments,
    membership,
    { name, cents, interval },
    ({ currency, statementName }) => {
      const terms = JSON.stringify([name, cents, currency, interval, statementName]);
      return `membership-${id}-price-${Bun.hash(terms).toString(36)}`;
    },
    (price) => setMembershipPrice(app.db, membership, price),
  );
  const key = `sign-up-${externalKey(agreement)}`;
  const checkout = await openPurchase(
    app,
    payments,
    {
      kind: "membership",
      subjectId: id,
      agreement,
      contactId: null,
      contactName: input.contactName,
      priceId,
      once: undefined,
      successPath: "/membership/success",
      cancelPath: `/membership/signup/${id}`,
      metadata: { agreement: String(agreementId) },
      keys: {
        customer: `${key}-customer`,
        // If the settings have changed since a repeated signature, it needs another checkout.
        checkout: `${key}-${Bun.hash(priceId + clientPagesUrl(app)).toString(36)}`,
      },
    },
    () =>
      recordSystem(
        app,
        { action: "membership.sign", target: ["membership", id], metadata: { agreementId } },
        caller,
      ),
  );
  return {
    url: leadToCheckout(app, checkout, visit, "This checkout has expired. Sign again."),
  };
}

function getAvailableMembership(app: App, { membershipId, version }: SignUp): MembershipRow {
  const membership = requireFound(findMembership(app.db, membershipId), "Membership Not Found");
  if (membership.status !== "approved") throw new Problem(409, "Membership Not Available");
  if (version !== undefined && version !== offerVersion(app, membership))
    throw new Problem(409, "This membership changed while you were reading it. Reload the page.");
  if (contradictionOf(app, membership) !== undefined)
    throw fieldProblem(
      409,
      "agreementText",
      "This agreement doesn't match the offer, so it can't be signed. Call us.",
    );
  return membership;
}

function sign(
  app: App,
  input: SignUp,
  membership: MembershipRow,
  phone: string,
  caller: Caller,
): number {
  const { agreementText: text, terms } = signedParts(app, membership);
  return inTransaction(app.db, () => {
    const id = signAgreement(app, {
      kind: "membership",
      subjectId: membership.id,
      title: `Membership agreement: ${membership.name}`,
      text,
      facts: {
        priceCents: membership.price,
        currency: getSettings(app).currency,
        billingFrequency: membership.billingFrequency,
        terms,
      },
      signatureType: input.signatureType,
      signatureData: input.signatureData,
      signerName: input.signerName,
      phone,
      phoneVerified: false,
      email: input.contactEmail,
      caller,
    });
    return findEarlierUnpaidAgreement(app.db, id, app.now() - REPEAT_MS) ?? id;
  });
}
