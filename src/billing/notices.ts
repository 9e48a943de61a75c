import { findAgreement } from "#db/agreements.ts";
import { findContactByPhone } from "#db/contacts.ts";
import { findPlan } from "#db/payment-plans.ts";
import { findPlanSubscription } from "#db/plan-subscriptions.ts";
import type { App } from "#src/app.ts";
import { optedOutSince } from "#src/consent/consent.ts";
import { sendMembershipMail } from "#src/mail/mail.ts";
import { canSend, sendText } from "#src/messaging/messaging.ts";
import { clientPagesUrl, settingsOf } from "#src/settings/settings.ts";

/** A payment failed: the client hears of it once a try, with the way to another card. In a transaction. */
export function noteFailure(app: App, planSubscriptionId: number, sequence: number): void {
  const about = subjectOf(app, planSubscriptionId);
  if (!about) return;
  text(
    app,
    about.phone,
    `${about.business}payment ${sequence} of your plan "${about.plan}" failed. Update your card: ${about.link}`,
  );
}

/** After the third failed attempt. In the transaction that cancels, so that it is said once. */
export function noteCancellation(app: App, planSubscriptionId: number): void {
  const about = subjectOf(app, planSubscriptionId);
  if (!about) return;
  text(
    app,
    about.phone,
    `${about.business}your plan "${about.plan}" was canceled after 3 failed payments. Questions? ${about.help}`,
  );
}

/** After the commit; a mail server that does not answer changes nothing. */
export async function mailCancellation(app: App, planSubscriptionId: number): Promise<void> {
  const about = subjectOf(app, planSubscriptionId);
  if (!about) return;
  await sendMembershipMail(app, {
    to: about.email,
    subject: `Your payment plan "${about.plan}" was canceled`,
    text: `Hello ${about.name},\n\nYour payment plan "${about.plan}" was canceled after 3 failed payment attempts. No more payments will be taken.\n\nYour payments and your agreement: ${about.link}\n\nQuestions? ${about.help}`,
  });
}

function text(app: App, phone: string, body: string): void {
  if (!canSend(app) || optedOutSince(app, phone) !== undefined) return;
  const contactId = findContactByPhone(app.db, phone)?.id ?? null;
  sendText(app, { purpose: "billing", phone, contactId, body });
}

function subjectOf(app: App, id: number) {
  const subscription = findPlanSubscription(app.db, id);
  const agreement = subscription && findAgreement(app.db, subscription.agreementId);
  const plan = subscription && findPlan(app.db, subscription.paymentPlanId);
  if (!agreement || !plan) return undefined;
  const { businessName, businessPhone, businessEmail } = settingsOf(app);
  return {
    plan: plan.name,
    name: agreement.signerName,
    phone: agreement.phone,
    email: agreement.email,
    business: businessName ? `${businessName}: ` : "",
    help: [businessPhone, businessEmail].filter(Boolean).join(" or ") || "Reply to this message.",
    link: `${clientPagesUrl(app)}/financing/login`,
  };
}
