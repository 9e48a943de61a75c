import type Stripe from "stripe";
import { blank } from "./stripe-contract.ts";

/** Stripe's refusal, as its API answers it. */
export class Refused extends Error {
  readonly status: number;
  readonly body: object;

  constructor(
    status: number,
    error: { type?: string; code?: string; message: string; param?: string },
  ) {
    super(error.message);
    this.status = status;
    this.body = { error: { type: "invalid_request_error", ...error } };
  }
}

export interface Event {
  readonly type: string;
  readonly object: object;
  /** When it happened, in epoch seconds. */
  readonly at: number;
  /** Of the event, once it was sent. */
  id?: string;
}

export interface Refund {
  readonly id: string;
  readonly object: "refund";
  readonly amount: number;
  readonly charge: string;
  readonly payment_intent: string;
  readonly currency: string;
  readonly created: number;
  status: string;
  failure_reason?: string;
}

export type Interval = "day" | "week" | "month" | "year";

/** Everything that this Stripe knows, on its own clock. Ids count up, so that a run can be repeated. */
export class StripeBook {
  /** Epoch seconds. */
  now: number;
  readonly customers = new Map<string, Stripe.Customer>();
  readonly products = new Map<string, Stripe.Product>();
  readonly prices = new Map<string, Stripe.Price>();
  readonly sessions = new Map<string, Stripe.Checkout.Session>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly schedules = new Map<string, Stripe.SubscriptionSchedule>();
  readonly invoices = new Map<string, Stripe.Invoice>();
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly methods = new Map<string, Stripe.PaymentMethod>();
  readonly setups = new Map<string, Stripe.SetupIntent>();
  /** Waits for the customer's next invoice of that subscription. */
  readonly pendingItems: { id: string; customer: string; subscription: string; amount: number }[] =
    [];
  /** In the order in which they were made. */
  readonly refunds: Refund[] = [];
  readonly disputes = new Map<string, object & { created: number }>();
  /** Customers whose bank asks them to confirm each payment that they don't make themselves. */
  readonly unconfirmed = new Set<string>();
  /** Refunded cents by payment. */
  readonly refunded = new Map<string, number>();
  /** Payments that a client disputes at the bank. */
  readonly disputed = new Set<string>();
  /** The balance is too low for refunds. */
  balanceIsShort = false;
  /** Customers whose card is declined. */
  readonly declined = new Set<string>();
  readonly events: Event[] = [];
  private count = 0;

  constructor(now: number) {
    this.now = now;
  }

  id(prefix: string): string {
    this.count += 1;
    return `${prefix}_${String(this.count).padStart(14, "0")}`;
  }

  tell(type: string, object: object): void {
    this.events.push({ type, object: structuredClone(object), at: this.now });
  }

  find<T>(kept: ReadonlyMap<string, T>, id: string, what: string): T {
    const found = kept.get(id);
    if (found) return found;
    const message = `No such ${what}: '${id}'`;
    throw new Refused(404, { code: "resource_missing", message, param: "id" });
  }

  /** A new object of the contract with the known values. */
  make<T extends { id: string; created?: number }>(
    shape: string,
    prefix: string,
    values: Partial<T>,
  ): T {
    return { ...blank<T>(shape), id: this.id(prefix), created: this.now, ...values };
  }
}

export function after(start: number, interval: Interval, times = 1): number {
  const from = new Date(start * 1000);
  if (interval === "day" || interval === "week")
    return start + times * (interval === "day" ? 1 : 7) * 86_400;
  const months = from.getUTCMonth() + times * (interval === "month" ? 1 : 12);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const moved = new Date(from);
  moved.setUTCFullYear(from.getUTCFullYear(), months, Math.min(from.getUTCDate(), lastDay));
  return moved.getTime() / 1000;
}
