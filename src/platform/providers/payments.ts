import type { Interval } from "#src/shared/installments.ts";
import type { Check } from "./check.ts";

/**
 * What became of a call. "declined" is the card's no, "missing" says that there is no such thing,
 * "refused" any other no; after "unreachable" it may have been done: repeat it under the same key.
 */
export type PaymentOutcome<T> =
  | { readonly kind: "done"; readonly value: T }
  | {
      readonly kind: "declined" | "missing" | "refused" | "unreachable";
      /** For a person. */
      readonly words: string;
    };

/** A recurring price to create at Stripe. */
export interface NewPrice {
  readonly name: string;
  readonly cents: number;
  readonly currency: string;
  readonly interval: Interval;
  /** On card statements; empty for the account's own. */
  readonly statementName: string;
}

export interface Checkout {
  readonly id: string;
  /** Where the client pays; null once that is over. */
  readonly url: string | null;
  readonly status: "open" | "complete" | "expired";
  readonly paid: boolean;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface ProviderSubscription {
  readonly id: string;
  /** As Stripe names it: active, past_due, trialing, unpaid, canceled, incomplete… */
  readonly status: string;
  readonly customerId: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly currentPeriodEnd: number;
  readonly cancelAtPeriodEnd: boolean;
  readonly scheduleId: string | null;
  readonly paymentMethodId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface ProviderInvoice {
  readonly id: string;
  readonly status: "draft" | "open" | "paid" | "void" | "uncollectible";
  /** Cents. */
  readonly amountDue: number;
  readonly currency: string;
  readonly subscriptionId: string | null;
  readonly paymentIntentId: string | null;
  /** Stripe's own tries; those by hand are not among them. */
  readonly attempts: number;
  /** Of a period of the subscription, and not somebody's own beside it. */
  readonly isOfPeriod: boolean;
  readonly createdAt: number;
  readonly paidAt: number | null;
}

/** Money that went back, or that a client wants back through the bank. */
export interface ProviderReversal {
  /** Of the charge that was refunded, or of the dispute. */
  readonly id: string;
  readonly kind: "refund" | "dispute";
  readonly paymentIntentId: string;
  /** Cents: of a charge all that was refunded so far. */
  readonly amount: number;
  readonly currency: string;
  /** Of a dispute as Stripe names it: needs_response, under_review, won, lost, warning_…; else "refunded". */
  readonly status: string;
  readonly reason: string | null;
  /** Until when a dispute can be answered; epoch milliseconds. */
  readonly dueBy: number | null;
  /** When the event was made. */
  readonly eventAt: number;
}

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** Of the object that it tells of, such as "invoice". */
  readonly about: string;
  readonly objectId: string;
  /** The subscription that the object belongs to, where it says so. */
  readonly subscriptionId: string | null;
  /** Told of by the event itself. */
  readonly reversal: ProviderReversal | undefined;
}

/** Every call that changes something takes a key that was stored before: a repeat answers the first result. */
export interface PaymentsProvider {
  readonly check: () => Promise<Check>;
  createCustomer(
    client: { name: string; email: string; phone: string; contactId: number | null },
    key: string,
  ): Promise<PaymentOutcome<string>>;
  /** A price of its own product; answers its id. */
  createPrice(
    price: NewPrice,
    key: string,
  ): Promise<PaymentOutcome<{ productId: string; priceId: string }>>;
  openCheckout(
    checkout: {
      customerId: string;
      priceId: string;
      /** Beside the first period, once: the cents that do not divide. */
      once: { cents: number; currency: string; productId: string } | undefined;
      reference: string;
      successUrl: string;
      cancelUrl: string;
      metadata: Readonly<Record<string, string>>;
    },
    key: string,
  ): Promise<PaymentOutcome<Checkout>>;
  readCheckout(id: string): Promise<PaymentOutcome<Checkout>>;
  expireCheckout(id: string): Promise<PaymentOutcome<Checkout>>;
  readSubscription(id: string): Promise<PaymentOutcome<ProviderSubscription>>;
  cancelAtPeriodEnd(
    id: string,
    cancels: boolean,
    key: string,
  ): Promise<PaymentOutcome<ProviderSubscription>>;
  cancelSubscription(id: string, key: string): Promise<PaymentOutcome<ProviderSubscription>>;
  /**
   * Ends the subscription by itself after so many periods from its first, also when some have passed;
   * at once when all have. Answers the schedule's id.
   */
  limitPeriods(
    subscription: {
      id: string;
      priceId: string;
      interval: Interval;
      count: number;
      /** Epoch milliseconds. */
      startedAt: number;
      /** One that was made for it and is still in force. */
      scheduleId: string | null;
    },
    key: string,
  ): Promise<PaymentOutcome<string>>;
  cancelSchedule(id: string, key: string): Promise<PaymentOutcome<string>>;
  /** Newest first. */
  invoicesOf(subscriptionId: string): Promise<PaymentOutcome<ProviderInvoice[]>>;
  readInvoice(id: string): Promise<PaymentOutcome<ProviderInvoice>>;
  finalizeInvoice(id: string, key: string): Promise<PaymentOutcome<ProviderInvoice>>;
  payInvoice(
    id: string,
    paymentMethodId: string | null,
    key: string,
  ): Promise<PaymentOutcome<ProviderInvoice>>;
  /** An invoice of its own with one line, finalized and not yet paid. */
  invoiceSeparately(
    charge: {
      customerId: string;
      /** What it is paid ahead of; the invoice is found by it. */
      subscriptionId: string;
      cents: number;
      currency: string;
      description: string;
      statementName: string;
    },
    key: string,
  ): Promise<PaymentOutcome<ProviderInvoice>>;
  /** Those that were made so, newest first. */
  separateInvoicesOf(payer: {
    customerId: string;
    subscriptionId: string;
  }): Promise<PaymentOutcome<ProviderInvoice[]>>;
  voidInvoice(id: string, key: string): Promise<PaymentOutcome<ProviderInvoice>>;
  /** Takes so much off the subscription's next invoice. */
  creditNextInvoice(
    credit: { customerId: string; subscriptionId: string; cents: number; currency: string },
    key: string,
  ): Promise<PaymentOutcome<string>>;
  /** All of it. Answers the charge's id; null where it went back before, or the client's bank is asked for it. */
  refund(paymentIntentId: string, key: string): Promise<PaymentOutcome<string | null>>;
  /** Stripe's own pages for card and invoices. Answers the address. */
  openPortal(
    portal: {
      customerId: string;
      returnUrl: string;
      configuration: string | undefined;
      /** Straight to the new card. */
      updatesCard: boolean;
    },
    key: string,
  ): Promise<PaymentOutcome<string>>;
  /** Undefined where the signature is wrong or old. */
  readEvent(body: string, signature: string, secret: string): Promise<ProviderEvent | undefined>;
}
