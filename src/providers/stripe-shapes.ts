import type Stripe from "stripe";
import type { Checkout, ProviderEvent, ProviderInvoice, ProviderSubscription } from "./payments.ts";

export function checkoutOf(session: Stripe.Checkout.Session): Checkout {
  return {
    id: session.id,
    url: session.url,
    status: (session.status ?? "open") as Checkout["status"],
    paid: session.payment_status !== "unpaid",
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
    metadata: session.metadata ?? {},
  };
}

/** The period is its item's: subscriptions have none of their own since API 2025-03-31. */
export function subscriptionOf(subscription: Stripe.Subscription): ProviderSubscription {
  const [item] = subscription.items.data;
  return {
    id: subscription.id,
    status: subscription.status,
    customerId: idOf(subscription.customer) ?? "",
    startedAt: subscription.start_date * 1000,
    currentPeriodEnd: (item?.current_period_end ?? subscription.created) * 1000,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    scheduleId: idOf(subscription.schedule),
    paymentMethodId: idOf(subscription.default_payment_method),
    metadata: subscription.metadata,
  };
}

export function invoiceOf(invoice: Stripe.Invoice): ProviderInvoice {
  const paidAt = invoice.status_transitions.paid_at;
  return {
    id: invoice.id,
    status: (invoice.status ?? "draft") as ProviderInvoice["status"],
    amountDue: invoice.amount_due,
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription ?? null),
    paymentIntentId: idOf(invoice.payments?.data[0]?.payment.payment_intent ?? null),
    attempts: invoice.attempt_count,
    createdAt: invoice.created * 1000,
    paidAt: paidAt === null ? null : paidAt * 1000,
  };
}

/** Only ids are read from an event: it may be old, or of another version, so the object is fetched. */
export function eventOf(event: Stripe.Event): ProviderEvent {
  const object = event.data.object as unknown as Readonly<Record<string, unknown>>;
  const about = String(object["object"]);
  const parent = object["parent"] as Stripe.Invoice.Parent | null | undefined;
  const own = about === "subscription" ? object["id"] : object["subscription"];
  const subscription = own ?? parent?.subscription_details?.subscription;
  return {
    id: event.id,
    type: event.type,
    about,
    objectId: String(object["id"]),
    subscriptionId: typeof subscription === "string" ? subscription : null,
  };
}

function idOf(expandable: string | { id: string } | null): string | null {
  return typeof expandable === "object" ? (expandable?.id ?? null) : expandable;
}
