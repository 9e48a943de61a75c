import { type ListedSubscription, subscriptionsOfPhone } from "#db/billing/subscriptions-list.ts";
import { whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { openStripePortal } from "#src/billing/client-pages/sign-in.ts";
import {
  cancelAtPeriodEnd,
  getOwnSubscription,
  toAgreementReply,
} from "#src/billing/subscriptions/subscriptions.ts";
import type { Client } from "#src/platform/http/client-session.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { formatCents } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import type { OwnSubscription } from "./contract.ts";

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
  return {
    url: await openStripePortal(app, subscription.stripeCustomerId, {
      returnPath: "/membership/portal",
      updatesCard: false,
    }),
  };
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
      price: formatCents(row.price),
      billingFrequency: row.billingFrequency,
      agreementText: row.agreementText,
    },
  };
}
