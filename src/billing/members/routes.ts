import { confirmCheckout } from "#src/billing/checkout/checkout.ts";
import { sendSignInCode, signInClient, signOutClient } from "#src/billing/client-pages/sign-in.ts";
import { parseId } from "#src/platform/http/ids.ts";
import { defineModule, member, visitor } from "#src/platform/http/routes.ts";
import { members } from "./contract.ts";
import {
  cancelOwnSubscription,
  getMemberSession,
  getOwnAgreement,
  listOwnSubscriptions,
  openBillingPortal,
} from "./members.ts";
import { getOffer, signUp } from "./sign-up.ts";

export const memberModule = defineModule(members, {
  offer: visitor(({ app, params }) => getOffer(app, params.id)),
  signUp: visitor(({ app, body, caller }) => signUp(app, body, caller)),
  confirm: visitor(async ({ app, body, caller }) => ({
    ready: (await confirmCheckout(app, body.sessionId, caller)) === "fulfilled",
  })),
  requestCode: visitor(async ({ app, body, caller }) => {
    await sendSignInCode(app, "member", body.phoneNumber, caller);
    return { message: "If this number has a membership, a code is on its way." };
  }),
  verifyCode: visitor(({ app, body, ...visit }) => {
    signInClient(app, "member", body, visit);
    return { message: "Phone Verified" };
  }),
  session: member(({ app, client }) => getMemberSession(app, client)),
  subscriptions: member(({ app, client }) => listOwnSubscriptions(app, client)),
  agreement: member(({ app, client, params }) => getOwnAgreement(app, client, parseId(params.id))),
  openBilling: member(({ app, client, body }) =>
    openBillingPortal(app, client, body.subscriptionId),
  ),
  cancel: member(({ app, client, body }) =>
    cancelOwnSubscription(app, client, body.subscriptionId),
  ),
  logout: member(({ app, client, caller, answer }) => signOutClient(app, client, caller, answer)),
});
