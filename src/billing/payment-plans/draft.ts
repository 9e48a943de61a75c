import { setAgreementText } from "#db/billing/payment-plans.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { type AgreementFact, generateAgreement } from "#src/billing/agreements/generate.ts";
import { record } from "#src/platform/audit/audit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { planAmounts } from "#src/shared/installments.ts";
import { formatMoney } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import { getPlan, termsOf } from "./payment-plans.ts";
import { requireOwnPlan } from "./plans.ts";

/** Drafts the plan's agreement and saves it. @throws Problem 400 without an OpenAI key, 403, 404, 409, 503 */
export async function draftAgreement(
  app: App,
  actor: Staff,
  id: string,
): Promise<{ agreementText: string }> {
  const plan = requireOwnPlan(app, actor, id);
  const agreementText = await generateAgreement(app, "payment plan", factsOf(app, id));
  await writeWhenFree(app.db, () => {
    // The draft must match the current amounts.
    if (requireOwnPlan(app, actor, id).updatedAt !== plan.updatedAt)
      throw new Problem(409, "The plan changed while its agreement was being written. Try again.");
    setAgreementText(app.db, id, agreementText, app.now());
    record(app, actor, {
      action: "payment_plan.generate_agreement",
      target: ["payment_plan", id],
    });
    app.events.changed("plans");
  });
  return { agreementText };
}

function factsOf(app: App, id: string): AgreementFact[] {
  const plan = getPlan(app, id);
  const { businessName, currency } = getSettings(app);
  const terms = termsOf(plan);
  const { fee, total, first, installment } = planAmounts(terms);
  const money = (cents: number) => formatMoney(cents, currency);
  return [
    ["Business", businessName],
    ["Payment plan", plan.name],
    ["Description", plan.description],
    ["Principal", money(terms.principal)],
    ["Finance fee", `${terms.feeBasisPoints / 100}%, which is ${money(fee)}`],
    ["Total of payments", money(total)],
    ["Installments", `${terms.count}, one each ${terms.interval}`],
    ["First installment", `${money(first)}, charged on the day of signing`],
    ["Each later installment", money(installment)],
    ["Failed payments", "after 3 failed attempts the plan is canceled"],
  ];
}
