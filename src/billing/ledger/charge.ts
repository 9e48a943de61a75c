import { beginCharge, type ChargeRow, unfinishedCharges } from "#db/billing/charges.ts";
import { type InstallmentRow, installmentsOf } from "#db/billing/installments.ts";
import { findPlanSubscription } from "#db/billing/plan-subscriptions.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { requirePayments, StripeUnreachable, valueFrom } from "#src/billing/stripe/provider.ts";
import { record } from "#src/platform/audit/audit.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { amountOf } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import { cancelPlan } from "./cancel.ts";
import { invoiceFor, net, pay } from "./charge-invoice.ts";
import { bookPayment, bookRefusal } from "./charge-outcome.ts";
import { MOST_STRIKES, readLedger } from "./ledger.ts";
import { mailNotice } from "./notices.ts";
import { giveBack } from "./refund.ts";

/**
 * Charges the next installment now, once however often it is asked: what is owed at Stripe, else an invoice
 * of its own whose sum comes off the scheduled one (DECISIONS section 7). Answers decimal text and the invoice.
 * @throws Problem 404, 409 with the card's no or why not now, 503 when Stripe did not answer
 */
export async function chargeNow(
  app: App,
  actor: Staff,
  id: number,
): Promise<{ amount: string; invoiceId: string }> {
  if (app.config.passive)
    throw new Problem(409, "This server was started with --passive: it charges nobody.");
  const payments = await requirePayments(app);
  const charge = inTransaction(app.db, () => begin(app, actor, id));
  let result: Settled;
  try {
    result = await settleAlone(app, payments, charge);
  } catch (error) {
    if (!(error instanceof StripeUnreachable)) throw error;
    throw new Problem(
      503,
      "Stripe did not answer, so nobody knows yet whether the card was charged. Parlor asks again by itself; look here in a few minutes.",
    );
  }
  if (result.status !== "paid") throw new Problem(409, `The payment failed: ${result.words}`);
  return { amount: amountOf(result.cents), invoiceId: result.invoiceId };
}

/** What a crash or a lost answer left open, under the keys of then: Stripe answers what it did. */
export async function finishCharges(app: App): Promise<void> {
  const unfinished = unfinishedCharges(app.db);
  if (unfinished.length === 0) return;
  const payments = await requirePayments(app);
  for (const charge of unfinished) {
    if (inHand.has(charge.key)) continue;
    try {
      await settleAlone(app, payments, charge);
    } catch (error) {
      if (error instanceof StripeUnreachable) throw error;
      // The others must not wait for somebody to look at it.
      app.log("error", "a charge could not be finished", { charge: charge.id, error });
    }
  }
}

/** By key: what somebody waits for on the screen is not finished a second time beside it. */
const inHand = new Set<string>();

async function settleAlone(
  app: App,
  payments: PaymentsProvider,
  charge: ChargeRow,
): Promise<Settled> {
  inHand.add(charge.key);
  try {
    return await settle(app, payments, charge);
  } finally {
    inHand.delete(charge.key);
  }
}

function begin(app: App, actor: Staff, id: number): ChargeRow {
  const plan = findPlanSubscription(app.db, id);
  if (!plan) throw new Problem(404, "This payment plan does not exist any more.");
  if (plan.status !== "active" && plan.status !== "past_due")
    throw new Problem(409, `This plan is ${plan.status}; there is nothing to charge.`);
  if (plan.paidAhead !== null)
    throw new Problem(
      409,
      `Installment ${plan.paidAhead} was paid ahead. The next can be charged once its date has come.`,
    );
  const due = installmentsOf(app.db, id).find(({ status }) => status !== "paid");
  const charge =
    due &&
    beginCharge(app.db, {
      subscriptionId: id,
      installmentId: due.id,
      actorId: actor.id,
      now: app.now(),
    });
  if (!charge) throw new Problem(409, "A charge of this plan is under way.");
  record(app, actor, {
    action: "plan_subscription.charge",
    target: ["plan_subscription", id],
    metadata: { installment: due.sequenceNumber },
  });
  return charge;
}

type Settled =
  | { readonly status: "paid"; readonly cents: number; readonly invoiceId: string }
  | { readonly status: "declined" | "failed"; readonly words: string };

async function settle(app: App, payments: PaymentsProvider, charge: ChargeRow): Promise<Settled> {
  const plan = findPlanSubscription(app.db, charge.subscriptionId);
  const due = dueOf(app, charge);
  if (!plan || !due) throw new Error(`Charge ${charge.id} has lost its plan`);
  if (charge.status === "paid") {
    await net(app, payments, plan, charge, due);
    return { status: "paid", cents: due.amount, invoiceId: charge.invoiceId ?? "" };
  }
  const end = (words: string) =>
    whenFree(() => inTransaction(app.db, () => bookRefusal(app, charge, "failed", words)));

  const { paymentMethodId, status: atStripe } = valueFrom(
    await payments.readSubscription(plan.stripeSubscriptionId),
  );
  // No invoice is known yet, so nothing was charged.
  const whyNot =
    atStripe === "canceled"
      ? "This plan was canceled at Stripe."
      : due.status === "paid"
        ? PAID_MEANWHILE
        : undefined;
  if (charge.invoiceId === null && whyNot) {
    await end(whyNot);
    await readLedger(app, plan.id);
    return { status: "failed", words: whyNot };
  }

  const { invoice, isSeparate } = await invoiceFor(app, payments, plan, charge, due);
  const isOver = invoice.status !== "paid" && dueOf(app, charge)?.status === "paid";
  const paid = isOver
    ? ({ kind: "refused", words: PAID_MEANWHILE } as const)
    : await pay(payments, invoice, paymentMethodId, charge);
  if (paid.kind === "unreachable") throw new StripeUnreachable(paid.words);
  if (paid.kind === "done") {
    const counts = await whenFree(() =>
      inTransaction(app.db, () => bookPayment(app, charge, paid.value, isSeparate)),
    );
    if (!counts) {
      const { paymentIntentId, amountDue: cents, currency } = paid.value;
      if (paymentIntentId !== null) {
        const payment = { paymentIntentId, cents, currency };
        valueFrom(await giveBack(app, payments, payment, `${charge.key}-back`));
      }
      await end("Everything was paid meanwhile. This payment goes back.");
      return { status: "failed", words: "Everything was paid meanwhile. This payment goes back." };
    }
    if (isSeparate) await net(app, payments, plan, charge, due);
    await readLedger(app, plan.id);
    return { status: "paid", cents: paid.value.amountDue, invoiceId: invoice.id };
  }

  if (isSeparate) valueFrom(await payments.voidInvoice(invoice.id, `${charge.key}-void`));
  const status = paid.kind === "declined" ? "declined" : "failed";
  const { strikes, notice } = await whenFree(() =>
    inTransaction(app.db, () => bookRefusal(app, charge, status, paid.words)),
  );
  await mailNotice(app, notice);
  if (strikes >= MOST_STRIKES)
    await cancelPlan(app, plan.id, {
      reason: `${MOST_STRIKES} failed payment attempts`,
      byStrikes: true,
    });
  return { status, words: paid.words };
}

const PAID_MEANWHILE = "This installment was paid meanwhile.";

function dueOf(app: App, { subscriptionId, installmentId }: ChargeRow): InstallmentRow | undefined {
  return installmentsOf(app.db, subscriptionId).find(({ id }) => id === installmentId);
}
