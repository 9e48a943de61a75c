import { defineModule, financing, member, visitor } from "#src/platform/http/routes.ts";
import { memberPortal, planPortal } from "./contract.ts";
import * as memberships from "./member-portal.ts";
import * as plans from "./plan-portal.ts";
import { sendSignInCode, signInClient, signOutClient } from "./sign-in.ts";

export const memberPortalModule = defineModule(memberPortal, {
  requestCode: visitor(async ({ app, body, caller }) => {
    await sendSignInCode(app, "member", body.phoneNumber, caller);
    return { message: "If this number has a membership, a code is on its way." };
  }),
  verifyCode: visitor(({ app, body, ...visit }) => {
    signInClient(app, "member", body, visit);
    return { message: "Phone Verified" };
  }),
  session: member(({ app, client }) => memberships.getSession(app, client)),
  list: member(({ app, client }) => memberships.listOwnMemberships(app, client)),
  agreement: member(({ app, client, id }) => memberships.getOwnAgreement(app, client, id)),
  openCard: member(({ app, client, body }) =>
    memberships.openCardPage(app, client, body.subscriptionId),
  ),
  cancel: member(({ app, client, body }) =>
    memberships.cancelOwnMembership(app, client, body.subscriptionId),
  ),
  logout: member(({ app, client, caller, answer }) => signOutClient(app, client, caller, answer)),
});

export const planPortalModule = defineModule(planPortal, {
  requestCode: visitor(({ app, body, caller }) =>
    sendSignInCode(app, "financing", body.phoneNumber, caller),
  ),
  verifyCode: visitor(({ app, body, ...visit }) => signInClient(app, "financing", body, visit)),
  session: financing(({ app, client }) => plans.getSession(app, client)),
  list: financing(({ app, client }) => plans.listOwn(app, client)),
  agreement: financing(({ app, client, id }) => plans.getOwnAgreement(app, client, id)),
  openCard: financing(({ app, client, body }) =>
    plans.openCardPage(app, client, body.subscriptionId),
  ),
  logout: financing(({ app, client, caller, answer }) =>
    signOutClient(app, client, caller, answer),
  ),
});
