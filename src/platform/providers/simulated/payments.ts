import { join } from "node:path";
import type { Config } from "#src/platform/config.ts";
import { checkPassed } from "#src/platform/providers/check.ts";
import type {
  PaymentOutcome,
  PaymentsProvider,
  ProviderEvent,
  ProviderInvoice,
  ProviderSubscription,
} from "#src/platform/providers/payments.ts";
import type { Interval } from "#src/shared/installments.ts";
import { addInvoice, bill, invoicesWhere, newId, pay, renewed, toInvoice } from "./invoices.ts";
import {
  openBook,
  type SimulatedCheckout,
  type SimulatedPrice,
  type SimulatedSubscription,
} from "./payment-book.ts";

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

export interface SimulatedPayments extends PaymentsProvider {
  /** Sets the listener for events, which replaces the webhook. */
  readonly connect: (listener: (event: ProviderEvent) => void) => void;
  /** Returns the invoices, oldest first. */
  readonly add: (sample: SampleSubscription) => ProviderInvoice[];
  /** With its price, and the cents due now. */
  readonly findCheckout: (
    id: string,
  ) => (SimulatedCheckout & { due: number; price: SimulatedPrice }) | undefined;
  /** Pays a checkout. Returns where the client continues; undefined when the card is declined. */
  readonly complete: (id: string, declines: boolean) => string | undefined;
  /** Replaces a customer's card and pays what is overdue. */
  readonly replaceCard: (customerId: string, declines: boolean) => void;
}

/** How the ids of deposits' payments begin. */
const DEPOSIT_INTENT = "pi_deposit";
const DECLINED = "Your card was declined.";
const NO_EVENTS_BY_HTTP = "The simulated card processor sends no webhooks.";

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
    }, 0).unref();
  }

  function subscribe(
    subscription: Omit<SimulatedSubscription, "currentPeriodEnd" | "billed" | "credit">,
    onceCents: number,
  ): SimulatedSubscription {
    const added = {
      ...subscription,
      currentPeriodEnd: subscription.startedAt,
      billed: 0,
      credit: 0,
    };
    book.subscriptions[added.id] = added;
    bill(book, added, added.startedAt, onceCents);
    return added;
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
    openCheckout: ({ customerId, priceId, once: added, successUrl, cancelUrl, metadata }, key) =>
      once(key, () => {
        const id = newId("cs");
        book.checkouts[id] = {
          id,
          status: "open",
          paid: false,
          customerId,
          subscriptionId: null,
          paymentIntentId: null,
          metadata,
          priceId,
          once: added?.cents ?? 0,
          successUrl: successUrl.replace("{CHECKOUT_SESSION_ID}", id),
          cancelUrl,
        };
        return done(toCheckout(book.checkouts[id]));
      }),
    openDeposit: ({ name, cents, currency, successUrl, cancelUrl }, key) =>
      once(key, () => {
        const [id, priceId] = [newId("cs"), newId("price")];
        book.prices[priceId] = { name, cents, currency, interval: null };
        book.checkouts[id] = {
          id,
          status: "open",
          paid: false,
          customerId: "",
          subscriptionId: null,
          paymentIntentId: null,
          metadata: {},
          priceId,
          once: 0,
          successUrl,
          cancelUrl,
        };
        return done(toCheckout(book.checkouts[id]));
      }),
    readCheckout: (id) => found(book.checkouts[id], toCheckout),
    async expireCheckout(id) {
      const checkout = book.checkouts[id];
      if (checkout?.status === "open") checkout.status = "expired";
      save();
      return found(checkout, toCheckout);
    },
    readSubscription: (id) => found(renewed(book, id), toSubscription),
    cancelAtPeriodEnd: (id, cancels, key) =>
      once(key, () => {
        const subscription = renewed(book, id);
        if (!subscription) return MISSING;
        subscription.cancelAtPeriodEnd = cancels;
        return done(toSubscription(subscription));
      }),
    cancelSubscription: (id, key) =>
      once(key, () => {
        const subscription = renewed(book, id);
        if (!subscription) return MISSING;
        subscription.status = "canceled";
        return done(toSubscription(subscription));
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
    invoicesOf(subscriptionId) {
      if (!renewed(book, subscriptionId)) return Promise.resolve(MISSING);
      return Promise.resolve(
        done(invoicesWhere(book, (one) => one.isOfPeriod && one.subscriptionId === subscriptionId)),
      );
    },
    readInvoice: (id) => found(book.invoices[id], toInvoice),
    finalizeInvoice: (id) => found(book.invoices[id], toInvoice),
    payInvoice: (id, _paymentMethod, key) =>
      once(key, () => {
        const invoice = book.invoices[id];
        if (!invoice) return MISSING;
        if (invoice.status !== "open") return { kind: "refused", words: "The invoice isn't open." };
        if (book.customers[invoice.customerId]?.declines) {
          if (!invoice.isOfPeriod) return { kind: "declined", words: DECLINED };
          invoice.attempts += 1;
          return { kind: "declined", words: DECLINED };
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
    refund: (paymentIntentId, key) =>
      once(key, () => {
        const invoice = Object.values(book.invoices).find(
          (one) => one.paymentIntentId === paymentIntentId,
        );
        const isKnown = invoice !== undefined || paymentIntentId.startsWith(DEPOSIT_INTENT);
        return isKnown ? done(newId("ch")) : MISSING;
      }),
    openPortal: ({ customerId, returnUrl }) =>
      Promise.resolve(
        done(`/demo/card/${customerId}?return=${encodeURIComponent(new URL(returnUrl).pathname)}`),
      ),
    readEvent: () => Promise.reject(new Error(NO_EVENTS_BY_HTTP)),

    connect(next) {
      listener = next;
    },
    add({ paidPeriods, name, ...sample }) {
      book.customers[sample.customerId] = {
        id: sample.customerId,
        name,
        declines: sample.status === "past_due",
      };
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
      for (let n = 0; n < paidPeriods; n += 1)
        bill(book, subscription, subscription.currentPeriodEnd);
      if (sample.status === "past_due") bill(book, subscription, subscription.currentPeriodEnd);
      subscription.status = sample.status;
      save();
      return invoicesWhere(book, (one) => one.subscriptionId === sample.id).toReversed();
    },
    findCheckout(id) {
      const checkout = book.checkouts[id];
      const price = checkout && book.prices[checkout.priceId];
      return checkout && price && { ...checkout, price, due: price.cents + checkout.once };
    },
    complete(id, declines) {
      const checkout = book.checkouts[id];
      const price = checkout && book.prices[checkout.priceId];
      if (!checkout || !price) return undefined;
      if (checkout.status !== "open") return checkout.successUrl;
      if (declines) return undefined;
      const { interval } = price;
      if (interval === null) {
        const paymentIntentId = newId(DEPOSIT_INTENT);
        Object.assign(checkout, { status: "complete", paid: true, paymentIntentId });
        save();
        send("checkout.session", id, null);
        return checkout.successUrl;
      }
      const { id: subscriptionId } = subscribe(
        {
          id: newId("sub"),
          status: "active",
          customerId: checkout.customerId,
          startedAt: Date.now(),
          cancelAtPeriodEnd: false,
          scheduleId: null,
          paymentMethodId: newId("pm"),
          metadata: checkout.metadata,
          cents: price.cents,
          currency: price.currency,
          interval,
          periods: null,
        },
        checkout.once,
      );
      Object.assign(checkout, { status: "complete", paid: true, subscriptionId });
      save();
      send("checkout.session", id, subscriptionId);
      return checkout.successUrl;
    },
    replaceCard(customerId, declines) {
      const customer = book.customers[customerId];
      if (!customer) return;
      customer.declines = declines;
      for (const invoice of Object.values(book.invoices)) {
        if (declines || invoice.customerId !== customerId || invoice.status !== "open") continue;
        pay(book, invoice);
        send("invoice", invoice.id, invoice.subscriptionId);
      }
      save();
    },
  };
}

const MISSING = { kind: "missing", words: "There's no such object." } as const;

function done<T>(value: T): PaymentOutcome<T> {
  return { kind: "done", value };
}

function found<Row, T>(row: Row | undefined, to: (row: Row) => T): Promise<PaymentOutcome<T>> {
  return Promise.resolve(row === undefined ? MISSING : done(to(row)));
}

function toCheckout({
  priceId: _price,
  once: _once,
  successUrl: _success,
  cancelUrl: _cancel,
  ...checkout
}: SimulatedCheckout) {
  return { ...checkout, url: checkout.status === "open" ? `/demo/checkout/${checkout.id}` : null };
}

function toSubscription(subscription: SimulatedSubscription): ProviderSubscription {
  const { cents, currency, interval, periods, billed, credit, ...rest } = subscription;
  return rest;
}
