import type { Interval } from "#src/shared/installments.ts";
import type { CardRequests } from "./cards.ts";
import type { Check } from "./check.ts";
import type { PaymentOutcome } from "./payment-outcome.ts";

/** A recurring price to create at Stripe. */
export interface NewPrice {
  readonly name: string;
  readonly cents: number;
  readonly currency: string;
  readonly interval: Interval;
  /** The name on card statements; empty for the account's default. */
  readonly statementName: string;
}

export interface Checkout {
  readonly id: string;
  /** Where the client pays; null once the checkout has ended. */
  readonly url: string | null;
  readonly status: "open" | "complete" | "expired";
  readonly paid: boolean;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  /** Of a single payment. */
  readonly paymentIntentId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface ProviderSubscription {
  readonly id: string;
  /** Stripe's status: active, past_due, trialing, unpaid, canceled, incomplete… */
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
  /** Stripe's automatic attempts, without manual ones. */
  readonly attempts: number;
  /** Stripe's page where the client pays it or confirms the payment; null for a draft. */
  readonly url: string | null;
  /** Bills a period of the subscription, as opposed to an invoice that the owner created. */
  readonly isOfPeriod: boolean;
  readonly createdAt: number;
  readonly paidAt: number | null;
}

/** A refund, or a dispute through the client's bank. */
export interface ProviderReversal {
  readonly id: string;
  readonly kind: "refund" | "dispute";
  readonly paymentIntentId: string;
  /** Cents. */
  readonly amount: number;
  readonly currency: string;
  /** For a dispute Stripe's status: needs_response, under_review, won, lost, warning_…; for a refund "refunded", or "failed" if the money didn't arrive. */
  readonly status: string;
  readonly reason: string | null;
  /** The deadline for answering a dispute, in epoch milliseconds. */
  readonly dueBy: number | null;
  /** When the refund, or the event of a dispute, was created, in epoch milliseconds. */
  readonly eventAt: number;
}

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** The type of the event's object, such as "invoice". */
  readonly about: string;
  readonly objectId: string;
  /** The object's subscription, if it names one. */
  readonly subscriptionId: string | null;
  /** The dispute that the event reports. */
  readonly reversal: ProviderReversal | undefined;
  /** The payment whose refunds have changed. */
  readonly refundedPayment?: string | undefined;
}

/** Every request that changes something takes an idempotency key, stored before: a repeat returns the first result. */
/** The refund's id. Nothing is refunded a second time, or while the client disputes the payment at their bank. */
export type RefundResult = { readonly id: string } | "refunded before" | "disputed";

export interface PaymentsProvider extends CardRequests {
  readonly check: () => Promise<Check>;
  createCustomer(
    client: { name: string; email: string | null; phone: string; contactId: number | null },
    key: string,
  ): Promise<PaymentOutcome<string>>;
  createPrice(
    price: NewPrice,
    key: string,
  ): Promise<PaymentOutcome<{ productId: string; priceId: string }>>;
  openCheckout(
    checkout: {
      customerId: string;
      priceId: string;
      /** Added once to the first period: the cents that remain after division. */
      once: { cents: number; currency: string; productId: string } | undefined;
      reference: string;
      successUrl: string;
      cancelUrl: string;
      metadata: Readonly<Record<string, string>>;
    },
    key: string,
  ): Promise<PaymentOutcome<Checkout>>;
  /** Opens a checkout for a single payment. */
  openPayment(
    payment: {
      lines: readonly { readonly name: string; readonly cents: number }[];
      currency: string;
      email: string | null;
      /** Whose card stays on file; null to keep none. */
      keepsCardOf: string | null;
      reference: string;
      successUrl: string;
      cancelUrl: string;
      /** Epoch milliseconds, at least 30 minutes ahead. */
      expiresAt: number;
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
   * Ends the subscription automatically after `count` periods from its first, including periods that
   * have passed; at once when all have passed. Returns the schedule's id.
   */
  limitPeriods(
    subscription: {
      id: string;
      priceId: string;
      interval: Interval;
      count: number;
      /** Epoch milliseconds. */
      startedAt: number;
      /** The subscription's existing schedule. */
      scheduleId: string | null;
      /** Charges the remaining periods from then on, instead of at its own renewals. */
      moved?: { readonly nextAt: number; readonly endsAt: number } | undefined;
    },
    key: string,
  ): Promise<PaymentOutcome<string>>;
  cancelSchedule(id: string, key: string): Promise<PaymentOutcome<string>>;
  /** Newest first. */
  invoicesOf(subscriptionId: string): Promise<PaymentOutcome<ProviderInvoice[]>>;
  readInvoice(id: string): Promise<PaymentOutcome<ProviderInvoice>>;
  /** `collects`: Stripe goes on to charge it automatically. */
  finalizeInvoice(
    id: string,
    key: string,
    collects: boolean,
  ): Promise<PaymentOutcome<ProviderInvoice>>;
  payInvoice(
    id: string,
    paymentMethodId: string | null,
    key: string,
  ): Promise<PaymentOutcome<ProviderInvoice>>;
  /** Creates a separate invoice with one line, finalized and not yet paid. */
  invoiceSeparately(
    charge: {
      customerId: string;
      /** The subscription that is paid ahead; used to find the invoice. */
      subscriptionId: string;
      cents: number;
      currency: string;
      description: string;
      statementName: string;
    },
    key: string,
  ): Promise<PaymentOutcome<ProviderInvoice>>;
  /** Lists these separate invoices, newest first. */
  separateInvoicesOf(payer: {
    customerId: string;
    subscriptionId: string;
  }): Promise<PaymentOutcome<ProviderInvoice[]>>;
  voidInvoice(id: string, key: string): Promise<PaymentOutcome<ProviderInvoice>>;
  /** Reduces the subscription's next invoice. */
  creditNextInvoice(
    credit: { customerId: string; subscriptionId: string; cents: number; currency: string },
    key: string,
  ): Promise<PaymentOutcome<string>>;
  /** Refunds `cents` of a payment. */
  refund(
    paymentIntentId: string,
    reason: "duplicate" | "requested_by_customer",
    key: string,
    cents: number,
  ): Promise<PaymentOutcome<RefundResult>>;
  /** Returns all refunds of a payment, failed ones too. */
  refundsOf(paymentIntentId: string): Promise<PaymentOutcome<ProviderReversal[]>>;
  /** Returns the refunds and disputes created since then, in epoch milliseconds. */
  reversalsSince(since: number): Promise<PaymentOutcome<ProviderReversal[]>>;
  /** Opens Stripe's portal for card and invoices. Returns its address. */
  openPortal(
    portal: {
      customerId: string;
      returnUrl: string;
      configuration: string | undefined;
      /** Opens the form for a new card directly. */
      updatesCard: boolean;
    },
    key: string,
  ): Promise<PaymentOutcome<string>>;
  /** Returns undefined when the signature is wrong or expired. */
  readEvent(body: string, signature: string, secret: string): Promise<ProviderEvent | undefined>;
}

export type InvoiceRequests = Pick<
  PaymentsProvider,
  | "invoicesOf"
  | "readInvoice"
  | "finalizeInvoice"
  | "payInvoice"
  | "invoiceSeparately"
  | "separateInvoicesOf"
  | "voidInvoice"
  | "creditNextInvoice"
>;
