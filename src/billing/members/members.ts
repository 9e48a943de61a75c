import { type ListedSubscription, subscriptionsOfPhone } from "#db/billing/subscriptions-list.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import {
  parsePhone,
  sendPhoneCode,
  verifyAndConsumeCode,
} from "#src/accounts/verification-codes/verification-codes.ts";
import type { App, Caller } from "#src/app.ts";
import { requirePaymentsProvider, valueOrProblem } from "#src/billing/stripe/provider.ts";
import {
  cancelAtPeriodEnd,
  getOwnSubscription,
  toAgreementReply,
} from "#src/billing/subscriptions/subscriptions.ts";
import { type Client, openClientSession } from "#src/platform/http/client-session.ts";
import { clientPagesUrl, settingsOf } from "#src/platform/settings/settings.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { amountOf } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import type { OwnSubscription } from "./contract.ts";

/** Texts a code to members. The reply is always the same, so that it does not reveal who is a member. */
export async function requestCode(app: App, input: string, caller: Caller) {
  const phone = parsePhone(app, input);
  const isMember = subscriptionsOfPhone(app.db, phone).length > 0;
  await sendPhoneCode(app, { purpose: "member", address: phone }, caller, isMember);
  return { message: "If this number has a membership, a code is on its way." };
}

/** @throws Problem 400 for a wrong code, 429 */
export function verifyCode(
  app: App,
  input: { readonly phoneNumber: string; readonly code: string },
  caller: Caller,
  answer: Headers,
) {
  const phone = parsePhone(app, input.phoneNumber);
  verifyAndConsumeCode(app, { purpose: "member", address: phone }, input.code, caller);
  inTransaction(app.db, () => openClientSession(app, { kind: "member", phone }, answer));
  return { message: "Phone Verified" };
}

export function getMemberSession(app: App, { phone }: Client) {
  const [newest] = subscriptionsOfPhone(app.db, phone);
  return { contactName: newest?.contactName ?? phone, phoneNumber: phone };
}

/** Returns the client's subscriptions that are not canceled, newest first. */
export function listOwnSubscriptions(app: App, { phone }: Client): OwnSubscription[] {
  return subscriptionsOfPhone(app.db, phone)
    .filter(({ status }) => status !== "canceled")
    .map(toOwnSubscription);
}

/** @throws Problem 404 */
export function getOwnAgreement(app: App, client: Client, id: number): Promise<FileReply> {
  return toAgreementReply(app, getOwnSubscription(app, client, id));
}

/** Returns the URL of Stripe's billing portal. @throws Problem 404, 409, 503 */
export async function openBillingPortal(app: App, client: Client, id: number | undefined) {
  const [newest] = subscriptionsOfPhone(app.db, client.phone);
  const subscription = id === undefined ? newest : getOwnSubscription(app, client, id);
  if (!subscription) throw new Problem(404, "This subscription doesn't exist.");
  const payments = await requirePaymentsProvider(app);
  const url = valueOrProblem(
    await payments.openPortal(
      {
        customerId: subscription.stripeCustomerId,
        returnUrl: `${clientPagesUrl(app)}/membership/portal`,
        configuration: settingsOf(app).stripePortalConfigId || undefined,
        updatesCard: false,
      },
      // Each portal URL is valid for a few minutes only, so every request needs a new one.
      `portal-${subscription.id}-${crypto.randomUUID()}`,
    ),
  );
  return { url };
}

/** @throws Problem 404, 409, 503 */
export async function cancelOwnSubscription(
  app: App,
  client: Client,
  id: number,
): Promise<OwnSubscription> {
  await cancelAtPeriodEnd(app, getOwnSubscription(app, client, id));
  return whenFree(() => toOwnSubscription(getOwnSubscription(app, client, id)));
}

function toOwnSubscription(row: ListedSubscription): OwnSubscription {
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
