import type Stripe from "stripe";
import { after, type Interval, Refused, type StripeBook } from "./stripe-book.ts";
import { blank } from "./stripe-contract.ts";
import { beginTrial, endSubscription } from "./stripe-subscriptions.ts";

/** `from_subscription` can't be combined with phases: Stripe refuses both together. */
export function makeSchedule(
  book: StripeBook,
  wanted: Stripe.SubscriptionScheduleCreateParams,
): Stripe.SubscriptionSchedule {
  const { from_subscription: from, ...rest } = wanted;
  if (from === undefined || Object.keys(rest).length > 0)
    throw new Refused(400, {
      message: "You cannot set other parameters when using `from_subscription`.",
      param: "from_subscription",
    });
  const subscription = book.find(book.subscriptions, from, "subscription");
  if (subscription.schedule)
    throw new Refused(400, {
      message: `You cannot migrate a subscription that is already attached to a schedule: ${subscription.schedule}`,
    });
  const [item] = subscription.items.data;
  if (!item) throw new Error("a subscription without items");
  const schedule = book.make<Stripe.SubscriptionSchedule>(
    "Res_subscription_schedule",
    "sub_sched",
    {
      customer: subscription.customer,
      subscription: subscription.id,
      status: "active",
      end_behavior: "release",
      metadata: {},
      phases: [phase(item.price, item.current_period_start, item.current_period_end)],
      current_phase: { start_date: item.current_period_start, end_date: item.current_period_end },
    },
  );
  subscription.schedule = schedule.id;
  book.schedules.set(schedule.id, schedule);
  return schedule;
}

export function changeSchedule(
  book: StripeBook,
  id: string,
  wanted: Stripe.SubscriptionScheduleUpdateParams,
): Stripe.SubscriptionSchedule {
  const schedule = active(book, id);
  if (wanted.end_behavior) schedule.end_behavior = wanted.end_behavior;
  if (wanted.phases) {
    let start = Number(wanted.phases[0]?.start_date ?? schedule.phases[0]?.start_date);
    schedule.phases = wanted.phases.map(
      ({ items, duration, end_date: end, trial_end: trialEnd }) => {
        const price = book.find(book.prices, String(items[0]?.price), "price");
        const until = duration
          ? after(start, duration.interval as Interval, duration.interval_count ?? 1)
          : Number(end);
        const made = phase(price, start, until);
        if (trialEnd) beginTrial(book, String(schedule.subscription), Number(trialEnd));
        start = until;
        return made;
      },
    );
  }
  if (wanted.metadata) schedule.metadata = wanted.metadata as Stripe.Metadata;
  book.tell("subscription_schedule.updated", schedule);
  return schedule;
}

export function cancelSchedule(book: StripeBook, id: string): Stripe.SubscriptionSchedule {
  const schedule = active(book, id);
  schedule.status = "canceled";
  schedule.canceled_at = book.now;
  book.tell("subscription_schedule.canceled", schedule);
  const subscription = book.subscriptions.get(String(schedule.subscription));
  if (subscription && subscription.status !== "canceled") endSubscription(book, subscription);
  return schedule;
}

function active(book: StripeBook, id: string): Stripe.SubscriptionSchedule {
  const schedule = book.find(book.schedules, id, "subscription_schedule");
  if (schedule.status !== "active")
    throw new Refused(400, {
      message: `You cannot change a subscription schedule that is currently in the \`${schedule.status}\` status.`,
    });
  return schedule;
}

function phase(price: Stripe.Price, start: number, end: number): Stripe.SubscriptionSchedule.Phase {
  return {
    ...blank<Stripe.SubscriptionSchedule.Phase>("SubscriptionSchedule.Phase"),
    currency: price.currency,
    start_date: start,
    end_date: end,
    items: [
      {
        ...blank<Stripe.SubscriptionSchedule.Phase.Item>("SubscriptionSchedule.Phase.Item"),
        price: price.id,
        quantity: 1,
        metadata: {},
      },
    ],
  };
}
