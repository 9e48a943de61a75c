import type { CardRequests, CardSetup } from "#src/platform/providers/cards.ts";
import type { PaymentOutcome } from "#src/platform/providers/payment-outcome.ts";
import { addCheckout } from "./checkouts.ts";
import { newId } from "./invoices.ts";
import {
  DECLINED,
  done,
  MISSING,
  type PaymentBook,
  type SimulatedCheckout,
  toOutcome,
} from "./payment-book.ts";

const EXPIRES_IN_YEARS = 3;

/** The demo's card is always the same. Whether it works is up to whoever entered it. */
export function simulatedCards(
  book: PaymentBook,
  once: <T>(key: string, change: () => PaymentOutcome<T>) => Promise<PaymentOutcome<T>>,
): Omit<CardRequests, "expireCheckout"> {
  return {
    openCardSetup: ({ customerId, currency, successUrl, cancelUrl }, key) =>
      once(key, () => {
        const priceId = newId("price");
        book.prices[priceId] = { name: "Card on file", cents: 0, currency, interval: null };
        return done(toSetup(addCheckout(book, { customerId, priceId, successUrl, cancelUrl })));
      }),
    readCardSetup: (id) => toOutcome(book.checkouts[id], toSetup),
    chargeCard: ({ customerId }, key) =>
      once(key, () => {
        const customer = book.customers[customerId];
        if (!customer) return MISSING;
        if (customer.declines) return { kind: "declined", message: DECLINED };
        return done({ paymentIntentId: newId("pi") });
      }),
    // Its answers are never lost.
    findCharge: () => Promise.resolve(done(null)),
    removeCard: () => Promise.resolve(done(undefined)),
  };
}

function toSetup({ id, status, customerId }: SimulatedCheckout): CardSetup {
  const card = {
    customerId: customerId || null,
    paymentMethodId: id.replace("cs", "pm"),
    brand: "visa",
    last4: "4242",
    expMonth: 12,
    expYear: new Date().getFullYear() + EXPIRES_IN_YEARS,
  };
  return {
    id,
    url: status === "open" ? `/demo/checkout/${id}` : null,
    status,
    card: status === "complete" ? card : null,
  };
}
