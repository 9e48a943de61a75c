import type Stripe from "stripe";
import { Refused, type StripeBook } from "./stripe-book.ts";
import { completeSetup, enterCard } from "./stripe-cards.ts";
import { blank } from "./stripe-contract.ts";
import { attempt, draftInvoice, finalize } from "./stripe-invoices.ts";
import { beginSubscription } from "./stripe-subscriptions.ts";

const DAY = 86_400;
const SHORTEST_SECONDS = 30 * 60;

export function makePrice(
  book: StripeBook,
  wanted: Stripe.PriceCreateParams | Stripe.Checkout.SessionCreateParams.LineItem.PriceData,
): Stripe.Price {
  const recurring = wanted.recurring;
  const price = book.make<Stripe.Price>("Res_price", "price", {
    active: true,
    currency: wanted.currency,
    product: wanted.product ?? book.id("prod"),
    type: recurring ? "recurring" : "one_time",
    unit_amount: wanted.unit_amount ?? null,
    metadata: {},
    recurring: recurring
      ? {
          ...blank<Stripe.Price.Recurring>("Price.Recurring"),
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
        }
      : null,
  });
  book.prices.set(price.id, price);
  return price;
}

export function openCheckout(
  book: StripeBook,
  origin: string,
  wanted: Stripe.Checkout.SessionCreateParams,
): Stripe.Checkout.Session {
  const prices = (wanted.line_items ?? []).map(({ price, price_data: data }) =>
    price ? book.find(book.prices, price, "price") : makePrice(book, priceData(data)),
  );
  if (wanted.mode === "subscription" && !prices.some(({ type }) => type === "recurring"))
    throw new Refused(400, {
      message: "You must provide at least one recurring price in `subscription` mode.",
      param: "line_items",
    });
  // Bank debits arrive, or fail, days later, and Parlor doesn't follow them.
  if (String(wanted.allowed_payment_method_types) !== "card")
    throw new Refused(400, { message: "These tests sell by card only." });
  const expiresAt = wanted.expires_at ?? book.now + DAY;
  if (expiresAt < book.now + SHORTEST_SECONDS || expiresAt > book.now + DAY)
    throw new Refused(400, {
      message: "The `expires_at` timestamp must be between 30 minutes and 24 hours from now.",
      param: "expires_at",
    });
  if (wanted.customer) book.find(book.customers, wanted.customer, "customer");
  const session = book.make<Stripe.Checkout.Session>("Res_checkout_session", "cs_test", {
    mode: wanted.mode ?? "subscription",
    status: "open",
    payment_status: "unpaid",
    customer: wanted.customer ?? null,
    client_reference_id: wanted.client_reference_id ?? null,
    success_url: wanted.success_url ?? null,
    cancel_url: wanted.cancel_url ?? null,
    metadata: (wanted.metadata || {}) as Stripe.Metadata,
    currency: prices[0]?.currency ?? wanted.currency ?? null,
    amount_total: prices.reduce((sum, price) => sum + (price.unit_amount ?? 0), 0),
    expires_at: expiresAt,
    ui_mode: "hosted_page",
  });
  session.url = `${origin}/pay/${session.id}`;
  book.sessions.set(session.id, session);
  bought.set(session, {
    prices,
    metadata: wanted.subscription_data?.metadata ?? {},
    keepsCard: wanted.payment_intent_data?.setup_future_usage === "off_session",
  });
  return session;
}

const bought = new WeakMap<
  Stripe.Checkout.Session,
  { prices: Stripe.Price[]; metadata: Stripe.MetadataParam; keepsCard: boolean }
>();

function priceData(data: Stripe.Checkout.SessionCreateParams.LineItem.PriceData | undefined) {
  if (data) return data;
  throw new Refused(400, { message: "Each line item needs a price.", param: "line_items" });
}

/** The client pays on Stripe's page. */
export function completeCheckout(book: StripeBook, id: string): Stripe.Checkout.Session {
  const session = book.find(book.sessions, id, "checkout.session");
  const goods = bought.get(session);
  if (session.mode === "setup" && session.status === "open") return completeSetup(book, session);
  if (session.mode === "payment" && session.status === "open") return payOnce(book, session);
  const price = goods?.prices.find(({ type }) => type === "recurring");
  if (session.status !== "open" || !goods || !price)
    throw new Refused(400, { message: `This session is ${session.status}.` });
  if (session.customer === null) {
    const customer = book.make<Stripe.Customer>("Res_customer", "cus", { metadata: {} });
    book.customers.set(customer.id, customer);
    session.customer = customer.id;
  }
  const customer = String(session.customer);
  const subscription = beginSubscription(book, {
    customer,
    price,
    paymentMethod: book.id("pm"),
    metadata: goods.metadata as Stripe.Metadata,
  });
  const invoice = draftInvoice(book, {
    customer,
    subscription,
    reason: "subscription_create",
    currency: price.currency,
    lines: goods.prices.map((one) => ({
      amount: one.unit_amount ?? 0,
      description: one.type === "recurring" ? "First period" : "Once",
    })),
  });
  subscription.latest_invoice = invoice.id;
  finalize(book, invoice);
  if (invoice.status === "open") attempt(book, invoice, false);
  Object.assign(session, {
    status: "complete",
    payment_status: "paid",
    subscription: subscription.id,
    invoice: invoice.id,
    url: null,
  });
  book.tell("checkout.session.completed", session);
  return session;
}

function payOnce(book: StripeBook, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const customer = session.customer === null ? null : String(session.customer);
  const intent = book.make<Stripe.PaymentIntent>("Res_payment_intent", "pi", {
    amount: session.amount_total ?? 0,
    customer,
    payment_method: enterCard(book, bought.get(session)?.keepsCard ? customer : null).id,
    currency: session.currency ?? "usd",
    status: "succeeded",
    metadata: {},
  });
  book.intents.set(intent.id, intent);
  const paid = { status: "complete", payment_status: "paid", payment_intent: intent.id, url: null };
  Object.assign(session, paid);
  book.tell("checkout.session.completed", session);
  return session;
}

export function expireCheckout(book: StripeBook, id: string): Stripe.Checkout.Session {
  const session = book.find(book.sessions, id, "checkout.session");
  if (session.status !== "open")
    throw new Refused(400, { message: "Only open sessions can be expired." });
  session.status = "expired";
  session.url = null;
  book.tell("checkout.session.expired", session);
  return session;
}
