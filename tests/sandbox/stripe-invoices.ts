import type Stripe from "stripe";
import { Refused, type StripeBook } from "./stripe-book.ts";
import { blank } from "./stripe-contract.ts";

/** Stripe retries a failed renewal after these days, then cancels the subscription. */
const RETRY_DAYS = [3, 5, 7];
const DAY = 86_400;
const HOUR = 3_600;

interface Line {
  readonly amount: number;
  readonly description: string;
  readonly price?: string;
}

interface Wanted {
  readonly customer: string;
  readonly subscription?: Stripe.Subscription;
  readonly reason: Stripe.Invoice.BillingReason;
  readonly currency: string;
  readonly metadata?: Stripe.Metadata;
  readonly lines: readonly Line[];
}

export function draftInvoice(book: StripeBook, wanted: Wanted): Stripe.Invoice {
  const { subscription } = wanted;
  const invoice = book.make<Stripe.Invoice>("Res_invoice", "in", {
    customer: wanted.customer,
    currency: wanted.currency,
    status: "draft",
    billing_reason: wanted.reason,
    collection_method: "charge_automatically",
    auto_advance: wanted.reason !== "manual",
    automatically_finalizes_at: wanted.reason === "subscription_cycle" ? book.now + HOUR : null,
    metadata: wanted.metadata ?? {},
    ...(subscription && {
      parent: {
        ...blank<Stripe.Invoice.Parent>("Invoice.Parent"),
        type: "subscription_details",
        subscription_details: {
          ...blank<Stripe.Invoice.Parent.SubscriptionDetails>("Invoice.Parent.SubscriptionDetails"),
          subscription: subscription.id,
          metadata: subscription.metadata,
        },
      },
    }),
  });
  book.invoices.set(invoice.id, invoice);
  for (const line of wanted.lines) addLine(book, invoice, line);
  return invoice;
}

export function addLine(book: StripeBook, invoice: Stripe.Invoice, line: Line): void {
  const item = {
    ...blank<Stripe.InvoiceLineItem>("InvoiceLineItem"),
    id: book.id("il"),
    amount: line.amount,
    subtotal: line.amount,
    currency: invoice.currency,
    description: line.description,
    invoice: invoice.id,
    metadata: {},
  };
  invoice.lines.data.push(item);
  const total = invoice.lines.data.reduce((sum, { amount }) => sum + amount, 0);
  Object.assign(invoice, { subtotal: total, total });
  invoice.amount_due = Math.max(0, total);
  invoice.amount_remaining = invoice.amount_due;
}

/** The invoice becomes due; one of zero is paid at once. */
export function finalize(book: StripeBook, invoice: Stripe.Invoice): void {
  if (invoice.status !== "draft")
    throw new Refused(400, {
      message: `This invoice is ${invoice.status} and cannot be finalized.`,
    });
  invoice.status = "open";
  invoice.automatically_finalizes_at = null;
  invoice.hosted_invoice_url = `https://invoice.stripe.example/${invoice.id}`;
  book.tell("invoice.finalized", invoice);
  if (invoice.amount_due === 0) settle(book, invoice);
}

/** An attempt by Stripe itself, or by hand: those do not count in `attempt_count`. True when it was paid. */
export function attempt(book: StripeBook, invoice: Stripe.Invoice, byHand: boolean): boolean {
  const customer = String(invoice.customer);
  invoice.attempted = true;
  if (!byHand) invoice.attempt_count += 1;
  const intent = book.make<Stripe.PaymentIntent>("Res_payment_intent", "pi", {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer,
    status: "succeeded",
    metadata: {},
  });
  book.intents.set(intent.id, intent);
  if (!book.declined.has(customer)) {
    settle(book, invoice, intent);
    return true;
  }
  intent.status = "requires_payment_method";
  if (!byHand) {
    const days = RETRY_DAYS[invoice.attempt_count - 1];
    invoice.next_payment_attempt = days === undefined ? null : book.now + days * DAY;
  }
  book.tell("invoice.payment_failed", invoice);
  return false;
}

function settle(book: StripeBook, invoice: Stripe.Invoice, intent?: Stripe.PaymentIntent): void {
  invoice.status = "paid";
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.status_transitions = { ...invoice.status_transitions, paid_at: book.now };
  if (intent)
    invoice.payments = {
      object: "list",
      has_more: false,
      url: `/v1/invoice_payments?invoice=${invoice.id}`,
      data: [
        {
          ...blank<Stripe.InvoicePayment>("Res_invoice_payment"),
          id: book.id("inpay"),
          created: book.now,
          currency: invoice.currency,
          invoice: invoice.id,
          is_default: true,
          amount_paid: invoice.amount_paid,
          amount_requested: invoice.amount_paid,
          status: "paid",
          payment: {
            ...blank<Stripe.InvoicePayment.Payment>("InvoicePayment.Payment"),
            type: "payment_intent",
            payment_intent: intent.id,
          },
        },
      ],
    };
  book.tell("invoice.paid", invoice);
}

export function voidInvoice(book: StripeBook, invoice: Stripe.Invoice): void {
  if (invoice.status !== "open")
    throw new Refused(400, {
      message: `You can only void open invoices; this one is ${invoice.status}.`,
    });
  invoice.status = "void";
  invoice.next_payment_attempt = null;
  book.tell("invoice.voided", invoice);
}

export function subscriptionIdOf(invoice: Stripe.Invoice): string | undefined {
  const subscription = invoice.parent?.subscription_details?.subscription;
  return subscription ? String(subscription) : undefined;
}
