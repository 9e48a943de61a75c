import { confirmCheckout } from "#src/billing/checkout/checkout.ts";
import { sendSignInCode, signInClient, signOutClient } from "#src/billing/client-pages/sign-in.ts";
import { parseId } from "#src/platform/http/ids.ts";
import { defineModule, financing, visitor } from "#src/platform/http/routes.ts";
import { createCheckout } from "./checkout.ts";
import { financingApi } from "./contract.ts";
import { getOwnAgreement, getSession, listPortalSubscriptions, openCardPage } from "./portal.ts";
import { getPublicPlan, storeSignature, verifyPhone, verifySignUpCode } from "./sign-up.ts";

export const financingModule = defineModule(financingApi, {
  plan: visitor(({ app, params }) => getPublicPlan(app, params.id)),
  verifyPhone: visitor(({ app, body, caller }) => verifyPhone(app, body.phoneNumber, caller)),
  verifyCode: visitor(({ app, body, ...visit }) => verifySignUpCode(app, body, visit)),
  storeSignature: visitor(({ app, body, ...visit }) => storeSignature(app, body, visit)),
  createCheckout: visitor(({ app, body, ...visit }) => createCheckout(app, body, visit)),
  confirm: visitor(async ({ app, body, caller }) => ({
    status: await confirmCheckout(app, body.sessionId, caller),
  })),
  sendVerification: visitor(({ app, body, caller }) =>
    sendSignInCode(app, "financing", body.phoneNumber, caller),
  ),
  verifyLogin: visitor(({ app, body, ...visit }) => signInClient(app, "financing", body, visit)),
  session: financing(({ app, client }) => getSession(app, client)),
  subscriptions: financing(({ app, client }) => listPortalSubscriptions(app, client)),
  agreement: financing(({ app, client, params }) =>
    getOwnAgreement(app, client, parseId(params.id)),
  ),
  updateCard: financing(({ app, client, body }) => openCardPage(app, client, body.subscriptionId)),
  logout: financing(({ app, client, caller, answer }) =>
    signOutClient(app, client, caller, answer),
  ),
});
