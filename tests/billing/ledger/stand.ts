import { insertCheckout } from "#db/billing/checkouts.ts";
import { type InstallmentRow, installmentsOf } from "#db/billing/installments.ts";
import { insertMembership } from "#db/billing/memberships.ts";
import { insertPlan } from "#db/billing/payment-plans.ts";
import { findPlanSubscription } from "#db/billing/plan-subscriptions.ts";
import { inTransaction } from "#db/connection.ts";
import { signAgreement } from "#src/billing/agreements/agreements.ts";
import { requirePaymentsProvider } from "#src/billing/stripe-provider.ts";
import type { PaymentOutcome } from "#src/platform/providers/payment-outcome.ts";
import { connectStripe } from "#src/platform/providers/stripe/stripe.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { type PlanTerms, planAmounts } from "#src/shared/installments.ts";
import {
  STRIPE_KEY,
  type StripeStandIn,
  startStripeStandIn,
} from "#tests/sandbox/stripe-stand-in.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

export const WEBHOOK_SECRET = "whsec_of_the_tests";
const NOON = Date.parse("2026-11-20T16:00:00Z");
export const ADA = "+12025550111";
const CALLER = { ip: "203.0.113.7", userAgent: "A browser" };

export interface BillingStand extends TestApp {
  readonly stripe: StripeStandIn;
  /** A plan that a client has signed and is about to pay. Returns the checkout's id. */
  readonly signPlan: (terms?: Partial<PlanTerms>, phone?: string) => Promise<Signed>;
  readonly signMembership: (phone?: string) => Promise<Signed>;
  /** Another checkout of the same signature. */
  readonly openAgain: (signed: Signed) => Promise<string>;
  /** Moves both clocks, with everything that Stripe does automatically. */
  readonly pass: (days: number) => void;
  /** Stripe sends all events, each this many times, in an order set by the seed (0: original order). */
  readonly tell: (times?: number, seed?: number) => Promise<number[]>;
  readonly stop: () => Promise<void>;
  readonly ledger: (id?: number) => Pick<InstallmentRow, "sequenceNumber" | "status">[];
  readonly plan: (id?: number) => ReturnType<typeof findPlanSubscription>;
}

export interface Signed {
  readonly sessionId: string;
  readonly agreementId: number;
  readonly kind: "membership" | "plan";
  readonly priceId: string;
  readonly phone: string;
  /** Cents that don't divide evenly, paid with the first installment. */
  readonly once?: { readonly cents: number; readonly currency: string; readonly productId: string };
}

/** A salon whose Stripe is the stand-in, through the official SDK. With a path its database is a file. */
export function billingStand({
  path,
  now = NOON,
  passive = false,
}: {
  path?: string;
  now?: number;
  passive?: boolean;
} = {}): BillingStand {
  const stripe = startStripeStandIn(now);
  const parlor = testApp({
    ...(path && { path, connected: false }),
    config: { passive },
    providers: { payments: (key) => connectStripe({ stripeApiBase: stripe.url }, key) },
  });
  const { app, admin, clock } = parlor;
  saveSettings(app, admin.actor, {
    stripeSecretKey: STRIPE_KEY,
    stripeWebhookSecret: WEBHOOK_SECRET,
    businessName: "Glow",
  });
  let server: ReturnType<typeof Bun.serve> | undefined;
  let keys = 0;
  const key = () => {
    keys += 1;
    return `test-${keys}`;
  };

  async function openCheckout(signed: Omit<Signed, "sessionId">, subjectId: string) {
    const payments = await requirePaymentsProvider(app);
    const customerId = done(
      await payments.createCustomer(
        { name: "Ada", email: "ada@example.com", phone: signed.phone, contactId: null },
        key(),
      ),
    );
    const { id } = done(
      await payments.openCheckout(
        {
          customerId,
          priceId: signed.priceId,
          once: signed.once,
          reference: String(signed.agreementId),
          successUrl: "https://salon.example.com/financing/success",
          cancelUrl: "https://salon.example.com/",
          metadata: { agreement: String(signed.agreementId) },
        },
        key(),
      ),
    );
    insertCheckout(app.db, {
      sessionId: id,
      kind: signed.kind,
      subjectId,
      agreementId: signed.agreementId,
      contactName: "Ada Lovelace",
      phone: signed.phone,
      email: "ada@example.com",
      createdAt: clock.now,
    });
    return id;
  }

  const subjects = new Map<number, string>();

  function sign(
    kind: Signed["kind"],
    subjectId: string,
    facts: Record<string, unknown>,
    phone: string,
  ): number {
    const id = inTransaction(app.db, () =>
      signAgreement(app, {
        kind,
        subjectId,
        title: "Agreement",
        text: "# Agreement",
        facts,
        signatureType: "text",
        signatureData: "Ada Lovelace",
        signerName: "Ada Lovelace",
        phone,
        phoneVerified: true,
        email: "ada@example.com",
        caller: CALLER,
      }),
    );
    subjects.set(id, subjectId);
    return id;
  }

  return {
    ...parlor,
    stripe,
    async signPlan(wanted = {}, phone = ADA) {
      const terms: PlanTerms = {
        principal: 9_000,
        feeBasisPoints: 0,
        count: 3,
        interval: "month",
        ...wanted,
      };
      const { installment, total, first } = planAmounts(terms);
      const planId = Bun.randomUUIDv7();
      insertPlan(app.db, {
        id: planId,
        name: "Laser",
        description: "",
        principal: terms.principal,
        feeBasisPoints: terms.feeBasisPoints,
        total,
        installmentCount: terms.count,
        installmentInterval: terms.interval,
        installment,
        agreementText: "# Agreement",
        createdBy: admin.id,
        createdAt: clock.now,
      });
      const payments = await requirePaymentsProvider(app);
      const { priceId, productId } = done(
        await payments.createPrice(
          {
            name: "Laser",
            cents: installment,
            currency: "USD",
            interval: terms.interval,
            statementName: "",
          },
          key(),
        ),
      );
      const facts = { ...terms, currency: "USD", stripePriceId: priceId };
      const agreementId = sign("plan", planId, facts, phone);
      const extra = { cents: first - installment, currency: "USD", productId };
      const once = extra.cents > 0 ? { once: extra } : {};
      const signed = { agreementId, kind: "plan", priceId, phone, ...once } as const;
      return { ...signed, sessionId: await openCheckout(signed, planId) };
    },
    async signMembership(phone = ADA) {
      const membershipId = Bun.randomUUIDv7();
      insertMembership(app.db, {
        id: membershipId,
        name: "Glow Club",
        description: "Facials",
        price: 4_900,
        billingFrequency: "month",
        agreementText: "# Agreement",
        status: "approved",
        createdBy: admin.id,
        approvedBy: admin.id,
        approvedAt: clock.now,
        createdAt: clock.now,
      });
      const payments = await requirePaymentsProvider(app);
      const { priceId } = done(
        await payments.createPrice(
          {
            name: "Glow Club",
            cents: 4_900,
            currency: "USD",
            interval: "month",
            statementName: "",
          },
          key(),
        ),
      );
      const facts = { priceCents: 4_900, currency: "USD", billingFrequency: "month" };
      const agreementId = sign("membership", membershipId, facts, phone);
      const signed = { agreementId, kind: "membership", priceId, phone } as const;
      return { ...signed, sessionId: await openCheckout(signed, membershipId) };
    },
    openAgain: (signed) => openCheckout(signed, subjects.get(signed.agreementId) ?? ""),
    pass(days) {
      stripe.pass(days);
      clock.now = stripe.book.now * 1000;
    },
    async tell(times = 1, seed = 0) {
      server ??= Bun.serve({
        hostname: "127.0.0.1",
        port: 0,
        fetch: (request) => parlor.hono.fetch(request),
      });
      return stripe.deliver({
        to: `${server.url.origin}/api/stripe/webhook`,
        secret: WEBHOOK_SECRET,
        times,
        shuffle: createShuffle(seed),
      });
    },
    async stop() {
      await server?.stop(true);
      await stripe.stop();
    },
    ledger: (id = 1) =>
      installmentsOf(app.db, id).map(({ sequenceNumber, status }) => ({ sequenceNumber, status })),
    plan: (id = 1) => findPlanSubscription(app.db, id),
  };
}

function done<T>(outcome: PaymentOutcome<T>): T {
  if (outcome.kind !== "done") throw new Error(`${outcome.kind}: ${outcome.message}`);
  return outcome.value;
}

export function createShuffle(seed: number): (count: number) => number[] {
  if (seed === 0) return (count) => Array.from({ length: count }, (_, at) => at);
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return (count) =>
    Array.from({ length: count }, (_, at) => ({ at, place: next() }))
      .sort((one, other) => one.place - other.place)
      .map(({ at }) => at);
}
