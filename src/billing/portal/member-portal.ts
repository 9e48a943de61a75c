import { type ListedSubscription, subscriptionsOfPhone } from "#db/billing/subscriptions-list.ts";
import { whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { toAgreementReply } from "#src/billing/agreements/agreements.ts";
import {
  cancelSubscription,
  getOwnSubscription,
} from "#src/billing/subscriptions/subscriptions.ts";
import { defineModule, member, visitor } from "#src/platform/http/routes.ts";
import type { Client } from "#src/platform/http/sessions.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import { memberPortal, type OwnMembership } from "./contract.ts";
import { openStripePortal, sendSignInCode, signInClient, signOutClient } from "./sign-in.ts";

export const memberPortalModule = defineModule(memberPortal, {
  requestCode: visitor(async ({ app, body, caller }) => {
    await sendSignInCode(app, "member", body.phoneNumber, caller);
    return { message: "If this number has a membership, a code is on its way." };
  }),
  verifyCode: visitor(({ app, body, ...visit }) => {
    signInClient(app, "member", body, visit);
    return { message: "Phone Verified" };
  }),
  session: member(({ app, client }) => getSession(app, client)),
  list: member(({ app, client }) => listOwnMemberships(app, client)),
  agreement: member(({ app, client, id }) => getOwnAgreement(app, client, id)),
  openCard: member(({ app, client, body }) => openCardPage(app, client, body.subscriptionId)),
  cancel: member(({ app, client, body }) => cancelOwnMembership(app, client, body.subscriptionId)),
  logout: member(({ app, client, caller, answer }) => signOutClient(app, client, caller, answer)),
});

function getSession(app: App, { phone }: Client) {
  const [newest] = subscriptionsOfPhone(app.db, phone);
  return { contactName: newest?.contactName ?? phone, phoneNumber: phone };
}

/** Returns the client's subscriptions that are not canceled, newest first. */
function listOwnMemberships(app: App, { phone }: Client): OwnMembership[] {
  return subscriptionsOfPhone(app.db, phone)
    .filter(({ status }) => status !== "canceled")
    .map(toOwnMembership);
}

/** @throws Problem 404 */
function getOwnAgreement(app: App, client: Client, id: number): Promise<FileReply> {
  return toAgreementReply(app, "membership", getOwnSubscription(app, client, id));
}

/** Returns the URL of Stripe's billing portal. @throws Problem 404, 409, 503 */
async function openCardPage(app: App, client: Client, id: number | undefined) {
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
async function cancelOwnMembership(app: App, client: Client, id: number): Promise<OwnMembership> {
  await cancelSubscription(app, getOwnSubscription(app, client, id));
  return whenFree(() => toOwnMembership(getOwnSubscription(app, client, id)));
}

function toOwnMembership(row: ListedSubscription): OwnMembership {
  return {
    ...row,
    currentPeriodEnd: toIso(row.currentPeriodEnd),
    membership: {
      ...row,
      name: row.membershipName,
      description: row.membershipDescription,
      price: formatCents(row.price),
    },
  };
}
