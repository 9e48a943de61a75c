import { type ListedSubscription, subscriptionsOfPhone } from "#db/billing/subscriptions-list.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import {
  phoneTyped,
  sendPhoneCode,
  takeCode,
} from "#src/accounts/verification-codes/verification-codes.ts";
import type { App, Caller } from "#src/app.ts";
import { answerOf, requirePayments } from "#src/billing/stripe/provider.ts";
import {
  agreementPdf,
  cancelAtPeriodEnd,
  ownSubscription,
} from "#src/billing/subscriptions/subscriptions.ts";
import { type Client, openClientSession } from "#src/platform/http/client-session.ts";
import { clientPagesUrl, settingsOf } from "#src/platform/settings/settings.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { amountOf } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import type { OwnSubscription } from "./contract.ts";

/** Says the same whoever asks: whether a number is a member's is nobody else's business. */
export async function requestCode(app: App, typed: string, caller: Caller) {
  const phone = phoneTyped(app, typed);
  const isMember = subscriptionsOfPhone(app.db, phone).length > 0;
  await sendPhoneCode(app, { purpose: "member", address: phone }, caller, isMember);
  return { message: "If this number has a membership, a code is on its way." };
}

/** @throws Problem 400 when it is not the code, 429 */
export function verifyCode(
  app: App,
  typed: { readonly phoneNumber: string; readonly code: string },
  caller: Caller,
  answer: Headers,
) {
  const phone = phoneTyped(app, typed.phoneNumber);
  takeCode(app, { purpose: "member", address: phone }, typed.code, caller);
  inTransaction(app.db, () => openClientSession(app, { kind: "member", phone }, answer));
  return { message: "Phone Verified" };
}

export function sessionOfMember(app: App, { phone }: Client) {
  const [newest] = subscriptionsOfPhone(app.db, phone);
  return { contactName: newest?.contactName ?? phone, phoneNumber: phone };
}

/** Those that go on, newest first. */
export function ownSubscriptions(app: App, { phone }: Client): OwnSubscription[] {
  return subscriptionsOfPhone(app.db, phone)
    .filter(({ status }) => status !== "canceled")
    .map(shown);
}

/** @throws Problem 404 */
export function ownAgreement(app: App, client: Client, id: number): Promise<FileReply> {
  return agreementPdf(app, ownSubscription(app, client, id));
}

/** Stripe's own pages for the card. @throws Problem 404, 409, 503 */
export async function openBilling(app: App, client: Client, id: number | undefined) {
  const [newest] = subscriptionsOfPhone(app.db, client.phone);
  const subscription = id === undefined ? newest : ownSubscription(app, client, id);
  if (!subscription) throw new Problem(404, "This subscription does not exist.");
  const payments = await requirePayments(app);
  const url = answerOf(
    await payments.openPortal(
      {
        customerId: subscription.stripeCustomerId,
        returnUrl: `${clientPagesUrl(app)}/membership/portal`,
        configuration: settingsOf(app).stripePortalConfigId || undefined,
        updatesCard: false,
      },
      // An address of its own each time: it is good for a few minutes.
      `portal-${subscription.id}-${crypto.randomUUID()}`,
    ),
  );
  return { url };
}

/** @throws Problem 404, 409, 503 */
export async function cancelOwn(app: App, client: Client, id: number): Promise<OwnSubscription> {
  await cancelAtPeriodEnd(app, ownSubscription(app, client, id));
  return whenFree(() => shown(ownSubscription(app, client, id)));
}

function shown(row: ListedSubscription): OwnSubscription {
  return {
    id: row.id,
    status: row.status,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    currentPeriodEnd:
      row.currentPeriodEnd === null ? null : new Date(row.currentPeriodEnd).toISOString(),
    currency: row.currency,
    membership: {
      name: row.membershipName,
      description: row.membershipDescription,
      price: amountOf(row.price),
      billingFrequency: row.billingFrequency,
      agreementText: row.agreementText,
    },
  };
}
