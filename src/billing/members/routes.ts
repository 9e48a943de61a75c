import { closeClientSession } from "#src/platform/http/client-session.ts";
import { idOf } from "#src/platform/http/ids.ts";
import { defineModule, member, visitor } from "#src/platform/http/routes.ts";
import { members } from "./contract.ts";
import {
  cancelOwnSubscription,
  getMemberSession,
  getOwnAgreement,
  listOwnSubscriptions,
  openBillingPortal,
  requestCode,
  verifyCode,
} from "./members.ts";
import { confirmCheckout, getOffer, signUp } from "./sign-up.ts";

export const memberModule = defineModule(members, {
  offer: visitor(({ app, params }) => getOffer(app, params.id)),
  signUp: visitor(({ app, body, caller }) => signUp(app, body, caller)),
  confirm: visitor(({ app, body, caller }) => confirmCheckout(app, body.sessionId, caller)),
  requestCode: visitor(({ app, body, caller }) => requestCode(app, body.phoneNumber, caller)),
  verifyCode: visitor(({ app, body, caller, answer }) => verifyCode(app, body, caller, answer)),
  session: member(({ app, client }) => getMemberSession(app, client)),
  subscriptions: member(({ app, client }) => listOwnSubscriptions(app, client)),
  agreement: member(({ app, client, params }) => getOwnAgreement(app, client, idOf(params.id))),
  openBilling: member(({ app, client, body }) =>
    openBillingPortal(app, client, body.subscriptionId),
  ),
  cancel: member(({ app, client, body }) =>
    cancelOwnSubscription(app, client, body.subscriptionId),
  ),
  logout: member(({ app, client, answer }) => closeClientSession(app, client, answer)),
});
