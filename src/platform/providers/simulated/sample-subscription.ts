import type { Interval } from "#src/shared/installments.ts";
import { billPeriod, newId } from "./invoices.ts";
import type { PaymentBook, SimulatedSubscription } from "./payment-book.ts";

/** A subscription that the sample salon began in the past. */
export interface SampleSubscription {
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
export function addSample(
  book: PaymentBook,
  { paidPeriods, name, ...sample }: SampleSubscription,
): void {
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
