import type Stripe from "stripe";
import type { PaymentOutcome } from "#src/platform/providers/payment-outcome.ts";
import type { InvoiceRequests } from "#src/platform/providers/payments.ts";
import { CARDS_ONLY, statementDescriptor } from "./session.ts";
import { toInvoice } from "./shapes.ts";

const PAGE = 100;
/** A metadata field of separate invoices. */
const PAID_AHEAD_OF = "subscription";

/** Awaits a reply and reads it; a refusal is a value. */
export type Request = <Raw, T>(
  pending: Promise<Raw>,
  read: (raw: Raw) => T,
) => Promise<PaymentOutcome<T>>;

/** Invoices of subscriptions, and separate ones that pay ahead. */
export function invoiceRequests(client: Stripe, request: Request): InvoiceRequests {
  const withKey = (key: string): Stripe.RequestOptions => ({ idempotencyKey: key });
  const idOf = ({ id }: { id: string }) => id;
  return {
    invoicesOf: (subscription) =>
      request(
        client.invoices.list({ subscription, limit: PAGE, expand: ["data.payments"] }),
        ({ data }) => data.map(toInvoice),
      ),
    readInvoice: (id) => request(client.invoices.retrieve(id, { expand: ["payments"] }), toInvoice),
    finalizeInvoice: (id, key, collects) =>
      request(
        client.invoices.finalizeInvoice(
          id,
          { expand: ["payments"], auto_advance: collects },
          withKey(key),
        ),
        toInvoice,
      ),
    payInvoice: (id, paymentMethod, key) =>
      request(
        client.invoices.pay(
          id,
          {
            off_session: true,
            expand: ["payments"],
            ...(paymentMethod && { payment_method: paymentMethod }),
          },
          withKey(key),
        ),
        toInvoice,
      ),
    async invoiceSeparately(
      { customerId: customer, subscriptionId, cents, currency, description, statementName },
      key,
    ) {
      const draft = await request(
        client.invoices.create(
          {
            customer,
            currency: currency.toLowerCase(),
            auto_advance: false,
            payment_settings: { payment_method_types: [...CARDS_ONLY] },
            description,
            metadata: { [PAID_AHEAD_OF]: subscriptionId },
            ...statementDescriptor(statementName),
          },
          withKey(`${key}-draft`),
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
      const added = await request(client.invoiceItems.create(line, withKey(`${key}-line`)), idOf);
      if (added.kind !== "done") return added;
      return request(client.invoices.finalizeInvoice(draft.value, {}, withKey(key)), toInvoice);
    },
    separateInvoicesOf: ({ customerId: customer, subscriptionId }) =>
      request(
        client.invoices.list({ customer, limit: PAGE, expand: ["data.payments"] }),
        ({ data }) =>
          data
            .filter(({ metadata }) => metadata?.[PAID_AHEAD_OF] === subscriptionId)
            .map(toInvoice),
      ),
    voidInvoice: (id, key) => request(client.invoices.voidInvoice(id, {}, withKey(key)), toInvoice),
    creditNextInvoice: ({ customerId, subscriptionId, cents, currency }, key) =>
      request(
        client.invoiceItems.create(
          {
            customer: customerId,
            subscription: subscriptionId,
            amount: -cents,
            currency: currency.toLowerCase(),
            description: "Paid ahead",
          },
          withKey(key),
        ),
        idOf,
      ),
  };
}
