import type Stripe from "stripe";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { PERIOD_MS } from "#src/shared/installments.ts";

type Limited = Parameters<PaymentsProvider["limitPeriods"]>[0];

/**
 * Returns one phase for the remaining periods, after which the schedule ends; undefined when none is
 * left. A schedule begins with the current period when it is created, not with the subscription.
 */
export function remainingPhase(
  schedule: Stripe.SubscriptionSchedule,
  { priceId, interval, count, startedAt, moved }: Limited,
): Stripe.SubscriptionScheduleUpdateParams | undefined {
  const start = schedule.phases[0]?.start_date ?? startedAt / 1000;
  const passed = Math.round((start * 1000 - startedAt) / PERIOD_MS[interval]);
  if (passed >= count) return undefined;
  return {
    end_behavior: "cancel",
    proration_behavior: "none",
    phases: [
      {
        start_date: start,
        items: [{ price: priceId, quantity: 1 }],
        // A trial is how Stripe moves the renewals of a period that is already paid.
        ...(moved
          ? { trial_end: moved.nextAt / 1000, end_date: moved.endsAt / 1000 }
          : { duration: { interval, interval_count: count - passed } }),
      },
    ],
  };
}
