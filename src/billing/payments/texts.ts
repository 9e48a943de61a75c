import { setReceiptTexted } from "#db/billing/payment-checkouts.ts";
import { type PaymentRow, totalOf } from "#db/billing/payments.ts";
import { findContact } from "#db/clients/contacts.ts";
import type { App } from "#src/app.ts";
import { isUndeliverable, optedOutSince } from "#src/clients/consent.ts";
import { canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";
import { formatLongDate } from "#src/shared/long-date.ts";
import { formatMoney } from "#src/shared/money.ts";
import { payUrl } from "./pay-link.ts";

/** What became of a text, as staff read it. */
export interface TextOutcome {
  readonly sent: boolean;
  readonly message: string;
}

/** Why a client can't be texted about a payment, as the end of a sentence; undefined if they can. */
export function textRefusal(app: App, phone: string | null): string | undefined {
  if (phone === null) return "the client's number is not known";
  if (!canSend(app)) return "texting is not set up";
  if (optedOutSince(app, phone) !== undefined) return "the client has opted out of texts";
  return isUndeliverable(app, phone) ? "the number cannot get texts" : undefined;
}

/** Why a client can't be texted a link, as the end of a sentence; undefined if they can. */
export function linkRefusalOf(app: App, { contactId }: PaymentRow): string | undefined {
  const contact = contactId === null ? null : findContact(app.db, contactId);
  return textRefusal(app, contact?.phone ?? null);
}

/** Texts the link of an open payment, in the caller's transaction; "confirm" when the client's bank asks for it. */
export function textLink(
  app: App,
  payment: PaymentRow,
  why: "pay" | "confirm" = "pay",
): TextOutcome {
  const until = formatLongDate(toWallTime(app, payment.expiresAt ?? payment.createdAt));
  const amount = formatMoney(payment.dueCents, payment.currency);
  return textAbout(
    app,
    payment,
    why === "confirm"
      ? `{businessName}: your bank asks you to confirm the payment of ${amount}. Confirm it here by ${until}: ${payUrl(app, payment)}`
      : `{businessName}: you can pay ${amount} here until ${until}: ${payUrl(app, payment)}`,
    "The link was texted.",
  );
}

/** Texts the receipt, in the caller's transaction. */
export function textReceipt(app: App, payment: PaymentRow): TextOutcome {
  const amount = formatMoney(totalOf(payment), payment.currency);
  return textWithReceipt(
    app,
    payment,
    `{businessName}: thank you. You paid ${amount}. Your receipt: ${payUrl(app, payment)}`,
    "The receipt was texted.",
  );
}

/** Texts a client that their card was charged for a missed visit, in the caller's transaction. */
export function textFee(app: App, payment: PaymentRow, card: string): TextOutcome {
  const amount = formatMoney(totalOf(payment), payment.currency);
  const [fee] = payment.lines;
  return textWithReceipt(
    app,
    payment,
    `{businessName}: we charged your ${card} ${amount}. ${fee?.name ?? "Fee"}, under the policy you agreed to. Receipt: ${payUrl(app, payment)}`,
    "The client was texted.",
  );
}

/** Texts a client that their second payment is being refunded, in the caller's transaction. */
export function textSurplus(app: App, payment: PaymentRow, cents: number): TextOutcome {
  const amount = formatMoney(cents, payment.currency);
  return textAbout(
    app,
    payment,
    `{businessName}: you had already paid, so we're refunding your second payment of ${amount}.`,
    "The client was texted.",
  );
}

function textWithReceipt(...about: Parameters<typeof textAbout>): TextOutcome {
  const [app, { id }] = about;
  const outcome = textAbout(...about);
  if (outcome.sent) setReceiptTexted(app.db, id, app.now());
  return outcome;
}

function textAbout(
  app: App,
  { id, contactId }: PaymentRow,
  template: string,
  done: string,
): TextOutcome {
  const contact = contactId === null ? null : findContact(app.db, contactId);
  const refusal = textRefusal(app, contact?.phone ?? null);
  if (!contact || refusal !== undefined)
    return { sent: false, message: `No text was sent: ${refusal}.` };
  const body = fillBusinessName(template, getSettings(app).businessName);
  sendText(app, { purpose: "payment", phone: contact.phone, contactId: contact.id, body });
  app.events.changed("conversations");
  app.events.changed("payments", id);
  return { sent: true, message: done };
}
