import {
  beginCharge,
  type ChargeRow,
  findOpenCharge,
  listUnfinishedCharges,
} from "#db/billing/charges.ts";
import { type InstallmentRow, installmentsOf } from "#db/billing/installments.ts";
import { findPlanSubscription } from "#db/billing/plan-subscriptions.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import {
  requirePaymentsProvider,
  StripeUnreachable,
  valueFrom,
} from "#src/billing/stripe-provider.ts";
import { record } from "#src/platform/audit/audit.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { formatCents } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import { voidLostInvoices } from "./adopt-charges.ts";
import { MAX_FAILED_ATTEMPTS } from "./apply-invoice.ts";
import { cancelPlan } from "./cancel.ts";
import { creditScheduledInvoice, payInvoice, prepareInvoice } from "./charge-invoice.ts";
import { recordPayment, recordRefusal, recordUnconfirmed, UNCONFIRMED } from "./charge-outcome.ts";
import { reconcileLedger } from "./ledger.ts";
import { mailNotice } from "./notices.ts";
import { refundSurplus } from "./refund.ts";

/**
 * Charges the next installment now; concurrent requests charge it once. Pays the open invoice at Stripe or a
 * separate one, whose amount is credited to the next scheduled invoice. Returns the amount as decimal text.
 * @throws Problem 404, 409 with the reason for a refusal, 503 when Stripe did not answer
 */
export async function chargeNow(
  app: App,
  actor: Staff,
  id: number,
): Promise<{ amount: string; invoiceId: string }> {
  if (app.config.passive)
    throw new Problem(409, "This server runs with --passive, so it doesn't charge cards.");
  const payments = await requirePaymentsProvider(app);
  const charge = await writeWhenFree(app.db, () => startCharge(app, actor, id));
  let result: ChargeResult;
  try {
    result = await completeExclusively(app, payments, charge);
  } catch (error) {
    if (!(error instanceof StripeUnreachable)) throw error;
    throw new Problem(
      503,
      "Stripe didn't answer, so we don't know yet if the card was charged. We'll check again automatically. Come back in a few minutes.",
    );
  }
  if (result.status === "unconfirmed") throw new Problem(409, UNCONFIRMED);
  if (result.status !== "paid") throw new Problem(409, `The payment failed: ${result.message}`);
  return { amount: formatCents(result.cents), invoiceId: result.invoiceId };
}

/**
 * Completes charges that a crash or a lost reply interrupted. With the same keys, Stripe returns the
 * original outcome.
 */
export async function completeUnfinishedCharges(app: App): Promise<void> {
  const unfinished = listUnfinishedCharges(app.db);
  if (unfinished.length === 0) return;
  const payments = await requirePaymentsProvider(app);
  for (const charge of unfinished) {
    if (inProgress.has(charge.key)) continue;
    try {
      await completeExclusively(app, payments, charge);
    } catch (error) {
      if (error instanceof StripeUnreachable) throw error;
      // One failing charge must not hold up the others.
      app.log("error", "could not finish a charge", { charge: charge.id, error });
    }
  }
}

/** Keys of charges in progress, so that the job does not complete one that a request is handling. */
const inProgress = new Set<string>();

async function completeExclusively(
  app: App,
  payments: PaymentsProvider,
  charge: ChargeRow,
): Promise<ChargeResult> {
  inProgress.add(charge.key);
  try {
    return await completeCharge(app, payments, charge);
  } finally {
    inProgress.delete(charge.key);
  }
}

function startCharge(app: App, actor: Staff, id: number): ChargeRow {
  const plan = findPlanSubscription(app.db, id);
  if (!plan) throw new Problem(404, "This payment plan no longer exists.");
  if (plan.status !== "active" && plan.status !== "past_due")
    throw new Problem(409, `This plan is ${plan.status}, so there's nothing to charge.`);
  if (plan.paidAhead !== null)
    throw new Problem(
      409,
      `Installment ${plan.paidAhead} was paid early. You can charge the next one after its due date.`,
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
  if (!charge)
    throw new Problem(
      409,
      findOpenCharge(app.db, id)?.reason ?? "A charge for this plan is already in progress.",
    );
  record(app, actor, {
    action: "plan_subscription.charge",
    target: ["plan_subscription", id],
    metadata: { installment: due.sequenceNumber },
  });
  return charge;
}

type ChargeResult =
  | { readonly status: "paid"; readonly cents: number; readonly invoiceId: string }
  | { readonly status: "declined" | "failed" | "unconfirmed"; readonly message: string };

async function completeCharge(
  app: App,
  payments: PaymentsProvider,
  charge: ChargeRow,
): Promise<ChargeResult> {
  // What Stripe has already collected counts first: its event may be late.
  if (charge.invoiceId === null) await reconcileLedger(app, charge.subscriptionId);
  const plan = findPlanSubscription(app.db, charge.subscriptionId);
  const due = findInstallment(app, charge);
  if (!plan || !due) throw new Error(`Charge ${charge.id} has no plan`);
  if (charge.status === "paid") {
    await creditScheduledInvoice(app, payments, plan, charge, due);
    return { status: "paid", cents: due.amount, invoiceId: charge.invoiceId ?? "" };
  }
  const endAsFailed = (reason: string) =>
    writeWhenFree(app.db, () => recordRefusal(app, charge, "failed", reason));

  const { paymentMethodId, status: atStripe } = valueFrom(
    await payments.readSubscription(plan.stripeSubscriptionId),
  );
  // Without an invoice nothing has been charged.
  const blocker =
    atStripe === "canceled" || plan.status === "canceled"
      ? "This plan was canceled at Stripe."
      : due.status === "paid"
        ? PAID_MEANWHILE
        : undefined;
  if (charge.invoiceId === null && blocker) {
    await voidLostInvoices(app, payments, plan);
    await endAsFailed(blocker);
    return { status: "failed", message: blocker };
  }

  const { invoice, isSeparate } = await prepareInvoice(app, payments, plan, charge, due);
  const obstacle = findObstacle(app, charge);
  const isWaiting = charge.reason !== null;
  const paid =
    invoice.status !== "paid" && obstacle
      ? ({ kind: "refused", message: obstacle } as const)
      : invoice.status === "open" && isWaiting
        ? ({ kind: "unconfirmed", message: UNCONFIRMED } as const)
        : await payInvoice(payments, invoice, paymentMethodId, charge);
  if (paid.kind === "unreachable") throw new StripeUnreachable(paid.message);
  if (paid.kind === "done") {
    const isRecorded = await writeWhenFree(app.db, () =>
      recordPayment(app, charge, paid.value, isSeparate),
    );
    if (!isRecorded) {
      const { agreementId } = plan;
      await refundSurplus(app, paid.value, { agreementId, reason: `${charge.key}-back` });
      await endAsFailed(ALL_PAID);
      return { status: "failed", message: ALL_PAID };
    }
    if (isSeparate) await creditScheduledInvoice(app, payments, plan, charge, due);
    await reconcileLedger(app, plan.id);
    return { status: "paid", cents: paid.value.amountDue, invoiceId: invoice.id };
  }

  if (paid.kind === "unconfirmed") {
    const { message } = paid;
    await mailNotice(
      app,
      await writeWhenFree(app.db, () => recordUnconfirmed(app, charge, invoice, isSeparate)),
    );
    return { status: "unconfirmed", message };
  }

  if (isSeparate && invoice.status === "open")
    valueFrom(await payments.voidInvoice(invoice.id, `${charge.key}-void`));
  const status = paid.kind === "declined" ? "declined" : "failed";
  const { failedAttempts, notice } = await writeWhenFree(app.db, () =>
    recordRefusal(app, charge, status, paid.message),
  );
  await mailNotice(app, notice);
  if (failedAttempts >= MAX_FAILED_ATTEMPTS)
    await cancelPlan(app, plan.id, {
      reason: `${MAX_FAILED_ATTEMPTS} failed payment attempts`,
      afterFailures: true,
    });
  return { status, message: paid.message };
}

const PAID_MEANWHILE = "This installment has already been paid.";
const ALL_PAID = "All installments are already paid, so this payment will be refunded.";
const NOT_CONFIRMED = "The client didn't confirm the payment at their bank.";
/** How long a client can confirm a payment at the bank. */
const CONFIRM_MS = 3 * DAY_MS;

/** Returns why a prepared invoice must not be paid any more. */
function findObstacle(app: App, charge: ChargeRow): string | undefined {
  if (findPlanSubscription(app.db, charge.subscriptionId)?.status === "canceled")
    return "This plan was canceled.";
  if (findInstallment(app, charge)?.status === "paid") return PAID_MEANWHILE;
  const isOver = charge.reason !== null && charge.createdAt < app.now() - CONFIRM_MS;
  return isOver ? NOT_CONFIRMED : undefined;
}

function findInstallment(
  app: App,
  { subscriptionId, installmentId }: ChargeRow,
): InstallmentRow | undefined {
  return installmentsOf(app.db, subscriptionId).find(({ id }) => id === installmentId);
}
