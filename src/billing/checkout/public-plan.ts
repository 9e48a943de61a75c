import type { PaymentPlanRow } from "#db/billing/payment-plans.ts";
import type { App } from "#src/app.ts";
import { electronicConsent, versionOf } from "#src/billing/agreements/agreements.ts";
import {
  contradictionOf,
  costsOf,
  getPlan,
  termsOf,
  toPlanTerms,
} from "#src/billing/payment-plans/payment-plans.ts";
import { businessDay, getSettings } from "#src/platform/settings/settings.ts";
import { planTerms } from "#src/shared/agreement-terms.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import type { PublicPlan, Signing } from "./contract.ts";

/** Returns a plan for anyone who has its link. @throws Problem 404 */
export function getPublicPlan(app: App, id: string): PublicPlan {
  const plan = getPlan(app, id);
  return {
    ...toPlanTerms(plan.name, plan.description, termsOf(plan)),
    id: plan.id,
    // A text that contradicts the plan is not on offer until staff have corrected it.
    agreementText: contradictionOf(app, plan) === undefined ? plan.agreementText : "",
    terms: termsToday(app, plan),
    currency: getSettings(app).currency,
    consent: electronicConsent(app),
    costs: costsOf(termsOf(plan), businessDay(app)),
    updatedAt: toIso(plan.updatedAt),
    version: planVersion(app, plan),
  };
}

export function termsToday(app: App, plan: PaymentPlanRow) {
  return planTerms(termsOf(plan), getSettings(app).currency, businessDay(app));
}

function planVersion(app: App, plan: PaymentPlanRow): string {
  const { name, description, agreementText } = plan;
  return versionOf({ name, description, agreementText, terms: termsToday(app, plan) });
}

/** @throws Problem 404, 409 for a plan that is not open, or has changed since it was read */
export function getSignablePlan(
  app: App,
  { paymentPlanId, planUpdatedAt, version }: Signing,
): PaymentPlanRow {
  const plan = getPlan(app, paymentPlanId);
  if (plan.agreementText === "")
    throw new Problem(409, "This plan isn't open for sign-up yet. Call us.");
  if (contradictionOf(app, plan) !== undefined)
    throw fieldProblem(
      409,
      "agreementText",
      "This agreement doesn't match the plan, so it can't be signed. Call us.",
    );
  if (planUpdatedAt !== undefined && planUpdatedAt !== toIso(plan.updatedAt))
    throw planChangedProblem();
  if (version !== undefined && version !== planVersion(app, plan)) throw planChangedProblem();
  return plan;
}

export function planChangedProblem(): Problem {
  return new Problem(
    409,
    "This plan changed while you were reading it. Reload the page and read it again.",
  );
}
