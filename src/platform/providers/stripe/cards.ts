import type Stripe from "stripe";
import type { CardRequests, CardSetup } from "#src/platform/providers/cards.ts";
import type { PaymentOutcome } from "#src/platform/providers/payment-outcome.ts";
import { toRefusal } from "./messages.ts";
import { CARDS_ONLY } from "./session.ts";
import { idOf } from "./shapes.ts";

/** Cards on file: Checkout in setup mode, and payments without the client. */
export function cardRequests(
  client: Stripe,
  sdk: typeof import("stripe"),
): Omit<CardRequests, "expireCheckout"> {
  const request = async <T>(work: () => Promise<T>): Promise<PaymentOutcome<T>> => {
    try {
      return { kind: "done", value: await work() };
    } catch (error) {
      return toRefusal(error, sdk);
    }
  };

  async function toSetup(session: Stripe.Checkout.Session): Promise<CardSetup> {
    const { id, url } = session;
    const status = (session.status ?? "open") as CardSetup["status"];
    const card = status === "complete" ? await readCard(session) : null;
    return { id, url, status, card };
  }

  /** Null where Stripe has no card, as of an invented kind of payment method. */
  async function readCard(session: Stripe.Checkout.Session): Promise<CardSetup["card"]> {
    const paymentMethodId = await readMethod(session);
    if (paymentMethodId === null) return null;
    const { card, customer } = await client.paymentMethods.retrieve(paymentMethodId);
    const customerId = idOf(customer) ?? (session.setup_intent ? idOf(session.customer) : null);
    if (!card) return null;
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
    return { customerId, paymentMethodId, brand, last4, expMonth, expYear };
  }

  async function readMethod(session: Stripe.Checkout.Session): Promise<string | null> {
    const setupId = idOf(session.setup_intent);
    if (setupId !== null) return idOf((await client.setupIntents.retrieve(setupId)).payment_method);
    const paymentId = idOf(session.payment_intent);
    if (paymentId === null) return null;
    return idOf((await client.paymentIntents.retrieve(paymentId)).payment_method);
  }

  return {
    openCardSetup: (setup, key) =>
      request(async () =>
        toSetup(
          await client.checkout.sessions.create(
            {
              mode: "setup",
              allowed_payment_method_types: [...CARDS_ONLY],
              currency: setup.currency.toLowerCase(),
              customer: setup.customerId,
              client_reference_id: setup.reference,
              success_url: setup.successUrl,
              cancel_url: setup.cancelUrl,
            },
            { idempotencyKey: key },
          ),
        ),
      ),
    readCardSetup: (id) =>
      request(async () => toSetup(await client.checkout.sessions.retrieve(id))),
    async chargeCard(charge, key) {
      const paid = await request(() =>
        client.paymentIntents.create(
          {
            amount: charge.cents,
            currency: charge.currency.toLowerCase(),
            customer: charge.customerId,
            payment_method: charge.paymentMethodId,
            allowed_payment_method_types: [...CARDS_ONLY],
            off_session: true,
            confirm: true,
            description: charge.description,
            metadata: charge.metadata,
          },
          { idempotencyKey: key },
        ),
      );
      return paid.kind === "done" ? toPayment(paid.value) : paid;
    },
    findCharge: ({ customerId, key, since }) =>
      request(async () => {
        const created = { gte: Math.floor(since / 1000) };
        const listed = client.paymentIntents.list({ customer: customerId, created, limit: 100 });
        for await (const { id, metadata, status } of listed)
          if (metadata["key"] === key) return { paymentIntentId: id, status: statusOf(status) };
        return null;
      }),
    async removeCard(paymentMethodId) {
      const removed = await request(() => client.paymentMethods.detach(paymentMethodId));
      if (removed.kind !== "refused") return removed;
      // Stripe refuses to forget a card twice.
      const read = await request(() => client.paymentMethods.retrieve(paymentMethodId));
      return read.kind === "done" && read.value.customer !== null ? removed : read;
    },
  };
}

function statusOf(status: string): "paid" | "failed" | "pending" {
  if (status === "succeeded") return "paid";
  return NEEDS_CLIENT.has(status) || status === "canceled" ? "failed" : "pending";
}

const NEEDS_CLIENT: ReadonlySet<string> = new Set([
  "requires_action",
  "requires_confirmation",
  "requires_payment_method",
]);

/** A status that is not listed proves neither a payment nor its failure: the same key asks again. */
function toPayment({
  id,
  status,
}: Stripe.PaymentIntent): PaymentOutcome<{ readonly paymentIntentId: string }> {
  if (status === "succeeded") return { kind: "done", value: { paymentIntentId: id } };
  if (NEEDS_CLIENT.has(status))
    return {
      kind: "unconfirmed",
      message: "The client's bank asks the client to confirm this payment.",
    };
  return { kind: "unreachable", message: "Stripe hasn't finished this payment. Try again." };
}
