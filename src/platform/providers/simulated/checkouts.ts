import type { Checkout } from "#src/platform/providers/payments.ts";
import { billPeriod, newId } from "./invoices.ts";
import type {
  PaymentBook,
  SimulatedCheckout,
  SimulatedPrice,
  SimulatedSubscription,
} from "./payment-book.ts";

export interface FoundCheckout extends SimulatedCheckout {
  readonly price: SimulatedPrice;
  /** Cents due now. */
  readonly due: number;
}

type NewCheckout = Pick<SimulatedCheckout, "priceId" | "successUrl" | "cancelUrl"> &
  Partial<Pick<SimulatedCheckout, "customerId" | "metadata" | "once">>;

export function addCheckout(book: PaymentBook, checkout: NewCheckout): SimulatedCheckout {
  const id = newId("cs");
  const added: SimulatedCheckout = {
    customerId: "",
    metadata: {},
    once: 0,
    ...checkout,
    id,
    successUrl: checkout.successUrl.replace("{CHECKOUT_SESSION_ID}", id),
    status: "open",
    paid: false,
    subscriptionId: null,
    paymentIntentId: null,
  };
  book.checkouts[id] = added;
  return added;
}

export function findCheckout(book: PaymentBook, id: string): FoundCheckout | undefined {
  const checkout = book.checkouts[id];
  const price = checkout && book.prices[checkout.priceId];
  return checkout && price && { ...checkout, price, due: price.cents + checkout.once };
}

/** A recurring price begins a subscription; a deposit is one payment. */
export function payCheckout(book: PaymentBook, { id, price, once, ...checkout }: FoundCheckout) {
  const { cents, currency, interval } = price;
  const paid =
    interval === null
      ? { paymentIntentId: newId("pi") }
      : { subscriptionId: subscribe(book, { ...checkout, cents, currency, interval }, once) };
  Object.assign(book.checkouts[id] ?? {}, { status: "complete", paid: true, ...paid });
}

function subscribe(
  book: PaymentBook,
  terms: Pick<SimulatedSubscription, "customerId" | "metadata" | "cents" | "currency" | "interval">,
  once: number,
): string {
  const { customerId, metadata, cents, currency, interval } = terms;
  const id = newId("sub");
  const startedAt = Date.now();
  const subscription: SimulatedSubscription = {
    id,
    customerId,
    metadata,
    cents,
    currency,
    interval,
    status: "active",
    startedAt,
    currentPeriodEnd: startedAt,
    cancelAtPeriodEnd: false,
    scheduleId: null,
    paymentMethodId: newId("pm"),
    periods: null,
    billed: 0,
    credit: 0,
  };
  book.subscriptions[id] = subscription;
  billPeriod(book, subscription, startedAt, once);
  return id;
}

export function toCheckout(checkout: SimulatedCheckout): Checkout {
  const { id, status, paid, customerId, subscriptionId, paymentIntentId, metadata } = checkout;
  const url = status === "open" ? `/demo/checkout/${id}` : null;
  return { id, url, status, paid, customerId, subscriptionId, paymentIntentId, metadata };
}
