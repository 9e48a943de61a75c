import type { PaymentOutcome } from "./payment-outcome.ts";

/** A card as Parlor stores it: never its number. */
export interface StoredCard extends EnteredCard {
  readonly customerId: string;
}

interface EnteredCard {
  /** Null for a card that isn't kept. */
  readonly customerId: string | null;
  readonly paymentMethodId: string;
  /** Such as "visa". */
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

export interface CardSetup {
  readonly id: string;
  /** Where the client enters the card; null once this has ended. */
  readonly url: string | null;
  readonly status: "open" | "complete" | "expired";
  /** Once complete. */
  readonly card: EnteredCard | null;
}

/** Cards that clients leave with the provider, and payments with them. */
export interface CardRequests {
  /** Opens a page at which a client enters a card, without a payment. */
  openCardSetup(
    setup: {
      customerId: string;
      currency: string;
      reference: string;
      successUrl: string;
      cancelUrl: string;
    },
    key: string,
  ): Promise<PaymentOutcome<CardSetup>>;
  /** Returns the card of such a page, or of one with a payment. */
  readCardSetup(id: string): Promise<PaymentOutcome<CardSetup>>;
  expireCheckout(id: string): Promise<PaymentOutcome<unknown>>;
  /** Charges a stored card while its holder isn't there. Returns the payment's id. */
  chargeCard(
    charge: {
      customerId: string;
      paymentMethodId: string;
      cents: number;
      currency: string;
      description: string;
      metadata: Readonly<Record<string, string>>;
    },
    key: string,
  ): Promise<PaymentOutcome<{ readonly paymentIntentId: string }>>;
  /**
   * Finds a charge by the `key` in its metadata, made at `since` (epoch milliseconds) or later; null if there is none.
   * "pending": not known yet, also for a state that the provider adds.
   */
  findCharge(charge: { customerId: string; key: string; since: number }): Promise<
    PaymentOutcome<{
      readonly paymentIntentId: string;
      readonly status: "paid" | "failed" | "pending";
    } | null>
  >;
  /** The provider forgets the card. "missing" when it has. */
  removeCard(paymentMethodId: string): Promise<PaymentOutcome<unknown>>;
}
