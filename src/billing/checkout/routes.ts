import { defineModule, visitor } from "#src/platform/http/routes.ts";
import { confirmCheckout } from "./checkout.ts";
import { checkout } from "./contract.ts";
import { getOffer, signUp } from "./membership-sign-up.ts";
import { createCheckout, storeSignature, verifyPhone, verifySignUpCode } from "./plan-sign-up.ts";
import { getPublicPlan } from "./public-plan.ts";

export const checkoutModule = defineModule(checkout, {
  offer: visitor(({ app, params }) => getOffer(app, params.id)),
  signUp: visitor(({ app, body, ...visit }) => signUp(app, body, visit)),
  confirmMembership: visitor(async ({ app, body, ...visit }) => ({
    ready: (await confirmCheckout(app, body.sessionId, visit)) === "fulfilled",
  })),
  plan: visitor(({ app, params }) => getPublicPlan(app, params.id)),
  verifyPhone: visitor(({ app, body, caller }) => verifyPhone(app, body.phoneNumber, caller)),
  verifyCode: visitor(({ app, body, ...visit }) => verifySignUpCode(app, body, visit)),
  storeSignature: visitor(({ app, body, ...visit }) => storeSignature(app, body, visit)),
  createCheckout: visitor(({ app, body, ...visit }) => createCheckout(app, body, visit)),
  confirmPlan: visitor(async ({ app, body, ...visit }) => ({
    status: await confirmCheckout(app, body.sessionId, visit),
  })),
});
