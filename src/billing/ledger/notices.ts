import { findPlanSubscriber } from "#db/billing/plan-subscribers.ts";
import { findListedSubscription } from "#db/billing/subscriptions-list.ts";
import type { App } from "#src/app.ts";
import { businessContact } from "#src/billing/agreements/agreements.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { sendMembershipMail } from "#src/platform/mail.ts";
import { clientPagesUrl, getSettings } from "#src/platform/settings/settings.ts";
import { sayFrom } from "#src/shared/business-name.ts";

/** A billing notice to a client. The text is queued in the transaction, the mail is sent after the commit. */
interface Notice {
  readonly to: Payer;
  readonly text: string;
  readonly subject: string;
  /** The mail's paragraphs, below the greeting. */
  readonly paragraphs: readonly string[];
}

/** The current contact details, because that number signs in to replace the card. */
interface Payer {
  readonly contactId: number | null;
  readonly contactName: string;
  readonly contactPhone: string;
  readonly contactEmail: string | null;
}

/** Notifies a client of a failed installment. Runs in the transaction that records it; mailNotice follows. */
export function notifyFailure(app: App, planSubscriptionId: number, sequence: number) {
  const payer = findPlanSubscriber(app.db, planSubscriptionId);
  if (!payer) return undefined;
  const link = `${clientPagesUrl(app)}/financing/login`;
  return textNotice(app, {
    to: payer,
    text: `payment ${sequence} of your plan "${payer.planName}" failed. Update your card: ${link}`,
    subject: `A payment of your plan "${payer.planName}" failed`,
    paragraphs: [
      `Payment ${sequence} of your payment plan "${payer.planName}" failed. We'll try again. After 3 failed attempts, the plan is canceled.`,
      `Update your card: ${link}`,
    ],
  });
}

/** Sends a client the bank's page where a payment is confirmed. Runs in the transaction that records it. */
export function notifyConfirmation(
  app: App,
  planSubscriptionId: number,
  sequence: number,
  url: string | null,
) {
  const payer = findPlanSubscriber(app.db, planSubscriptionId);
  if (!payer) return undefined;
  const link = url ?? `${clientPagesUrl(app)}/financing/login`;
  return textNotice(app, {
    to: payer,
    text: `your bank asks you to confirm payment ${sequence} of your plan "${payer.planName}": ${link}`,
    subject: `Confirm a payment of your plan "${payer.planName}"`,
    paragraphs: [
      `Your bank asks you to confirm payment ${sequence} of your payment plan "${payer.planName}". Until then, nothing is charged.`,
      `Confirm the payment: ${link}`,
    ],
  });
}

/** Notifies a client of a cancellation after failed payments. Runs in the transaction that cancels. */
export function notifyCancellation(app: App, planSubscriptionId: number) {
  const payer = findPlanSubscriber(app.db, planSubscriptionId);
  if (!payer) return undefined;
  return textNotice(app, {
    to: payer,
    text: `your plan "${payer.planName}" was canceled after 3 failed payments. Questions? ${businessContact(app)}`,
    subject: `Your payment plan "${payer.planName}" was canceled`,
    paragraphs: [
      `Your payment plan "${payer.planName}" was canceled after 3 failed payment attempts. You won't be charged again.`,
      `Your payments and your agreement: ${clientPagesUrl(app)}/financing/login`,
    ],
  });
}

/** Notifies a client of a failed renewal. Runs in the transaction that marks the membership overdue. */
export function notifyOverdue(app: App, subscriptionId: number) {
  const payer = findListedSubscription(app.db, subscriptionId);
  if (!payer) return undefined;
  const link = `${clientPagesUrl(app)}/membership/login`;
  return textNotice(app, {
    to: payer,
    text: `the payment of your membership "${payer.membershipName}" failed. Update your card: ${link}`,
    subject: `The payment of your membership "${payer.membershipName}" failed`,
    paragraphs: [
      `The payment of your membership "${payer.membershipName}" failed. We'll try again.`,
      `Update your card: ${link}`,
    ],
  });
}

/** Mails a notice. A failing mail server is ignored. */
export async function mailNotice(app: App, notice: Notice | undefined): Promise<void> {
  if (!notice || notice.to.contactEmail === null) return;
  const { to, subject, paragraphs } = notice;
  const text = [
    `Hello ${to.contactName},`,
    ...paragraphs,
    `Questions? ${businessContact(app)}`,
  ].join("\n\n");
  await sendMembershipMail(app, { to: notice.to.contactEmail, subject, text });
}

function textNotice(app: App, notice: Notice): Notice {
  const { contactId, contactPhone: phone } = notice.to;
  if (canSend(app) && optedOutSince(app, phone) === undefined) {
    const body = `${sayFrom(getSettings(app).businessName)}${notice.text}`;
    sendText(app, { purpose: "billing", phone, contactId, body });
  }
  return notice;
}
