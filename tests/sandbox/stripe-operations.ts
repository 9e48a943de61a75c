import type Stripe from "stripe";
import { z } from "zod";
import { Refused, type StripeBook } from "./stripe-book.ts";
import { chargeStored, detach } from "./stripe-cards.ts";
import { expireCheckout, makePrice, openCheckout } from "./stripe-checkout.ts";
import {
  addLine,
  attempt,
  draftInvoice,
  finalize,
  subscriptionIdOf,
  voidInvoice,
} from "./stripe-invoices.ts";
import { refund } from "./stripe-reversals.ts";
import { cancelSchedule, changeSchedule, makeSchedule } from "./stripe-schedules.ts";
import { endSubscription, notePaid } from "./stripe-subscriptions.ts";

interface Asked {
  readonly book: StripeBook;
  readonly origin: string;
  /** The id in the address, or nothing. */
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: the contract has checked it
  readonly form: any;
}

export interface Operation {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: RegExp;
  /** From the contract, or our own where it has none. */
  readonly request: string | z.ZodType;
  /** "list of Res_x" for a page of them. */
  readonly answer: string | z.ZodType;
  readonly run: (asked: Asked) => unknown;
}

const NONE = z.strictObject({});
const LIST = z.looseObject({ object: z.literal("list") });
const EXPAND = z.strictObject({ expand: z.array(z.string()).optional() });

function operation(
  name: string,
  request: string | z.ZodType,
  answer: string | z.ZodType,
  run: Operation["run"],
): Operation {
  const [method = "", path = ""] = name.split(" ");
  const pattern = new RegExp(`^${path.replace(":id", "([\\w]+)")}$`);
  return { method: method as Operation["method"], path: pattern, request, answer, run };
}

const metadataOf = (form: { metadata?: Stripe.MetadataParam | "" }) =>
  (form.metadata || {}) as Stripe.Metadata;

/** Exactly the requests that Parlor sends to Stripe; anything else is a bug in Parlor. */
export const OPERATIONS: readonly Operation[] = [
  operation("POST /v1/customers", "Req_customers_create", "Res_customer", ({ book, form }) => {
    const customer = book.make<Stripe.Customer>("Res_customer", "cus", {
      name: form.name ?? null,
      email: form.email ?? null,
      phone: form.phone ?? null,
      metadata: metadataOf(form),
    });
    book.customers.set(customer.id, customer);
    return customer;
  }),
  operation("POST /v1/products", "Req_products_create", "Res_product", ({ book, form }) => {
    const product = book.make<Stripe.Product>("Res_product", "prod", {
      name: form.name,
      active: true,
      metadata: metadataOf(form),
    });
    book.products.set(product.id, product);
    return product;
  }),
  operation("POST /v1/prices", "Req_prices_create", "Res_price", ({ book, form }) =>
    makePrice(book, form),
  ),
  operation(
    "POST /v1/checkout/sessions",
    "Req_checkout_sessions_create",
    "Res_checkout_session",
    ({ book, origin, form }) => openCheckout(book, origin, form),
  ),
  operation("GET /v1/checkout/sessions/:id", EXPAND, "Res_checkout_session", ({ book, id }) =>
    book.find(book.sessions, id, "checkout.session"),
  ),
  operation(
    "POST /v1/checkout/sessions/:id/expire",
    "Req_checkout_sessions_expire",
    "Res_checkout_session",
    ({ book, id }) => expireCheckout(book, id),
  ),
  operation("GET /v1/subscriptions/:id", EXPAND, "Res_subscription", ({ book, id }) =>
    book.find(book.subscriptions, id, "subscription"),
  ),
  operation(
    "POST /v1/subscriptions/:id",
    "Req_subscriptions_update",
    "Res_subscription",
    ({ book, id, form }) => {
      const subscription = book.find(book.subscriptions, id, "subscription");
      if (subscription.status === "canceled")
        throw new Refused(400, {
          message: "A canceled subscription can only update its metadata.",
        });
      if (form.cancel_at_period_end !== undefined) {
        subscription.cancel_at_period_end = form.cancel_at_period_end;
        subscription.canceled_at = form.cancel_at_period_end ? book.now : null;
      }
      if (form.default_payment_method)
        subscription.default_payment_method = form.default_payment_method;
      book.tell("customer.subscription.updated", subscription);
      return subscription;
    },
  ),
  operation(
    "DELETE /v1/subscriptions/:id",
    "Req_subscriptions_cancel",
    "Res_subscription",
    ({ book, id }) => {
      const subscription = book.find(book.subscriptions, id, "subscription");
      endSubscription(book, subscription);
      return subscription;
    },
  ),
  operation(
    "POST /v1/subscription_schedules",
    "Req_subscription_schedules_create",
    "Res_subscription_schedule",
    ({ book, form }) => makeSchedule(book, form),
  ),
  operation(
    "GET /v1/subscription_schedules/:id",
    EXPAND,
    "Res_subscription_schedule",
    ({ book, id }) => book.find(book.schedules, id, "subscription_schedule"),
  ),
  operation(
    "POST /v1/subscription_schedules/:id",
    "Req_subscription_schedules_update",
    "Res_subscription_schedule",
    ({ book, id, form }) => changeSchedule(book, id, form),
  ),
  operation(
    "POST /v1/subscription_schedules/:id/cancel",
    "Req_subscription_schedules_cancel",
    "Res_subscription_schedule",
    ({ book, id }) => cancelSchedule(book, id),
  ),
  operation(
    "POST /v1/billing_portal/sessions",
    "Req_billing_portal_sessions_create",
    "Res_billing_portal_session",
    ({ book, origin, form }) => {
      book.find(book.customers, form.customer, "customer");
      return book.make<Stripe.BillingPortal.Session>("Res_billing_portal_session", "bps", {
        customer: form.customer,
        return_url: form.return_url ?? null,
        url: `${origin}/portal/${form.customer}`,
      });
    },
  ),
  operation("GET /v1/invoices", "Req_invoices_list", "list of Res_invoice", ({ book, form }) =>
    toPage(
      [...book.invoices.values()].filter(
        (invoice) =>
          (form.customer === undefined || invoice.customer === form.customer) &&
          (form.status === undefined || invoice.status === form.status) &&
          (form.subscription === undefined || subscriptionIdOf(invoice) === form.subscription),
      ),
      form,
    ),
  ),
  operation("GET /v1/invoices/:id", EXPAND, "Res_invoice", ({ book, id }) =>
    book.find(book.invoices, id, "invoice"),
  ),
  operation("POST /v1/invoices", "Req_invoices_create", "Res_invoice", ({ book, form }) => {
    book.find(book.customers, form.customer, "customer");
    return draftInvoice(book, {
      customer: form.customer,
      reason: "manual",
      currency: form.currency ?? "usd",
      metadata: metadataOf(form),
      lines: [],
    });
  }),
  operation(
    "POST /v1/invoices/:id/finalize",
    "Req_invoices_finalize",
    "Res_invoice",
    ({ book, id, form }) => {
      const invoice = book.find(book.invoices, id, "invoice");
      finalize(book, invoice);
      if (form.auto_advance === false) invoice.next_payment_attempt = null;
      return invoice;
    },
  ),
  operation("POST /v1/invoices/:id/pay", "Req_invoices_pay", "Res_invoice", ({ book, id }) => {
    const invoice = book.find(book.invoices, id, "invoice");
    if (invoice.status !== "open")
      throw new Refused(400, {
        message: `Invoice is already ${invoice.status}`,
        code: "invoice_not_open",
      });
    if (book.unconfirmed.has(String(invoice.customer)))
      throw new Refused(402, {
        type: "card_error",
        code: "invoice_payment_intent_requires_action",
        message: "This payment requires additional user action before it can be completed.",
      });
    if (!attempt(book, invoice, true))
      throw new Refused(402, {
        type: "card_error",
        code: "card_declined",
        message: "Your card was declined.",
      });
    notePaid(book, invoice);
    return invoice;
  }),
  operation("POST /v1/invoices/:id/void", NONE, "Res_invoice", ({ book, id }) => {
    const invoice = book.find(book.invoices, id, "invoice");
    voidInvoice(book, invoice);
    return invoice;
  }),
  operation(
    "POST /v1/invoiceitems",
    "Req_invoiceitems_create",
    z.object({ id: z.string(), object: z.literal("invoiceitem"), amount: z.number() }),
    ({ book, form }) => {
      const { amount = 0, description = "" } = form;
      const id = book.id("ii");
      if (form.invoice)
        addLine(book, book.find(book.invoices, form.invoice, "invoice"), { amount, description });
      else
        book.pendingItems.push({
          id,
          customer: form.customer,
          subscription: form.subscription,
          amount,
        });
      return {
        id,
        object: "invoiceitem",
        amount,
        currency: form.currency,
        customer: form.customer,
      };
    },
  ),
  operation(
    "POST /v1/refunds",
    z.strictObject({
      payment_intent: z.string(),
      amount: z.string().optional(),
      reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
      metadata: z.record(z.string(), z.string()).optional(),
    }),
    z.object({
      id: z.string(),
      object: z.literal("refund"),
      charge: z.string(),
      status: z.literal("succeeded"),
    }),
    ({ book, form }) => {
      const intent = book.find(book.intents, form.payment_intent, "payment_intent");
      return refund(book, intent, form.amount === undefined ? undefined : Number(form.amount));
    },
  ),
  operation(
    "POST /v1/payment_intents",
    "Req_payment_intents_create",
    "Res_payment_intent",
    ({ book, form }) => chargeStored(book, form),
  ),
  operation(
    "GET /v1/payment_intents",
    z.looseObject({ customer: z.string() }),
    "list of Res_payment_intent",
    ({ book, form }) =>
      toPage(
        [...book.intents.values()].filter(
          ({ customer, created }) =>
            customer === form.customer && created >= Number(form.created?.gte ?? 0),
        ),
        form,
      ),
  ),
  operation("GET /v1/payment_intents/:id", EXPAND, "Res_payment_intent", ({ book, id }) =>
    book.find(book.intents, id, "payment_intent"),
  ),
  operation("GET /v1/setup_intents/:id", EXPAND, "SetupIntent", ({ book, id }) =>
    book.find(book.setups, id, "setup_intent"),
  ),
  operation("GET /v1/payment_methods/:id", EXPAND, "PaymentMethod", ({ book, id }) =>
    book.find(book.methods, id, "payment_method"),
  ),
  operation("POST /v1/payment_methods/:id/detach", NONE, "PaymentMethod", ({ book, id }) =>
    detach(book, id),
  ),
  operation("GET /v1/refunds", z.looseObject({}), LIST, ({ book, form }) => {
    if (form.payment_intent !== undefined)
      book.find(book.intents, form.payment_intent, "payment_intent");
    return toPage(
      book.refunds.filter(
        (one) =>
          (form.payment_intent === undefined || one.payment_intent === form.payment_intent) &&
          one.created >= Number(form.created?.gte ?? 0),
      ),
      form,
    );
  }),
  operation("GET /v1/disputes", z.looseObject({}), LIST, ({ book, form }) =>
    toPage(
      [...book.disputes.values()].filter(
        ({ created }) => created >= Number(form.created?.gte ?? 0),
      ) as {
        id: string;
        created: number;
      }[],
      form,
    ),
  ),
  operation("GET /v1/balance", NONE, z.object({ object: z.literal("balance") }), () => ({
    object: "balance",
    available: [{ amount: 0, currency: "usd" }],
    pending: [{ amount: 0, currency: "usd" }],
    livemode: false,
  })),
];

/** Newest first, as Stripe lists. */
function toPage<T extends { id: string }>(
  all: readonly T[],
  form: { limit?: number; starting_after?: string },
) {
  const newest = all.toReversed();
  const from = form.starting_after
    ? newest.findIndex(({ id }) => id === form.starting_after) + 1
    : 0;
  const limit = Number(form.limit ?? 10);
  return {
    object: "list",
    url: "/v1",
    has_more: newest.length > from + limit,
    data: newest.slice(from, from + limit),
  };
}
