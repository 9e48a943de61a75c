import { handleStripeEvent } from "#src/billing/stripe/reconcile.ts";
import { refundDeposits } from "#src/calendar/online-booking/deposits.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { type BookingDesk, bookingDesk, FRIDAY } from "./stand.ts";

interface Till {
  /** Checkouts by id: paid or not. */
  readonly checkouts: Map<string, { paid: boolean; cents: number; expired: boolean }>;
  readonly refunds: string[];
  /** Payments whose refunds the client's bank returns. */
  readonly returned: Set<string>;
  /** Payments that Stripe does not know. */
  readonly refused: string[];
  /** Payments that their client disputes at the bank. */
  readonly disputed: Set<string>;
  isDown: boolean;
}

export interface DepositDesk extends BookingDesk {
  readonly till: Till;
}

/** The salon with Stripe, in which a facial needs a deposit of 30. */
export async function depositDesk(): Promise<DepositDesk> {
  const till: Till = {
    checkouts: new Map(),
    refunds: [],
    returned: new Set(),
    refused: [],
    disputed: new Set(),
    isDown: false,
  };
  const parlor = await bookingDesk({ deposit: "30.00" });
  await parlor.admin.request("POST", "/api/settings", { stripeSecretKey: "sk_test_1" });
  Object.assign(parlor.app.providers, { payments: async () => fakeProvider(till) });
  return { ...parlor, till };
}

function fakeProvider(till: Till): PaymentsProvider {
  const checkoutOf = (id: string) => {
    const { paid = false, expired = false } = till.checkouts.get(id) ?? {};
    return {
      id,
      url: `https://checkout.example.com/${id}`,
      status: paid ? "complete" : expired ? "expired" : "open",
      paid,
      paymentIntentId: paid ? `pi_${id}` : null,
    };
  };
  const done = (value: unknown) => ({ kind: "done", value });
  const fake = {
    openPayment: async ({ lines }: { lines: { cents: number }[] }) => {
      const cents = lines.reduce((sum, line) => sum + line.cents, 0);
      if (till.isDown) return { kind: "unreachable", message: "down" };
      const id = `cs_${till.checkouts.size + 1}`;
      till.checkouts.set(id, { paid: false, cents, expired: false });
      return done(checkoutOf(id));
    },
    readCheckout: async (id: string) =>
      till.isDown
        ? { kind: "unreachable", message: "down" }
        : till.checkouts.has(id)
          ? done(checkoutOf(id))
          : { kind: "missing", message: "No such checkout" },
    expireCheckout: async (id: string) => {
      if (till.isDown) return { kind: "unreachable", message: "down" };
      const checkout = till.checkouts.get(id);
      if (checkout) checkout.expired = true;
      return done(checkoutOf(id));
    },
    refund: async (intent: string) => {
      if (till.isDown) return { kind: "unreachable", message: "down" };
      if (till.refused.includes(intent)) return { kind: "missing", message: "No such payment" };
      if (till.disputed.has(intent)) return done("disputed");
      return done({ id: `re_${till.refunds.push(intent)}` });
    },
    refundsOf: async (paymentIntentId: string) =>
      till.refused.includes(paymentIntentId)
        ? { kind: "missing", message: "No such payment" }
        : done(
            till.refunds.flatMap((refunded, at) => {
              if (refunded !== paymentIntentId) return [];
              const status = till.returned.has(refunded) ? "failed" : "refunded";
              const made = { kind: "refund", paymentIntentId, amount: 3_000, currency: "CAD" };
              const state = { status, reason: null, dueBy: null, eventAt: 0 };
              return [{ id: `re_${at + 1}`, ...made, ...state }];
            }),
          ),
  };
  return fake as unknown as PaymentsProvider;
}

export async function pay({ app, till }: DepositDesk, id = "cs_1"): Promise<void> {
  const checkout = till.checkouts.get(id);
  if (checkout) checkout.paid = true;
  await handleStripeEvent(app, {
    id: `evt_${crypto.randomUUID()}`,
    type: "checkout.session.completed",
    about: "checkout.session",
    objectId: id,
    subscriptionId: null,
    reversal: undefined,
  });
}

/** Stripe reports that the refunds of a deposit have changed. */
export function reportRefund({ app }: DepositDesk): Promise<void> {
  return handleStripeEvent(app, {
    ...{ id: `evt_${crypto.randomUUID()}`, type: "refund.updated", about: "refund" },
    ...{ objectId: "re_1", subscriptionId: null, reversal: undefined, refundedPayment: "pi_cs_1" },
  });
}

/** Makes the refunds that staff decided on, once they can't take them back. */
export async function refundDecided({ app, clock }: DepositDesk): Promise<void> {
  clock.now += 10_000;
  await refundDeposits(app);
}

/** Lets the visit begin without the client. */
export function miss({ admin, clock }: BookingDesk, id: number, decision: object = {}) {
  clock.now = Math.max(clock.now, Date.parse(`${FRIDAY}T10:30:00-05:00`));
  return admin.request("PATCH", `/api/appointments/${id}`, { status: "no_show", ...decision });
}

export const appointments = async ({ admin }: BookingDesk) =>
  (await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`)).body;
