import type Stripe from "stripe";
import { after, type Interval, Refused, type StripeBook } from "./stripe-book.ts";
import { blank } from "./stripe-contract.ts";
import { attempt, draftInvoice, finalize, subscriptionIdOf } from "./stripe-invoices.ts";

interface Beginning {
  readonly customer: string;
  readonly price: Stripe.Price;
  readonly metadata: Stripe.Metadata;
  readonly paymentMethod: string;
}

export function beginSubscription(book: StripeBook, begun: Beginning): Stripe.Subscription {
  const id = book.id("sub");
  const end = after(book.now, intervalOf(begun.price), begun.price.recurring?.interval_count);
  const item: Stripe.SubscriptionItem = {
    ...blank<Stripe.SubscriptionItem>("SubscriptionItem"),
    id: book.id("si"),
    created: book.now,
    current_period_start: book.now,
    current_period_end: end,
    metadata: {},
    price: begun.price,
    quantity: 1,
    subscription: id,
  };
  const subscription: Stripe.Subscription = {
    ...blank<Stripe.Subscription>("Res_subscription"),
    id,
    created: book.now,
    start_date: book.now,
    billing_cycle_anchor: book.now,
    collection_method: "charge_automatically",
    currency: begun.price.currency,
    customer: begun.customer,
    default_payment_method: begun.paymentMethod,
    items: { object: "list", has_more: false, url: "/v1/subscription_items", data: [item] },
    metadata: begun.metadata,
    status: "active",
  };
  book.subscriptions.set(id, subscription);
  book.tell("customer.subscription.created", subscription);
  return subscription;
}

export function endSubscription(book: StripeBook, subscription: Stripe.Subscription): void {
  if (subscription.status === "canceled")
    throw new Refused(404, {
      code: "resource_missing",
      message: `No such subscription: '${subscription.id}'`,
      param: "id",
    });
  subscription.status = "canceled";
  subscription.ended_at = book.now;
  subscription.canceled_at ??= book.now;
  for (const invoice of book.invoices.values())
    if (subscriptionIdOf(invoice) === subscription.id && invoice.status === "open")
      invoice.next_payment_attempt = null;
  book.tell("customer.subscription.deleted", subscription);
}

/** Moves the next renewal, and all that follow: nothing is charged before. */
export function beginTrial(book: StripeBook, id: string, end: number): void {
  const subscription = book.find(book.subscriptions, id, "subscription");
  const [item] = subscription.items.data;
  if (!item) throw new Error("a subscription without items");
  item.current_period_start = book.now;
  item.current_period_end = end;
  Object.assign(subscription, { status: "trialing", trial_end: end, billing_cycle_anchor: end });
  const invoice = draftInvoice(book, {
    customer: String(subscription.customer),
    subscription,
    reason: "subscription_update",
    currency: item.price.currency,
    lines: [{ amount: 0, description: "Trial period" }],
  });
  finalize(book, invoice);
  book.tell("customer.subscription.updated", subscription);
}

/** The next automatic event and its time; undefined when there is none. */
export function nextEvent(book: StripeBook): { at: number; run: () => void } | undefined {
  const events: { at: number; run: () => void }[] = [];
  for (const invoice of book.invoices.values()) {
    if (invoice.status === "draft" && invoice.automatically_finalizes_at)
      events.push({ at: invoice.automatically_finalizes_at, run: () => bill(book, invoice) });
    if (invoice.status === "open" && invoice.next_payment_attempt)
      events.push({ at: invoice.next_payment_attempt, run: () => collect(book, invoice) });
  }
  for (const subscription of book.subscriptions.values())
    if (subscription.status !== "canceled")
      events.push({ at: periodEnd(subscription), run: () => turnPeriod(book, subscription) });
  return events.sort((one, other) => one.at - other.at)[0];
}

function bill(book: StripeBook, invoice: Stripe.Invoice): void {
  finalize(book, invoice);
  if (invoice.status === "open") collect(book, invoice);
}

function collect(book: StripeBook, invoice: Stripe.Invoice): void {
  const subscription = book.subscriptions.get(subscriptionIdOf(invoice) ?? "");
  const paid = attempt(book, invoice, false);
  if (!subscription || subscription.status === "canceled") return;
  if (paid) changeStatus(book, subscription, "active");
  else if (invoice.next_payment_attempt === null) endSubscription(book, subscription);
  else changeStatus(book, subscription, "past_due");
}

/** Paid manually or by Stripe, so the subscription is no longer past due. */
export function notePaid(book: StripeBook, invoice: Stripe.Invoice): void {
  const subscription = book.subscriptions.get(subscriptionIdOf(invoice) ?? "");
  if (subscription?.status === "past_due") changeStatus(book, subscription, "active");
}

function changeStatus(
  book: StripeBook,
  subscription: Stripe.Subscription,
  status: "active" | "past_due",
): void {
  if (subscription.status === status) return;
  subscription.status = status;
  book.tell("customer.subscription.updated", subscription);
}

function turnPeriod(book: StripeBook, subscription: Stripe.Subscription): void {
  const [item] = subscription.items.data;
  if (!item) return;
  if (isOver(book, subscription, item)) {
    endSubscription(book, subscription);
    return;
  }
  item.current_period_start = item.current_period_end;
  item.current_period_end = nextPeriodEnd(subscription, item);
  const waiting = book.pendingItems.filter((one) => one.subscription === subscription.id);
  for (const one of waiting) book.pendingItems.splice(book.pendingItems.indexOf(one), 1);
  const invoice = draftInvoice(book, {
    customer: String(subscription.customer),
    subscription,
    reason: "subscription_cycle",
    currency: item.price.currency,
    lines: [
      { amount: item.price.unit_amount ?? 0, description: "Renewal", price: item.price.id },
      ...waiting.map(({ amount }) => ({ amount, description: "Paid before" })),
    ],
  });
  subscription.latest_invoice = invoice.id;
  if (subscription.status === "trialing") subscription.status = "active";
  book.tell("customer.subscription.updated", subscription);
}

/** Periods are counted from the anchor: January 31, February 28, March 31. */
function nextPeriodEnd(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): number {
  const each = item.price.recurring?.interval_count ?? 1;
  let end = subscription.billing_cycle_anchor;
  for (let count = 1; end <= item.current_period_start; count += 1)
    end = after(subscription.billing_cycle_anchor, intervalOf(item.price), count * each);
  return end;
}

/** Canceled at the end of this period, or at the end of its schedule. */
function isOver(
  book: StripeBook,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): boolean {
  const schedule = book.schedules.get(String(subscription.schedule));
  const last = schedule?.phases.at(-1);
  if (schedule?.status !== "active" || !last || last.end_date > item.current_period_end)
    return subscription.cancel_at_period_end;
  const ends = schedule.end_behavior === "cancel";
  schedule.status = ends ? "completed" : "released";
  if (ends) schedule.completed_at = book.now;
  else {
    schedule.released_at = book.now;
    schedule.released_subscription = subscription.id;
    subscription.schedule = null;
  }
  book.tell(`subscription_schedule.${schedule.status}`, schedule);
  return ends || subscription.cancel_at_period_end;
}

function periodEnd(subscription: Stripe.Subscription): number {
  return subscription.items.data[0]?.current_period_end ?? Number.POSITIVE_INFINITY;
}

function intervalOf(price: Stripe.Price): Interval {
  return (price.recurring?.interval ?? "month") as Interval;
}
