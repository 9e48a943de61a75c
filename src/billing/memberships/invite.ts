import type { App, Staff } from "#src/app.ts";
import { sendOfferInvite } from "#src/billing/checkout/invite.ts";
import { Problem } from "#src/shared/problem.ts";
import { getMembership } from "./memberships.ts";

/** Texts a client the sign-up link. @throws Problem 403, 404, 409, 429 */
export function sendInvite(app: App, actor: Staff, id: string, contactId: number) {
  return sendOfferInvite(app, actor, contactId, () => {
    const { name, status } = getMembership(app, id);
    if (status !== "approved")
      throw new Problem(409, "Only an approved membership can be offered to clients.");
    return {
      action: "membership.invite",
      target: ["membership", id],
      contactField: "contactId",
      render: (pages) =>
        `you are invited to join ${name}. Sign up here: ${pages}/membership/signup/${id}`,
    };
  });
}
