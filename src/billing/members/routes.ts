import { closeClientSession } from "#src/platform/http/client-session.ts";
import { idOf } from "#src/platform/http/ids.ts";
import { defineModule, member, visitor } from "#src/platform/http/routes.ts";
import { members } from "./contract.ts";
import {
  cancelOwn,
  openBilling,
  ownAgreement,
  ownSubscriptions,
  requestCode,
  sessionOfMember,
  verifyCode,
} from "./members.ts";
import { offerOf, settleCheckout, signUp } from "./sign-up.ts";

export const memberModule = defineModule(members, {
  offer: visitor(({ app, params }) => offerOf(app, params.id)),
  signUp: visitor(({ app, body, caller }) => signUp(app, body, caller)),
  settle: visitor(({ app, body, caller }) => settleCheckout(app, body.sessionId, caller)),
  requestCode: visitor(({ app, body, caller }) => requestCode(app, body.phoneNumber, caller)),
  verifyCode: visitor(({ app, body, caller, answer }) => verifyCode(app, body, caller, answer)),
  session: member(({ app, client }) => sessionOfMember(app, client)),
  subscriptions: member(({ app, client }) => ownSubscriptions(app, client)),
  agreement: member(({ app, client, params }) => ownAgreement(app, client, idOf(params.id))),
  openBilling: member(({ app, client, body }) => openBilling(app, client, body.subscriptionId)),
  cancel: member(({ app, client, body }) => cancelOwn(app, client, body.subscriptionId)),
  logout: member(({ app, client, answer }) => closeClientSession(app, client, answer)),
});
