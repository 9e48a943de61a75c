import type Stripe from "stripe";
import { z } from "zod";
import type {
  Checkout,
  ProviderEvent,
  ProviderInvoice,
  ProviderReversal,
  ProviderSubscription,
} from "#src/platform/providers/payments.ts";

export function toCheckout(session: Stripe.Checkout.Session): Checkout {
  return {
    id: session.id,
    url: session.url,
    status: (session.status ?? "open") as Checkout["status"],
    // A status that Stripe adds is no proof of a payment.
    paid: session.payment_status === "paid" || session.payment_status === "no_payment_required",
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
    paymentIntentId: idOf(session.payment_intent),
    metadata: session.metadata ?? {},
  };
}

/** The period is read from the item: since API 2025-03-31 subscriptions have none. */
export function toSubscription(subscription: Stripe.Subscription): ProviderSubscription {
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

const OF_PERIOD = ["subscription_create", "subscription_cycle"];

export function toInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  const paidAt = invoice.status_transitions.paid_at;
  return {
    id: invoice.id,
    status: (invoice.status ?? "draft") as ProviderInvoice["status"],
    amountDue: invoice.amount_due,
    currency: invoice.currency.toUpperCase(),
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription ?? null),
    paymentIntentId: idOf(invoice.payments?.data[0]?.payment.payment_intent ?? null),
    attempts: invoice.attempt_count,
    url: invoice.hosted_invoice_url ?? null,
    isOfPeriod: OF_PERIOD.includes(invoice.billing_reason ?? ""),
    createdAt: invoice.created * 1000,
    paidAt: paidAt === null ? null : paidAt * 1000,
  };
}

/**
 * Reads only ids from most events, because an event may be old or of another API version, and the
 * object is fetched anyway. Disputes are read from the event: their fields have kept their names for a decade.
 */
export function toEvent(event: Stripe.Event): ProviderEvent {
  const object = event.data.object as unknown as Readonly<Record<string, unknown>>;
  const about = String(object["object"]);
  const parent = object["parent"] as Stripe.Invoice.Parent | null | undefined;
  const own = about === "subscription" ? object["id"] : object["subscription"];
  const subscription = own ?? parent?.subscription_details?.subscription;
  const isRefund = about === "refund" || (about === "charge" && object["amount_refunded"] !== 0);
  return {
    id: event.id,
    type: event.type,
    about,
    objectId: String(object["id"]),
    subscriptionId: typeof subscription === "string" ? subscription : null,
    reversal: about === "dispute" ? toDispute(object, event.created) : undefined,
    refundedPayment: isRefund ? Id.safeParse(object["payment_intent"]).data : undefined,
  };
}

/** An id, or the object where the endpoint expands it. */
const Id = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

const Dispute = z.object({
  id: z.string(),
  payment_intent: Id,
  amount: z.number().int().positive(),
  currency: z.string(),
  status: z.string(),
  reason: z.string(),
  evidence_details: z.object({ due_by: z.number().nullish() }).nullish(),
});

/** `at` is when this state was reported, in epoch seconds. */
export function toDispute(object: unknown, at: number): ProviderReversal | undefined {
  const { data } = Dispute.safeParse(object);
  if (!data) return undefined;
  const { payment_intent: paymentIntentId, evidence_details: details, currency, ...rest } = data;
  return {
    ...rest,
    kind: "dispute",
    paymentIntentId,
    currency: currency.toUpperCase(),
    dueBy: details?.due_by ? details.due_by * 1000 : null,
    eventAt: at * 1000,
  };
}

export function idOf(expandable: string | { id: string } | null): string | null {
  return typeof expandable === "object" ? (expandable?.id ?? null) : expandable;
}
