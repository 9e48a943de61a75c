import type { PaymentOutcome } from "#src/platform/providers/payment-outcome.ts";
import type {
  InvoiceRequests,
  ProviderInvoice,
  ProviderSubscription,
} from "#src/platform/providers/payments.ts";
import type { Interval } from "#src/shared/installments.ts";
import {
  DECLINED,
  done,
  MISSING,
  type PaymentBook,
  type SimulatedInvoice,
  type SimulatedSubscription,
  toOutcome,
} from "./payment-book.ts";

const MAX_ATTEMPTS = 3;

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

/** Bills the periods that began since the subscription was last read. */
export function renewSubscription(
  book: PaymentBook,
  id: string,
): SimulatedSubscription | undefined {
  const subscription = book.subscriptions[id];
  while (subscription?.status === "active" && subscription.currentPeriodEnd <= Date.now()) {
    const isOver = subscription.billed === subscription.periods || subscription.cancelAtPeriodEnd;
    if (isOver) subscription.status = "canceled";
    else billPeriod(book, subscription, subscription.currentPeriodEnd);
  }
  return subscription;
}

/** Bills one period; a declined card leaves the invoice open. */
export function billPeriod(
  book: PaymentBook,
  subscription: SimulatedSubscription,
  at: number,
  added = 0,
): void {
  const { customerId, cents, currency, interval, credit } = subscription;
  const amountDue = Math.max(0, cents + added - credit);
  const invoice = addInvoice(book, {
    customerId,
    subscriptionId: subscription.id,
    amountDue,
    currency,
    isOfPeriod: true,
    createdAt: at,
  });
  subscription.credit = credit - (cents + added - amountDue);
  subscription.billed += 1;
  subscription.currentPeriodEnd = addPeriods(subscription.startedAt, interval, subscription.billed);
  // The salon's members and payers of the past have paid; only the latest card declines.
  const isDeclined =
    book.customers[customerId]?.declines && subscription.currentPeriodEnd > Date.now();
  if (isDeclined) {
    invoice.attempts = Math.min(MAX_ATTEMPTS, invoice.attempts + 1);
    subscription.status = "past_due";
  } else pay(book, invoice);
}

function addInvoice(
  book: PaymentBook,
  invoice: Pick<
    SimulatedInvoice,
    "customerId" | "subscriptionId" | "amountDue" | "currency" | "isOfPeriod" | "createdAt"
  >,
): SimulatedInvoice {
  const added: SimulatedInvoice = {
    ...invoice,
    id: newId("in"),
    status: "open",
    paymentIntentId: newId("pi"),
    attempts: 0,
    paidAt: null,
  };
  book.invoices[added.id] = added;
  return added;
}

export function pay(book: PaymentBook, invoice: SimulatedInvoice): void {
  invoice.status = "paid";
  invoice.attempts += 1;
  // The invoices of the past were paid when they were due.
  invoice.paidAt = invoice.attempts > 1 ? Date.now() : invoice.createdAt;
  const subscription = book.subscriptions[invoice.subscriptionId];
  if (subscription?.status === "past_due") subscription.status = "active";
}

function addPeriods(from: number, interval: Interval, count: number): number {
  const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO("UTC");
  return start.add({ [`${interval}s`]: count }).epochMilliseconds;
}

export function invoicesWhere(
  book: PaymentBook,
  isWanted: (invoice: SimulatedInvoice) => boolean,
): ProviderInvoice[] {
  return Object.values(book.invoices)
    .filter(isWanted)
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .map(toInvoice);
}

function toInvoice({ customerId, ...invoice }: SimulatedInvoice): ProviderInvoice {
  return { ...invoice, url: null };
}

export function toSubscription(subscription: SimulatedSubscription): ProviderSubscription {
  const { cents, currency, interval, periods, billed, credit, ...rest } = subscription;
  return rest;
}

export function newId(kind: string): string {
  return `${kind}_demo_${crypto.randomUUID().replaceAll("-", "").slice(0, 24)}`;
}
