import type Stripe from "stripe";
import type { Config } from "#src/platform/config.ts";
import { bad, CHECK_TIMEOUT_MS, good } from "#src/platform/providers/check.ts";
import type { Outcome, PaymentsProvider } from "#src/platform/providers/payments.ts";
import { checkWords, isBackAlready, refusalOf } from "./messages.ts";
import { remainingPhase } from "./schedule.ts";
import { sessionOf, statement } from "./session.ts";
import { checkoutOf, eventOf, invoiceOf, subscriptionOf } from "./shapes.ts";

/** Stripe's own answer to a payment may take several seconds. */
const TIMEOUT_MS = 30_000;
const PAGE = 100;
/** In the metadata of a separate invoice. */
const PAID_AHEAD_OF = "subscription";

/** The official SDK. Loaded on first use: it costs 60 ms and some 15 MB. */
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
  /** `idempotencyKey` alone makes the SDK's repeats, and ours, one call. */
  const once = (key: string): Stripe.RequestOptions => ({ idempotencyKey: key });
  const call = async <Raw, T>(asked: Promise<Raw>, read: (raw: Raw) => T): Promise<Outcome<T>> => {
    try {
      return { kind: "done", value: read(await asked) };
    } catch (error) {
      return refusalOf(error, sdk);
    }
  };
  const idOf = ({ id }: { id: string }) => id;

  return {
    async check() {
      try {
        const { livemode } = await client.balance.retrieve({}, { timeout: CHECK_TIMEOUT_MS });
        return good(
          livemode
            ? "Connected in live mode: cards are really charged."
            : "Connected in test mode: no real money moves.",
        );
      } catch (error) {
        return bad(checkWords(error, sdk));
      }
    },
    createCustomer: ({ name, email, phone, contactId }, key) =>
      call(
        client.customers.create(
          {
            name,
            email,
            phone,
            metadata: contactId === null ? {} : { contact: String(contactId) },
          },
          once(key),
        ),
        idOf,
      ),
    async createPrice({ name, cents, currency, interval, statementName }, key) {
      const product = await call(
        client.products.create({ name, ...statement(statementName) }, once(`${key}-product`)),
        idOf,
      );
      if (product.kind !== "done") return product;
      const wanted = {
        product: product.value,
        unit_amount: cents,
        currency: currency.toLowerCase(),
        recurring: { interval },
      };
      return call(client.prices.create(wanted, once(key)), ({ id }) => ({
        productId: product.value,
        priceId: id,
      }));
    },
    openCheckout: (wanted, key) =>
      call(client.checkout.sessions.create(sessionOf(wanted), once(key)), checkoutOf),
    readCheckout: (id) => call(client.checkout.sessions.retrieve(id), checkoutOf),
    expireCheckout: (id) => call(client.checkout.sessions.expire(id), checkoutOf),
    readSubscription: (id) => call(client.subscriptions.retrieve(id), subscriptionOf),
    cancelAtPeriodEnd: (id, cancels, key) =>
      call(
        client.subscriptions.update(id, { cancel_at_period_end: cancels }, once(key)),
        subscriptionOf,
      ),
    cancelSubscription: (id, key) =>
      call(client.subscriptions.cancel(id, {}, once(key)), subscriptionOf),
    async limitPeriods(limited, key) {
      const { subscriptionSchedules: schedules } = client;
      const made = await call(
        limited.scheduleId === null
          ? // Alone: Stripe refuses anything beside it.
            schedules.create({ from_subscription: limited.id }, once(`${key}-schedule`))
          : schedules.retrieve(limited.scheduleId),
        (schedule) => schedule,
      );
      if (made.kind !== "done") return made;
      const { id } = made.value;
      if (made.value.end_behavior === "cancel") return { kind: "done", value: id };
      const remaining = remainingPhase(made.value, limited);
      return call(
        remaining
          ? schedules.update(id, remaining, once(key))
          : schedules.cancel(id, { invoice_now: false, prorate: false }, once(key)),
        idOf,
      );
    },
    cancelSchedule: (id, key) =>
      call(
        client.subscriptionSchedules.cancel(id, { invoice_now: false, prorate: false }, once(key)),
        idOf,
      ),
    invoicesOf: (subscription) =>
      call(
        client.invoices.list({ subscription, limit: PAGE, expand: ["data.payments"] }),
        ({ data }) => data.map(invoiceOf),
      ),
    readInvoice: (id) => call(client.invoices.retrieve(id, { expand: ["payments"] }), invoiceOf),
    finalizeInvoice: (id, key) =>
      call(client.invoices.finalizeInvoice(id, { expand: ["payments"] }, once(key)), invoiceOf),
    payInvoice: (id, paymentMethod, key) =>
      call(
        client.invoices.pay(
          id,
          {
            off_session: true,
            expand: ["payments"],
            ...(paymentMethod && { payment_method: paymentMethod }),
          },
          once(key),
        ),
        invoiceOf,
      ),
    async invoiceSeparately(
      { customerId: customer, subscriptionId, cents, currency, description, statementName },
      key,
    ) {
      const draft = await call(
        client.invoices.create(
          {
            customer,
            currency: currency.toLowerCase(),
            auto_advance: false,
            description,
            metadata: { [PAID_AHEAD_OF]: subscriptionId },
            ...statement(statementName),
          },
          once(`${key}-draft`),
        ),
        idOf,
      );
      if (draft.kind !== "done") return draft;
      const line = {
        customer,
        invoice: draft.value,
        amount: cents,
        currency: currency.toLowerCase(),
        description,
      };
      const added = await call(client.invoiceItems.create(line, once(`${key}-line`)), idOf);
      if (added.kind !== "done") return added;
      return call(client.invoices.finalizeInvoice(draft.value, {}, once(key)), invoiceOf);
    },
    separateInvoicesOf: ({ customerId: customer, subscriptionId }) =>
      call(client.invoices.list({ customer, limit: PAGE, expand: ["data.payments"] }), ({ data }) =>
        data.filter(({ metadata }) => metadata?.[PAID_AHEAD_OF] === subscriptionId).map(invoiceOf),
      ),
    voidInvoice: (id, key) => call(client.invoices.voidInvoice(id, {}, once(key)), invoiceOf),
    creditNextInvoice: ({ customerId, subscriptionId, cents, currency }, key) =>
      call(
        client.invoiceItems.create(
          {
            customer: customerId,
            subscription: subscriptionId,
            amount: -cents,
            currency: currency.toLowerCase(),
            description: "Paid ahead",
          },
          once(key),
        ),
        idOf,
      ),
    async refund(paymentIntent, key) {
      try {
        const wanted = { payment_intent: paymentIntent, reason: "duplicate" } as const;
        const { charge } = await client.refunds.create(wanted, once(key));
        return { kind: "done", value: typeof charge === "string" ? charge : (charge?.id ?? null) };
      } catch (error) {
        return isBackAlready(error, sdk) ? { kind: "done", value: null } : refusalOf(error, sdk);
      }
    },
    openPortal: ({ customerId, returnUrl, configuration, updatesCard }, key) =>
      call(
        client.billingPortal.sessions.create(
          {
            customer: customerId,
            return_url: returnUrl,
            ...(configuration && { configuration }),
            ...(updatesCard && { flow_data: { type: "payment_method_update" } }),
          },
          once(key),
        ),
        ({ url }) => url,
      ),
    async readEvent(body, signature, secret) {
      try {
        return eventOf(await client.webhooks.constructEventAsync(body, signature, secret));
      } catch (error) {
        if (error instanceof sdk.default.errors.StripeSignatureVerificationError) return undefined;
        throw error;
      }
    },
  };
}
