import type Stripe from "stripe";
import type { Config } from "#src/platform/config.ts";
import { CHECK_TIMEOUT_MS, checkFailed, checkPassed } from "#src/platform/providers/check.ts";
import type { PaymentsProvider, ProviderReversal } from "#src/platform/providers/payments.ts";
import { cardRequests } from "./cards.ts";
import { invoiceRequests, type Request } from "./invoices.ts";
import { checkMessage, toRefusal, whyNotRefunded } from "./messages.ts";
import {
  remainingPhase,
  statementDescriptor,
  toPaymentParams,
  toSessionParams,
} from "./session.ts";
import { idOf, toCheckout, toDispute, toEvent, toSubscription } from "./shapes.ts";

/** Stripe's reply to a payment may take several seconds. */
const TIMEOUT_MS = 30_000;

/** Connects with the official SDK. It is loaded on first use, because it takes 60 ms and about 15 MB. */
export async function connectStripe(
  { stripeApiBase }: Pick<Config, "stripeApiBase">,
  secretKey: string,
): Promise<PaymentsProvider> {
  const sdk = await import("stripe");
  const { protocol, hostname, port } = new URL(stripeApiBase);
  const isPlain = protocol === "http:";
  const client = new sdk.default(secretKey, {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? "http" : "https",
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  /** The idempotency key makes repeats by the SDK and by us one request. */
  const withKey = (key: string): Stripe.RequestOptions => ({ idempotencyKey: key });
  const request: Request = async (pending, read) => {
    try {
      return { kind: "done", value: read(await pending) };
    } catch (error) {
      return toRefusal(error, sdk);
    }
  };
  const idOf = ({ id }: { id: string }) => id;

  return {
    async check() {
      try {
        const { livemode } = await client.balance.retrieve({}, { timeout: CHECK_TIMEOUT_MS });
        return checkPassed(
          livemode
            ? "Connected in live mode: cards are really charged."
            : "Connected in test mode: no real money moves.",
        );
      } catch (error) {
        return checkFailed(checkMessage(error, sdk), toRefusal(error, sdk).kind === "unreachable");
      }
    },
    createCustomer: ({ name, email, phone, contactId }, key) =>
      request(
        client.customers.create(
          {
            name,
            ...(email !== null && { email }),
            phone,
            metadata: contactId === null ? {} : { contact: String(contactId) },
          },
          withKey(key),
        ),
        idOf,
      ),
    async createPrice({ name, cents, currency, interval, statementName }, key) {
      const product = await request(
        client.products.create(
          { name, ...statementDescriptor(statementName) },
          withKey(`${key}-product`),
        ),
        idOf,
      );
      if (product.kind !== "done") return product;
      const wanted = {
        product: product.value,
        unit_amount: cents,
        currency: currency.toLowerCase(),
        recurring: { interval },
      };
      return request(client.prices.create(wanted, withKey(key)), ({ id }) => ({
        productId: product.value,
        priceId: id,
      }));
    },
    openCheckout: (wanted, key) =>
      request(client.checkout.sessions.create(toSessionParams(wanted), withKey(key)), toCheckout),
    openPayment: (wanted, key) =>
      request(client.checkout.sessions.create(toPaymentParams(wanted), withKey(key)), toCheckout),
    readCheckout: (id) => request(client.checkout.sessions.retrieve(id), toCheckout),
    expireCheckout: (id) => request(client.checkout.sessions.expire(id), toCheckout),
    readSubscription: (id) => request(client.subscriptions.retrieve(id), toSubscription),
    cancelAtPeriodEnd: (id, cancels, key) =>
      request(
        client.subscriptions.update(id, { cancel_at_period_end: cancels }, withKey(key)),
        toSubscription,
      ),
    cancelSubscription: (id, key) =>
      request(client.subscriptions.cancel(id, {}, withKey(key)), toSubscription),
    async limitPeriods(limited, key) {
      const { subscriptionSchedules: schedules } = client;
      const made = await request(
        limited.scheduleId === null
          ? // Stripe refuses any other parameter with `from_subscription`.
            schedules.create({ from_subscription: limited.id }, withKey(`${key}-schedule`))
          : schedules.retrieve(limited.scheduleId),
        (schedule) => schedule,
      );
      if (made.kind !== "done") return made;
      const { id } = made.value;
      if (made.value.end_behavior === "cancel") return { kind: "done", value: id };
      const remaining = remainingPhase(made.value, limited);
      return request(
        remaining
          ? schedules.update(id, remaining, withKey(key))
          : schedules.cancel(id, { invoice_now: false, prorate: false }, withKey(key)),
        idOf,
      );
    },
    cancelSchedule: (id, key) =>
      request(
        client.subscriptionSchedules.cancel(
          id,
          { invoice_now: false, prorate: false },
          withKey(key),
        ),
        idOf,
      ),
    ...invoiceRequests(client, request),
    ...refundRequests(client, sdk, request),
    ...cardRequests(client, sdk),
    openPortal: ({ customerId, returnUrl, configuration, updatesCard }, key) =>
      request(
        client.billingPortal.sessions.create(
          {
            customer: customerId,
            return_url: returnUrl,
            ...(configuration && { configuration }),
            ...(updatesCard && { flow_data: { type: "payment_method_update" } }),
          },
          withKey(key),
        ),
        ({ url }) => url,
      ),
    async readEvent(body, signature, secret) {
      try {
        return toEvent(await client.webhooks.constructEventAsync(body, signature, secret));
      } catch (error) {
        if (error instanceof sdk.default.errors.StripeSignatureVerificationError) return undefined;
        throw error;
      }
    },
  };
}

const PAGE = 100;

/** Makes and lists refunds, and lists disputes. */
function refundRequests(
  client: Stripe,
  sdk: typeof import("stripe"),
  request: Request,
): Pick<PaymentsProvider, "refund" | "refundsOf" | "reversalsSince"> {
  return {
    async refund(paymentIntent, reason, key, cents) {
      try {
        const { id, status } = await client.refunds.create(
          { payment_intent: paymentIntent, reason, amount: cents },
          { idempotencyKey: key },
        );
        if (statusOf(status) === "refunded") return { kind: "done", value: { id } };
        return { kind: "refused", message: "The client's bank refused the refund." };
      } catch (error) {
        const why = whyNotRefunded(error, sdk);
        return why ? { kind: "done", value: why } : toRefusal(error, sdk);
      }
    },
    refundsOf: (paymentIntent) =>
      request(
        Array.fromAsync(client.refunds.list({ payment_intent: paymentIntent, limit: PAGE })),
        (refunds) => refunds.flatMap(toRefund),
      ),
    reversalsSince(since) {
      const created = { created: { gte: Math.floor(since / 1000) }, limit: PAGE };
      const listed = Promise.all([
        Array.fromAsync(client.refunds.list(created)),
        Array.fromAsync(client.disputes.list(created)),
      ]);
      return request(listed, ([refunds, disputes]) => [
        ...refunds.flatMap(toRefund),
        ...disputes.flatMap((one) => toDispute(one, one.created) ?? []),
      ]);
    },
  };
}

/** Refunds of charges without a payment intent are not Parlor's. */
function toRefund(refund: Stripe.Refund): ProviderReversal[] {
  const paymentIntentId = idOf(refund.payment_intent);
  if (paymentIntentId === null) return [];
  const one: ProviderReversal = {
    id: refund.id,
    kind: "refund",
    paymentIntentId,
    amount: refund.amount,
    currency: refund.currency.toUpperCase(),
    status: statusOf(refund.status),
    reason: refund.failure_reason ?? null,
    dueBy: null,
    eventAt: refund.created * 1000,
  };
  return [one];
}

/** An unknown status must not be shown as refunded. */
function statusOf(status: string | null): "refunded" | "failed" {
  return status === "succeeded" || status === "pending" ? "refunded" : "failed";
}
