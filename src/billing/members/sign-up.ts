import { findAgreement, findUnpaidAgreement } from "#db/billing/agreements.ts";
import { findCheckout, insertCheckout } from "#db/billing/checkouts.ts";
import { findMembership, type MembershipRow, setMembershipPrice } from "#db/billing/memberships.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, Caller } from "#src/app.ts";
import {
  ELECTRONIC_CONSENT,
  outsideKey,
  signAgreement,
} from "#src/billing/agreements/agreements.ts";
import { agreementOf } from "#src/billing/memberships/memberships.ts";
import { fulfil } from "#src/billing/stripe/fulfill.ts";
import { answerOf, paymentsOf } from "#src/billing/stripe/provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { limit } from "#src/platform/http/rate-limit.ts";
import { requirePhone } from "#src/platform/phone-numbers.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { clientPagesUrl, settingsOf } from "#src/platform/settings/settings.ts";
import { amountOf } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Offer, SignUp } from "./contract.ts";

const PER_IP = 10;
const OF_ALL = 300;
const QUARTER_SECONDS = 15 * 60;
/** Who presses twice, or comes back from paying, goes on with what was signed. */
const SAME_MS = 60 * 60 * 1000;

/** @throws Problem 404 */
export function offerOf(app: App, id: string): Offer {
  const membership = findMembership(app.db, id);
  if (!membership) throw new Problem(404, "Membership Not Found");
  const { name, description, price, billingFrequency, status } = membership;
  return {
    id,
    name,
    description,
    price: amountOf(price),
    billingFrequency,
    currency: settingsOf(app).currency,
    agreementText: agreementOf(app, membership),
    status,
    consent: ELECTRONIC_CONSENT,
    version: String(membership.updatedAt),
  };
}

/**
 * Freezes what is signed, then sends the client to pay. No contact is touched before that. Everything at
 * Stripe is asked for under keys of the stored agreement, so that a repeat finds the same checkout.
 * @throws Problem 400, 404, 409, 429, 503
 */
export async function signUp(
  app: App,
  wanted: SignUp,
  caller: Caller,
): Promise<{ readonly url: string }> {
  limit(app, `sign-ups from ${caller.ip}`, PER_IP, QUARTER_SECONDS);
  limit(app, "sign-ups of all", OF_ALL, QUARTER_SECONDS);
  const membership = available(app, wanted);
  const phone = requirePhone(wanted.contactPhone, settingsOf(app).country, "contactPhone");
  const payments = await paymentsOf(app);
  if (!payments)
    throw new Problem(409, "Card payments are not set up here yet. Please ask us how to join.");
  const { currency } = settingsOf(app);
  const agreementId = await whenFree(() => sign(app, wanted, membership, phone, caller));

  const agreement = findAgreement(app.db, agreementId);
  if (!agreement) throw new Error(`Agreement ${agreementId} is gone while it is paid for`);
  const key = `sign-up-${outsideKey(agreement)}`;
  const customerId = answerOf(
    await payments.createCustomer(
      { name: wanted.contactName, email: wanted.contactEmail, phone, contactId: null },
      `${key}-customer`,
    ),
  );
  const pages = clientPagesUrl(app);
  const priceId = await priceOf(app, payments, membership, currency);
  const checkout = answerOf(
    await payments.openCheckout(
      {
        customerId,
        priceId,
        once: undefined,
        reference: String(agreementId),
        successUrl: `${pages}/membership/success?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${pages}/membership/signup/${membership.id}`,
        metadata: { agreement: String(agreementId) },
      },
      // Settings may have changed since the same was signed: then it is another checkout.
      `${key}-${Bun.hash(priceId + pages).toString(36)}`,
    ),
  );
  if (checkout.url === null) throw new Problem(409, "This checkout is over. Please sign again.");
  await whenFree(() =>
    inTransaction(app.db, () => {
      if (findCheckout(app.db, checkout.id)) return;
      insertCheckout(app.db, {
        sessionId: checkout.id,
        kind: "membership",
        subjectId: membership.id,
        agreementId,
        contactName: wanted.contactName,
        phone,
        email: wanted.contactEmail,
        createdAt: app.now(),
      });
      recordSystem(
        app,
        {
          action: "membership.sign",
          target: ["membership", membership.id],
          metadata: { agreementId },
        },
        caller,
      );
    }),
  );
  return { url: checkout.url };
}

/** Whether what was paid is there now. */
export async function settleCheckout(
  app: App,
  sessionId: string,
  caller: Caller,
): Promise<{ readonly ready: boolean }> {
  limit(app, `checkouts looked at from ${caller.ip}`, PER_IP * 3, QUARTER_SECONDS);
  return { ready: (await fulfil(app, sessionId)) === "fulfilled" };
}

function available(app: App, { membershipId, version }: SignUp): MembershipRow {
  const membership = findMembership(app.db, membershipId);
  if (!membership) throw new Problem(404, "Membership Not Found");
  if (membership.status !== "approved") throw new Problem(409, "Membership Not Available");
  if (version !== undefined && version !== String(membership.updatedAt))
    throw new Problem(
      409,
      "This membership has changed while you were reading. Please load the page again.",
    );
  return membership;
}

function sign(
  app: App,
  wanted: SignUp,
  membership: MembershipRow,
  phone: string,
  caller: Caller,
): number {
  return inTransaction(app.db, () => {
    const id = signAgreement(app, {
      kind: "membership",
      subjectId: membership.id,
      title: `Membership agreement: ${membership.name}`,
      text: agreementOf(app, membership),
      facts: {
        priceCents: membership.price,
        currency: settingsOf(app).currency,
        billingFrequency: membership.billingFrequency,
      },
      signatureType: wanted.signatureType,
      signatureData: wanted.signatureData,
      signerName: wanted.signerName,
      phone,
      phoneVerified: false,
      email: wanted.contactEmail,
      caller,
    });
    return findUnpaidAgreement(app.db, id, app.now() - SAME_MS) ?? id;
  });
}

/** One for each name, price, frequency and statement name; kept, so that the next client's checkout has it. */
async function priceOf(
  app: App,
  payments: PaymentsProvider,
  membership: MembershipRow,
  currency: string,
): Promise<string> {
  const { statementName } = settingsOf(app);
  if (
    membership.stripePriceId !== null &&
    membership.stripePriceCurrency === currency &&
    membership.stripeStatementName === statementName
  )
    return membership.stripePriceId;
  const { id, name, price: cents, billingFrequency: interval } = membership;
  const terms = JSON.stringify([name, cents, currency, interval, statementName]);
  const { priceId } = answerOf(
    await payments.createPrice(
      { name, cents, currency, interval, statementName },
      `membership-${id}-price-${Bun.hash(terms).toString(36)}`,
    ),
  );
  await whenFree(() =>
    setMembershipPrice(app.db, membership, { priceId, currency, statementName }),
  );
  return priceId;
}
