import { idOf } from "#src/platform/http/ids.ts";
import { defineModule, financing, visitor } from "#src/platform/http/routes.ts";
import { confirmCheckout, createCheckout } from "./checkout.ts";
import { financingApi } from "./contract.ts";
import {
  getOwnAgreement,
  getSession,
  listPortalSubscriptions,
  login,
  logout,
  openCardPage,
  sendLoginCode,
} from "./portal.ts";
import { getPublicPlan, storeSignature, verifyPhone, verifySignUpCode } from "./sign-up.ts";

export const financingModule = defineModule(financingApi, {
  plan: visitor(({ app, params }) => getPublicPlan(app, params.id)),
  verifyPhone: visitor(({ app, body, caller }) => verifyPhone(app, body.phoneNumber, caller)),
  verifyCode: visitor(({ app, body, ...visit }) => verifySignUpCode(app, body, visit)),
  storeSignature: visitor(({ app, body, ...visit }) => storeSignature(app, body, visit)),
  createCheckout: visitor(({ app, body, ...visit }) => createCheckout(app, body, visit)),
  confirm: visitor(({ app, body, caller }) => confirmCheckout(app, body.sessionId, caller)),
  sendVerification: visitor(({ app, body, caller }) =>
    sendLoginCode(app, body.phoneNumber, caller),
  ),
  verifyLogin: visitor(({ app, body, ...visit }) => login(app, body, visit)),
  session: financing(({ app, client }) => getSession(app, client)),
  subscriptions: financing(({ app, client }) => listPortalSubscriptions(app, client)),
  agreement: financing(({ app, client, params }) => getOwnAgreement(app, client, idOf(params.id))),
  updateCard: financing(({ app, client, body }) => openCardPage(app, client, body.subscriptionId)),
  logout: financing(({ app, client, caller, answer }) => logout(app, client, caller, answer)),
});
