import { checkoutsOfPayment } from "#db/billing/payment-checkouts.ts";
import { type PaymentRow, setCanceled, totalOf, visitsOfPayment } from "#db/billing/payments.ts";
import { inTransaction, writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { withdrawFee } from "#src/billing/fees.ts";
import { findPaymentsProvider } from "#src/billing/stripe-provider.ts";
import { record } from "#src/platform/audit/audit.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { sendMail } from "#src/platform/mail.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { sayFrom } from "#src/shared/business-name.ts";
import { formatLongTime } from "#src/shared/long-date.ts";
import { formatMoney } from "#src/shared/money.ts";
import { firstNameOf } from "#src/shared/names.ts";
import type { Page } from "#src/shared/permissions.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import { readBill } from "./bill.ts";
import { payByCard, settleCharge } from "./charge-card.ts";
import { completePayment, settleCheckout } from "./complete-payment.ts";
import { type Payment, payments, type ReceiptRequest } from "./contract.ts";
import { payUrl } from "./pay-link.ts";
import {
  createPayment,
  getPayment,
  getRow,
  getVisibleRow,
  listPayments,
  textPaymentLink,
} from "./payments.ts";
import { publish } from "./publish.ts";
import { keepPayment, requestRefund, undoRefund } from "./refund-choices.ts";
import { textReceipt } from "./texts.ts";
import { depositRefundOf, emailOf, isExpired } from "./to-payment.ts";

/** Whoever sees visits or clients takes payments. Only admins give money back. */
const PAGES: readonly Page[] = ["/appointments", "/contacts", "/inbox"];

export const paymentModule = defineModule(payments, {
  bill: staff(PAGES, ({ app, actor, query }) => readBill(app, actor, query)),
  list: staff(PAGES, ({ app, actor, query }) => listPayments(app, actor, query)),
  one: staff(PAGES, ({ app, actor, id }) => getPayment(app, actor, id)),
  create: staff(PAGES, ({ app, actor, body }) =>
    body.way === "card" ? payByCard(app, actor, body) : createPayment(app, actor, body),
  ),
  cancel: staff(PAGES, ({ app, actor, id }) => cancelPayment(app, actor, id)),
  textLink: staff(PAGES, ({ app, actor, id }) => textPaymentLink(app, actor, id)),
  sendReceipt: staff(PAGES, ({ app, actor, id, body }) => sendReceipt(app, actor, id, body)),
  refund: admin(({ app, actor, id, body }) => requestRefund(app, actor, id, body)),
  undoRefund: admin(({ app, actor, id }) => undoRefund(app, actor, id)),
  keep: admin(({ app, actor, id }) => keepPayment(app, actor, id)),
});

/**
 * Ends a link. What was paid by then counts, and what is paid nevertheless is recorded. Takes back a fee that hasn't left. Asks
 * again about a charge that Stripe hasn't answered, and ends it for an admin after a day.
 * @throws Problem 404, 409 once it is paid, 503 while a charge has no answer
 */
async function cancelPayment(app: App, actor: Staff, id: number): Promise<Payment> {
  const { way, chargeAt } = getVisibleRow(app, actor, id);
  if (way === "card") {
    const [visit = 0] = chargeAt === null ? [] : visitsOfPayment(app.db, id);
    const isUndone = await writeWhenFree(app.db, () => withdrawFee(app, actor, visit));
    if (!isUndone)
      await settleCharge(app, id).catch((refusal) => endUnanswered(app, actor, id, refusal));
    return getPayment(app, actor, id);
  }
  await readPaid(app, id);
  await writeWhenFree(app.db, () => {
    const { status, paidAt } = getRow(app, id);
    if (status === "paid")
      throw new Problem(
        409,
        paidAt === null ? "This payment no longer exists." : "The client has already paid.",
      );
    recordCancel(app, actor, id);
  });
  for (const { sessionId, status } of checkoutsOfPayment(app.db, id))
    if (status === "open")
      await settleCheckout(app, sessionId).catch((error) =>
        app.log("warn", "a checkout could not be closed", { error: String(error) }),
      );
  return getPayment(app, actor, id);
}

/**
 * Ends a charge about which nothing is known after a day: an admin didn't find it at Stripe. It kept its visit and its card from
 * being charged, and its client from being erased. @throws the refusal
 */
async function endUnanswered(app: App, actor: Staff, id: number, refusal: unknown): Promise<void> {
  const mayEnd = actor.role === "admin" && !app.config.passive && isExpired(app, getRow(app, id));
  if (!mayEnd || !(refusal instanceof Problem)) throw refusal;
  await writeWhenFree(app.db, () => recordCancel(app, actor, id));
}

function recordCancel(app: App, actor: Staff, id: number): void {
  if (!setCanceled(app.db, id, app.now())) return;
  record(app, actor, { action: "payment.cancel", target: ["payment", id] });
  publish(app, id);
}

/** Records what the client has just paid. Without Stripe's answer, it is recorded when it comes. */
async function readPaid(app: App, id: number): Promise<void> {
  if (!(await findPaymentsProvider(app))) return;
  for (const { sessionId, status } of checkoutsOfPayment(app.db, id))
    if (status === "open")
      await completePayment(app, sessionId).catch((error) =>
        app.log("warn", "a payment could not be read", { error: String(error) }),
      );
}

const RECEIPTS: Limit = { name: "receipts", most: 60, seconds: 3600 };

/** Texts or mails a receipt on demand. @throws Problem 400 without an address, 404, 409, 429 */
async function sendReceipt(
  app: App,
  actor: Staff,
  id: number,
  { by, email = "" }: ReceiptRequest,
): Promise<{ message: string }> {
  limitRate(app, RECEIPTS, actor.id);
  const payment = getVisibleRow(app, actor, id);
  if (payment.status !== "paid") throw new Problem(409, "This payment hasn't been made.");
  if (by === "text")
    return inTransaction(app.db, () => {
      const { sent, message } = textReceipt(app, payment);
      if (!sent) throw new Problem(409, message);
      recordReceipt(app, actor, id, by);
      return { message };
    });
  const to = email || emailOf(app, payment);
  if (!to) throw fieldProblem(400, "email", "Enter an email address.");
  const outcome = await sendMail(app, renderReceipt(app, payment, to));
  if (outcome.kind === "refused") throw new Problem(409, outcome.message);
  await writeWhenFree(app.db, () => recordReceipt(app, actor, id, by));
  return { message: "The receipt was emailed." };
}

function recordReceipt(app: App, actor: Staff, id: number, by: ReceiptRequest["by"]): void {
  record(app, actor, { action: "payment.receipt", target: ["payment", id], metadata: { by } });
}

function renderReceipt(app: App, payment: PaymentRow, to: string) {
  const { businessName, businessAddress, businessPhone } = getSettings(app);
  const { currency, lines, discountCents, depositCents, tipCents, paidAt, createdAt } = payment;
  const depositRefund = depositRefundOf(app, payment);
  const money = (cents: number) => formatMoney(cents, currency);
  const less = (label: string, cents: number) => (cents > 0 ? [`${label}: −${money(cents)}`] : []);
  return {
    to,
    subject: `${sayFrom(businessName)}receipt ${payment.id}`,
    text: [
      `Hello ${firstNameOf(payment.clientName)},`,
      `Thank you. You paid ${money(totalOf(payment))}${payment.card === null ? "" : ` with ${payment.card}`} on ${formatLongTime(toWallTime(app, paidAt ?? createdAt))}.`,
      [
        ...lines.map(({ name, priceCents }) => `${name}: ${money(priceCents)}`),
        ...less("Discount", discountCents),
        ...less("Deposit", depositCents),
        ...(depositRefund > 0 ? [`Deposit refund: ${money(depositRefund)}`] : []),
        ...(tipCents > 0 ? [`Tip: ${money(tipCents)}`] : []),
        `Paid: ${money(totalOf(payment))}`,
      ].join("\n"),
      `Your receipt: ${payUrl(app, payment)}`,
      [businessName, businessAddress, businessPhone].filter(Boolean).join("\n"),
    ]
      .filter(Boolean)
      .join("\n\n"),
  };
}
