import {
  listPlanSubscribersByPhone,
  type PlanSubscriberRow,
} from "#db/billing/plan-subscribers.ts";
import type { App } from "#src/app.ts";
import { toAgreementReply } from "#src/billing/agreements/agreements.ts";
import { termsOf, toPlanTerms } from "#src/billing/payment-plans/payment-plans.ts";
import { toInstallments } from "#src/billing/plan-subscribers/plan-subscribers.ts";
import { defineModule, financing, visitor } from "#src/platform/http/routes.ts";
import type { Client } from "#src/platform/http/sessions.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { Problem } from "#src/shared/problem.ts";
import { type OwnPlan, type PlanSession, planPortal } from "./contract.ts";
import { openStripePortal, sendSignInCode, signInClient, signOutClient } from "./sign-in.ts";

export const planPortalModule = defineModule(planPortal, {
  requestCode: visitor(({ app, body, caller }) =>
    sendSignInCode(app, "financing", body.phoneNumber, caller),
  ),
  verifyCode: visitor(({ app, body, ...visit }) => signInClient(app, "financing", body, visit)),
  session: financing(({ app, client }) => getSession(app, client)),
  list: financing(({ app, client }) => listOwn(app, client)),
  agreement: financing(({ app, client, id }) => getOwnAgreement(app, client, id)),
  openCard: financing(({ app, client, body }) => openCardPage(app, client, body.subscriptionId)),
  logout: financing(({ app, client, caller, answer }) =>
    signOutClient(app, client, caller, answer),
  ),
});

function getSession(app: App, { phone }: Client): PlanSession {
  const [newest] = listPlanSubscribersByPhone(app.db, phone);
  return {
    contactName: newest?.contactName ?? "",
    phoneNumber: phone,
    email: newest?.contactEmail ?? null,
  };
}

export function listOwn(app: App, { phone }: Client): OwnPlan[] {
  return listPlanSubscribersByPhone(app.db, phone).map((row) => toOwnPlan(app, row));
}

function toOwnPlan(app: App, row: PlanSubscriberRow): OwnPlan {
  return {
    ...row,
    plan: {
      ...toPlanTerms(row.planName, row.planDescription, termsOf(row)),
      id: row.paymentPlanId,
    },
    completedAt: toIso(row.completedAt),
    canceledAt: toIso(row.canceledAt),
    installments: toInstallments(app, [row]).get(row.id) ?? [],
  };
}

/** @throws Problem 404 for another client's plan */
function getOwnAgreement(app: App, client: Client, id: number): Promise<FileReply> {
  return toAgreementReply(app, "payment-plan", getOwnPlan(app, client, id));
}

/** Returns the URL of Stripe's page for replacing the card. @throws Problem 404, 409, 503 */
async function openCardPage(app: App, client: Client, id: number): Promise<{ url: string }> {
  const { status, stripeCustomerId } = getOwnPlan(app, client, id);
  if (status !== "active" && status !== "past_due")
    throw new Problem(409, "This plan has ended, so no card is needed.");
  const url = await openStripePortal(app, stripeCustomerId, {
    returnPath: "/financing/portal",
    updatesCard: true,
  });
  return { url };
}

function getOwnPlan(app: App, { phone }: Client, id: number): PlanSubscriberRow {
  const row = listPlanSubscribersByPhone(app.db, phone).find((one) => one.id === id);
  if (!row) throw new Problem(404, "This plan doesn't exist.");
  return row;
}
