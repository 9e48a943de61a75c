import { findPlanSubscriber } from "#db/billing/plan-subscribers.ts";
import { findListed } from "#db/billing/subscriptions-list.ts";
import type { App } from "#src/app.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { sendMembershipMail } from "#src/platform/mail.ts";
import { clientPagesUrl, settingsOf } from "#src/platform/settings/settings.ts";

/** What a client is told about their money: at once by text, and by mail after the commit. */
interface Notice {
  readonly to: Payer;
  readonly text: string;
  readonly subject: string;
  /** The mail's paragraphs, below the greeting. */
  readonly paragraphs: readonly string[];
}

/** As the contact is now: that number signs in where the card is replaced. */
interface Payer {
  readonly contactId: number | null;
  readonly contactName: string;
  readonly contactPhone: string;
  readonly contactEmail: string | null;
}

/** A payment of a plan failed. In the transaction that writes it down; mailNotice follows. */
export function noteFailure(app: App, planSubscriptionId: number, sequence: number) {
  const payer = findPlanSubscriber(app.db, planSubscriptionId);
  if (!payer) return undefined;
  const link = `${clientPagesUrl(app)}/financing/login`;
  return told(app, {
    to: payer,
    text: `payment ${sequence} of your plan "${payer.planName}" failed. Update your card: ${link}`,
    subject: `A payment of your plan "${payer.planName}" failed`,
    paragraphs: [
      `Payment ${sequence} of your payment plan "${payer.planName}" failed. It will be tried again; after 3 failed attempts the plan is canceled.`,
      `Update your card: ${link}`,
    ],
  });
}

/** After the third failed attempt. In the transaction that cancels, so that it is said once. */
export function noteCancellation(app: App, planSubscriptionId: number) {
  const payer = findPlanSubscriber(app.db, planSubscriptionId);
  if (!payer) return undefined;
  return told(app, {
    to: payer,
    text: `your plan "${payer.planName}" was canceled after 3 failed payments. Questions? ${help(app)}`,
    subject: `Your payment plan "${payer.planName}" was canceled`,
    paragraphs: [
      `Your payment plan "${payer.planName}" was canceled after 3 failed payment attempts. No more payments will be taken.`,
      `Your payments and your agreement: ${clientPagesUrl(app)}/financing/login`,
    ],
  });
}

/** A membership could not be renewed. In the transaction in which it becomes overdue, so once each time. */
export function noteOverdue(app: App, subscriptionId: number) {
  const payer = findListed(app.db, subscriptionId);
  if (!payer) return undefined;
  const link = `${clientPagesUrl(app)}/membership/login`;
  return told(app, {
    to: payer,
    text: `the payment of your membership "${payer.membershipName}" failed. Update your card: ${link}`,
    subject: `The payment of your membership "${payer.membershipName}" failed`,
    paragraphs: [
      `The payment of your membership "${payer.membershipName}" failed. It will be tried again.`,
      `Update your card: ${link}`,
    ],
  });
}

/** A mail server that does not answer changes nothing. */
export async function mailNotice(app: App, notice: Notice | undefined): Promise<void> {
  if (!notice || notice.to.contactEmail === null) return;
  const { to, subject, paragraphs } = notice;
  const text = [`Hello ${to.contactName},`, ...paragraphs, `Questions? ${help(app)}`].join("\n\n");
  await sendMembershipMail(app, { to: notice.to.contactEmail, subject, text });
}

function told(app: App, notice: Notice): Notice {
  const { contactId, contactPhone: phone } = notice.to;
  if (canSend(app) && optedOutSince(app, phone) === undefined) {
    const { businessName } = settingsOf(app);
    const body = `${businessName ? `${businessName}: ` : ""}${notice.text}`;
    sendText(app, { purpose: "billing", phone, contactId, body });
  }
  return notice;
}

function help(app: App): string {
  const { businessPhone, businessEmail } = settingsOf(app);
  return [businessPhone, businessEmail].filter(Boolean).join(" or ") || "Reply to this message.";
}
