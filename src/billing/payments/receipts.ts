import { type PaymentRow, totalOf } from "#db/billing/payments.ts";
import { findContact } from "#db/clients/contacts.ts";
import { inTransaction, writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { sendMail } from "#src/platform/mail.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { formatLongTime } from "#src/shared/long-date.ts";
import { formatMoney } from "#src/shared/money.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import type { ReceiptRequest } from "./contract.ts";
import { payUrl } from "./pay-link.ts";
import { getVisibleRow } from "./payments.ts";
import { textReceipt } from "./texts.ts";

const RECEIPTS: Limit = { name: "receipts", most: 60, seconds: 3600 };

/** Texts or mails a receipt on demand. @throws Problem 400 without an address, 404, 409, 429 */
export async function sendReceipt(
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
  return { message: "The receipt was mailed." };
}

function recordReceipt(app: App, actor: Staff, id: number, by: ReceiptRequest["by"]): void {
  record(app, actor, { action: "payment.receipt", target: ["payment", id], metadata: { by } });
}

function emailOf(app: App, { contactId }: PaymentRow): string | null {
  return contactId === null ? null : (findContact(app.db, contactId)?.email ?? null);
}

function renderReceipt(app: App, payment: PaymentRow, to: string) {
  const { businessName, businessAddress, businessPhone } = getSettings(app);
  const { currency, lines, discountCents, depositCents, tipCents, paidAt, createdAt } = payment;
  const money = (cents: number) => formatMoney(cents, currency);
  const less = (label: string, cents: number) => (cents > 0 ? [`${label}: −${money(cents)}`] : []);
  return {
    to,
    subject: `${businessName ? `${businessName}: ` : ""}receipt ${payment.id}`,
    text: [
      `Hello ${firstNameOf(payment.clientName)},`,
      `Thank you. You paid ${money(totalOf(payment))}${payment.card === null ? "" : ` with ${payment.card}`} on ${formatLongTime(toWallTime(app, paidAt ?? createdAt))}.`,
      [
        ...lines.map(({ name, priceCents }) => `${name}: ${money(priceCents)}`),
        ...less("Discount", discountCents),
        ...less("Deposit", depositCents),
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
