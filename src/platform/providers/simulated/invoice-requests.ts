import type { PaymentOutcome } from "#src/platform/providers/payment-outcome.ts";
import type { InvoiceRequests } from "#src/platform/providers/payments.ts";
import { addInvoice, invoicesWhere, newId, pay, renewSubscription, toInvoice } from "./invoices.ts";
import { DECLINED, done, MISSING, type PaymentBook, toOutcome } from "./payment-book.ts";

/** Invoices of the demo's subscriptions. */
export function simulatedInvoices(
  book: PaymentBook,
  once: <T>(key: string, change: () => PaymentOutcome<T>) => Promise<PaymentOutcome<T>>,
): InvoiceRequests {
  return {
    invoicesOf(subscriptionId) {
      if (!renewSubscription(book, subscriptionId)) return Promise.resolve(MISSING);
      return Promise.resolve(
        done(invoicesWhere(book, (one) => one.isOfPeriod && one.subscriptionId === subscriptionId)),
      );
    },
    readInvoice: (id) => toOutcome(book.invoices[id], toInvoice),
    finalizeInvoice: (id) => toOutcome(book.invoices[id], toInvoice),
    payInvoice: (id, _paymentMethod, key) =>
      once(key, () => {
        const invoice = book.invoices[id];
        if (!invoice) return MISSING;
        if (invoice.status !== "open")
          return { kind: "refused", message: "The invoice isn't open." };
        if (book.customers[invoice.customerId]?.declines) {
          // Stripe counts only its own attempts at a subscription's invoices.
          if (invoice.isOfPeriod) invoice.attempts += 1;
          return { kind: "declined", message: DECLINED };
        }
        pay(book, invoice);
        return done(toInvoice(invoice));
      }),
    invoiceSeparately: ({ customerId, subscriptionId, cents, currency }, key) =>
      once(key, () =>
        done(
          toInvoice(
            addInvoice(book, {
              customerId,
              subscriptionId,
              amountDue: cents,
              currency,
              isOfPeriod: false,
              createdAt: Date.now(),
            }),
          ),
        ),
      ),
    separateInvoicesOf: ({ subscriptionId }) =>
      Promise.resolve(
        done(
          invoicesWhere(book, (one) => !one.isOfPeriod && one.subscriptionId === subscriptionId),
        ),
      ),
    voidInvoice: (id, key) =>
      once(key, () => {
        const invoice = book.invoices[id];
        if (!invoice) return MISSING;
        invoice.status = "void";
        return done(toInvoice(invoice));
      }),
    creditNextInvoice: ({ subscriptionId, cents }, key) =>
      once(key, () => {
        const subscription = book.subscriptions[subscriptionId];
        if (!subscription) return MISSING;
        subscription.credit += cents;
        return done(newId("ii"));
      }),
  };
}
