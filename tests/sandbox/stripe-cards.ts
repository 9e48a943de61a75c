import type Stripe from "stripe";
import { Refused, type StripeBook } from "./stripe-book.ts";
import { blank } from "./stripe-contract.ts";

/** The client enters a card on Stripe's page, without paying. */
export function completeSetup(
  book: StripeBook,
  session: Stripe.Checkout.Session,
): Stripe.Checkout.Session {
  const customer = String(session.customer);
  const method = enterCard(book, customer);
  const intent = book.make<Stripe.SetupIntent>("SetupIntent", "seti", {
    status: "succeeded",
    customer,
    payment_method: method.id,
  });
  book.setups.set(intent.id, intent);
  Object.assign(session, { status: "complete", setup_intent: intent.id, url: null });
  book.tell("checkout.session.completed", session);
  return session;
}

/** A card that someone enters: of a customer only if they keep it. */
export function enterCard(book: StripeBook, customer: string | null): Stripe.PaymentMethod {
  const card = {
    ...blank<Stripe.PaymentMethod.Card>("PaymentMethod.Card"),
    brand: "visa",
    last4: "4242",
    exp_month: 12,
    exp_year: new Date(book.now * 1000).getUTCFullYear() + 2,
    funding: "credit",
  };
  const method = book.make<Stripe.PaymentMethod>("PaymentMethod", "pm", {
    type: "card",
    customer,
    card,
  });
  book.methods.set(method.id, method);
  return method;
}

/** A payment while the client isn't there. */
export function chargeStored(
  book: StripeBook,
  form: Stripe.PaymentIntentCreateParams,
): Stripe.PaymentIntent {
  const customer = String(form.customer);
  const method = book.find(book.methods, String(form.payment_method), "payment_method");
  if (method.customer !== customer)
    throw new Refused(400, {
      message: "The provided PaymentMethod does not belong to the Customer.",
      param: "payment_method",
    });
  if (book.unconfirmed.has(customer))
    throw new Refused(402, {
      type: "card_error",
      code: "authentication_required",
      message: "Your card was declined. This transaction requires authentication.",
    });
  if (book.declined.has(customer))
    throw new Refused(402, {
      type: "card_error",
      code: "card_declined",
      message: "Your card was declined.",
    });
  const intent = book.make<Stripe.PaymentIntent>("Res_payment_intent", "pi", {
    amount: form.amount,
    currency: form.currency,
    customer,
    payment_method: method.id,
    description: form.description ?? null,
    status: "succeeded",
    metadata: (form.metadata || {}) as Stripe.Metadata,
  });
  book.intents.set(intent.id, intent);
  book.tell("payment_intent.succeeded", intent);
  return intent;
}

export function detach(book: StripeBook, id: string): Stripe.PaymentMethod {
  const method = book.find(book.methods, id, "payment_method");
  if (method.customer === null)
    throw new Refused(400, {
      message: "The payment method you provided is not attached to a customer.",
    });
  method.customer = null;
  return method;
}
