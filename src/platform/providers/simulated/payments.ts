import { join } from "node:path";
import type { Config } from "#src/platform/config.ts";
import { checkPassed } from "#src/platform/providers/check.ts";
import type { PaymentOutcome } from "#src/platform/providers/payment-outcome.ts";
import type {
  PaymentsProvider,
  ProviderEvent,
  ProviderInvoice,
} from "#src/platform/providers/payments.ts";
import type { Interval } from "#src/shared/installments.ts";
import { simulatedCards } from "./cards.ts";
import {
  addCheckout,
  type FoundCheckout,
  findCheckout,
  payCheckout,
  toCheckout,
} from "./checkouts.ts";
import {
  billPeriod,
  invoicesWhere,
  newId,
  pay,
  renewSubscription,
  simulatedInvoices,
  toSubscription,
} from "./invoices.ts";
import {
  done,
  MISSING,
  NO_REVERSALS,
  openBook,
  type PaymentBook,
  type SimulatedSubscription,
  toOutcome,
} from "./payment-book.ts";

export interface SimulatedPayments extends PaymentsProvider {
  /** Sets the listener for events, which replaces the webhook. */
  readonly connect: (listener: (event: ProviderEvent) => void) => void;
  /** Returns the invoices, oldest first. */
  readonly add: (sample: SampleSubscription) => ProviderInvoice[];
  readonly findCheckout: (id: string) => FoundCheckout | undefined;
  /** Pays a checkout. Returns where the client continues; undefined when the card is declined. */
  readonly complete: (id: string, declines: boolean) => string | undefined;
  /** Replaces a customer's card and pays what is overdue. */
  readonly replaceCard: (customerId: string, declines: boolean) => void;
}

/**
 * A card processor in this process: no card is charged. Its pages are src/demo/checkout-pages.ts. A
 * customer's card works or declines; whoever pays chooses which.
 */
export function createSimulatedPayments({
  dataFolder,
}: Pick<Config, "dataFolder">): SimulatedPayments {
  const { book, save } = openBook(join(dataFolder, "simulated-payments.json"));
  let listener: (event: ProviderEvent) => void = () => undefined;

  /** Runs a change once per idempotency key; a repeat returns the first result. */
  function once<T>(key: string, change: () => PaymentOutcome<T>): Promise<PaymentOutcome<T>> {
    const before = book.results[key] as PaymentOutcome<T> | undefined;
    if (before) return Promise.resolve(before);
    const outcome = change();
    if (outcome.kind === "done") book.results[key] = outcome;
    save();
    return Promise.resolve(outcome);
  }

  function change(id: string, key: string, apply: (subscription: SimulatedSubscription) => void) {
    return once(key, () => {
      const subscription = renewSubscription(book, id);
      if (!subscription) return MISSING;
      apply(subscription);
      return done(toSubscription(subscription));
    });
  }

  function send(about: string, objectId: string, subscriptionId: string | null): void {
    const id = newId("evt");
    // After the change is answered, as from a real processor.
    setTimeout(() => {
      listener({
        id,
        type: `${about}.updated`,
        about,
        objectId,
        subscriptionId,
        reversal: undefined,
      });
    }, 0);
  }

  return {
    check: () => Promise.resolve(checkPassed("This is a demo: no card is charged.")),
    createCustomer: ({ name }, key) =>
      once(key, () => {
        const id = newId("cus");
        book.customers[id] = { id, name, declines: false };
        return done(id);
      }),
    createPrice: ({ name, cents, currency, interval }, key) =>
      once(key, () => {
        const priceId = newId("price");
        book.prices[priceId] = { name, cents, currency, interval };
        return done({ productId: newId("prod"), priceId });
      }),
    openCheckout: ({ successUrl, once: added, ...checkout }, key) =>
      once(key, () => {
        const addedCents = added?.cents ?? 0;
        return done(toCheckout(addCheckout(book, { ...checkout, once: addedCents, successUrl })));
      }),
    openPayment: ({ lines, currency, keepsCardOf, successUrl, cancelUrl }, key) =>
      once(key, () => {
        const priceId = newId("price");
        const name = lines.map((line) => line.name).join(" + ");
        const cents = lines.reduce((sum, line) => sum + line.cents, 0);
        book.prices[priceId] = { name, cents, currency, interval: null };
        const customerId = keepsCardOf ?? "";
        return done(toCheckout(addCheckout(book, { customerId, priceId, successUrl, cancelUrl })));
      }),
    readCheckout: (id) => toOutcome(book.checkouts[id], toCheckout),
    async expireCheckout(id) {
      const checkout = book.checkouts[id];
      if (checkout?.status === "open") checkout.status = "expired";
      save();
      return toOutcome(checkout, toCheckout);
    },
    readSubscription: (id) => toOutcome(renewSubscription(book, id), toSubscription),
    cancelAtPeriodEnd: (id, cancels, key) =>
      change(id, key, (subscription) => {
        subscription.cancelAtPeriodEnd = cancels;
      }),
    cancelSubscription: (id, key) =>
      change(id, key, (subscription) => {
        subscription.status = "canceled";
      }),
    limitPeriods: ({ id, count }, key) =>
      once(key, () => {
        const subscription = book.subscriptions[id];
        if (!subscription) return MISSING;
        subscription.periods = count;
        subscription.scheduleId ??= newId("sub_sched");
        return done(subscription.scheduleId);
      }),
    cancelSchedule: (id, key) =>
      once(key, () => {
        const subscription = Object.values(book.subscriptions).find(
          ({ scheduleId }) => scheduleId === id,
        );
        if (!subscription) return MISSING;
        subscription.status = "canceled";
        return done(id);
      }),
    ...simulatedInvoices(book, once),
    refund: (paymentIntentId, _reason, key) =>
      once(key, () => {
        const payments = [...Object.values(book.invoices), ...Object.values(book.checkouts)];
        const isKnown = payments.some((one) => one.paymentIntentId === paymentIntentId);
        return isKnown ? done({ id: newId("re") }) : MISSING;
      }),
    ...NO_REVERSALS,
    ...simulatedCards(book, once),
    openPortal: ({ customerId, returnUrl }) =>
      Promise.resolve(
        done(`/demo/card/${customerId}?return=${encodeURIComponent(new URL(returnUrl).pathname)}`),
      ),
    readEvent: () => Promise.reject(new Error("The simulated card processor sends no webhooks.")),

    connect(next) {
      listener = next;
    },
    add(sample) {
      addSample(book, sample);
      save();
      return invoicesWhere(book, (one) => one.subscriptionId === sample.id).toReversed();
    },
    findCheckout: (id) => findCheckout(book, id),
    complete(id, declines) {
      const checkout = findCheckout(book, id);
      if (!checkout || (declines && checkout.status === "open")) return undefined;
      if (checkout.status === "open") {
        payCheckout(book, checkout);
        save();
        send("checkout.session", id, book.checkouts[id]?.subscriptionId ?? null);
      }
      return checkout.successUrl;
    },
    replaceCard(customerId, declines) {
      const customer = book.customers[customerId];
      if (!customer) return;
      customer.declines = declines;
      const owed = Object.values(book.invoices).filter(
        (one) => one.customerId === customerId && one.status === "open",
      );
      for (const invoice of declines ? [] : owed) {
        pay(book, invoice);
        send("invoice", invoice.id, invoice.subscriptionId);
      }
      save();
    },
  };
}

/** A subscription that the sample salon began in the past. */
interface SampleSubscription {
  readonly id: string;
  readonly customerId: string;
  readonly name: string;
  readonly cents: number;
  readonly interval: Interval;
  readonly startedAt: number;
  /** Periods after which it ends; null without an end. */
  readonly periods: number | null;
  readonly paidPeriods: number;
  readonly status: "active" | "past_due" | "canceled";
  readonly cancelAtPeriodEnd?: boolean | undefined;
  readonly scheduleId?: string | undefined;
}

/** Adds the subscription with the invoices of its past periods. A past-due one also has an unpaid invoice. */
function addSample(book: PaymentBook, { paidPeriods, name, ...sample }: SampleSubscription): void {
  const isOverdue = sample.status === "past_due";
  book.customers[sample.customerId] = { id: sample.customerId, name, declines: isOverdue };
  const subscription: SimulatedSubscription = {
    ...sample,
    currency: "USD",
    currentPeriodEnd: sample.startedAt,
    cancelAtPeriodEnd: sample.cancelAtPeriodEnd ?? false,
    scheduleId: sample.scheduleId ?? null,
    paymentMethodId: newId("pm"),
    metadata: {},
    billed: 0,
    credit: 0,
  };
  book.subscriptions[sample.id] = subscription;
  for (let n = 0; n < paidPeriods + Number(isOverdue); n += 1)
    billPeriod(book, subscription, subscription.currentPeriodEnd);
  subscription.status = sample.status;
}
