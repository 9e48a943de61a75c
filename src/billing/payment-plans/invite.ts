import type { App, Staff } from "#src/app.ts";
import { sendOfferInvite } from "#src/billing/checkout/invite.ts";
import { Problem } from "#src/shared/problem.ts";
import { getPlan } from "./payment-plans.ts";

/** Texts a client the plan's sign-up link. @throws Problem 403, 404, 409, 429 */
export function sendInvite(app: App, actor: Staff, id: string, contactId: number) {
  return sendOfferInvite(app, actor, contactId, () => {
    const { name, agreementText } = getPlan(app, id);
    if (agreementText === "")
      throw new Problem(
        409,
        "Write the plan's agreement first: clients sign it when they sign up.",
      );
    return {
      action: "payment_plan.invite",
      target: ["payment_plan", id],
      contactField: "contact",
      render: (pages) =>
        `you are invited to the payment plan "${name}". See it and sign up: ${pages}/financing/signup/${id}`,
    };
  });
}
