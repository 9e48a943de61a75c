import * as store from "#db/billing/payment-plans.ts";
import { inTransaction, writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { generateAgreement } from "#src/billing/agreements/generate.ts";
import { sendOfferInvite } from "#src/billing/checkout/invite.ts";
import { removeOffer } from "#src/billing/end-checkouts.ts";
import { record } from "#src/platform/audit/audit.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { type AgreementTerm, planTerms } from "#src/shared/agreement-terms.ts";
import { MIN_INSTALLMENT_CENTS, planAmounts } from "#src/shared/installments.ts";
import { formatCents } from "#src/shared/money.ts";
import { omitUndefined } from "#src/shared/omit-undefined.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import { requireUnchanged } from "#src/shared/unchanged.ts";
import { type NewPlan, type Plan, type PlanChange, paymentPlans } from "./contract.ts";
import { contradictionOf, getPlan, termsOf, toPlan } from "./payment-plans.ts";

const PAGE = "/payment-plans";

export const paymentPlanModule = defineModule(paymentPlans, {
  list: staff(PAGE, ({ app, query }) =>
    store.pageOfPlans(app.db, query).map((row) => toPlan(app, row)),
  ),
  create: staff(PAGE, ({ app, actor, body }) => createPlan(app, actor, body)),
  change: staff(PAGE, ({ app, actor, params, body }) => changePlan(app, actor, params.id, body)),
  remove: staff(PAGE, ({ app, actor, params }) => deletePlan(app, actor, params.id)),
  generateAgreement: staff(PAGE, ({ app, actor, params }) => draftAgreement(app, actor, params.id)),
  sendInvite: staff(PAGE, ({ app, actor, params, body }) =>
    sendInvite(app, actor, params.id, body.contactId),
  ),
});

export function createPlan(app: App, actor: Staff, input: NewPlan): Plan {
  return inTransaction(app.db, () => {
    const id = Bun.randomUUIDv7();
    const fields = fieldsOf(input);
    requireMatchingText(app, fields, 400);
    store.insertPlan(app.db, {
      ...fields,
      id,
      createdBy: actor.id,
      createdAt: app.now(),
    });
    record(app, actor, {
      action: "payment_plan.create",
      target: ["payment_plan", id],
      metadata: { name: input.name },
    });
    app.events.changed("plans");
    return toPlan(app, getPlan(app, id));
  });
}

/**
 * Admins may change and delete any plan. Its creator may while it has no subscribers.
 * @throws Problem 403, 404
 */
function requireOwnPlan(app: App, actor: Staff, id: string): store.PaymentPlanRow {
  const plan = getPlan(app, id);
  if (actor.role === "admin" || (plan.createdBy === actor.id && plan.subscriberCount === 0))
    return plan;
  throw new Problem(
    403,
    "Only an administrator can change this payment plan. You can change your own while it has no subscribers.",
  );
}

/** @throws Problem 403, 404, 409 for other amounts once a client has signed up */
function changePlan(app: App, actor: Staff, id: string, { was, ...change }: PlanChange): Plan {
  return inTransaction(app.db, () => {
    const before = requireOwnPlan(app, actor, id);
    requireUnchanged(toPlan(app, before), was, Object.keys(change));
    const fields = fieldsOf({ ...toNewPlan(before), ...omitUndefined(change) });
    if (before.subscriberCount > 0 && hasOtherAmounts(before, fields))
      throw new Problem(
        409,
        "Clients have signed up for this plan, so its amounts and dates can't be changed. Create a new plan instead.",
      );
    requireMatchingText(app, fields, 400);
    store.changePlan(app.db, id, fields, app.now());
    record(app, actor, {
      action: "payment_plan.update",
      target: ["payment_plan", id],
      metadata: { fields: Object.keys(change) },
    });
    app.events.changed("plans");
    return toPlan(app, getPlan(app, id));
  });
}

/** Clients can't pay for it anymore. @throws Problem 403, 404, 409 if a client has signed up, 503 */
async function deletePlan(app: App, actor: Staff, id: string): Promise<void> {
  await removeOffer(app, id, {
    requireUnsold: () => requireDeletable(app, actor, id),
    remove: () => {
      const { name } = requireOwnPlan(app, actor, id);
      store.deletePlan(app.db, id);
      record(app, actor, {
        action: "payment_plan.delete",
        target: ["payment_plan", id],
        metadata: { name },
      });
      app.events.changed("plans");
    },
  });
}

function requireDeletable(app: App, actor: Staff, id: string): void {
  if (requireOwnPlan(app, actor, id).subscriberCount === 0) return;
  throw new Problem(
    409,
    "Clients have signed up for this plan, so it can't be deleted. Their agreements refer to it.",
  );
}

/** Whoever has the link can sign, so a plan with a text is on offer. */
function requireMatchingText(app: App, plan: store.PlanFields, status: 400 | 409): void {
  const problem = contradictionOf(app, plan);
  if (problem !== undefined) throw fieldProblem(status, "agreementText", problem);
}

function toNewPlan(row: store.PaymentPlanRow): NewPlan {
  return {
    name: row.name,
    description: row.description,
    principalAmount: row.principal,
    feePercentage: row.feeBasisPoints,
    installmentCount: row.installmentCount,
    installmentInterval: row.installmentInterval,
    agreementText: row.agreementText,
  };
}

function fieldsOf(input: NewPlan): store.PlanFields {
  const { total, installment } = planAmounts({
    principal: input.principalAmount,
    feeBasisPoints: input.feePercentage,
    count: input.installmentCount,
    interval: input.installmentInterval,
  });
  if (installment < MIN_INSTALLMENT_CENTS) {
    const message = `Each installment must be at least ${formatCents(MIN_INSTALLMENT_CENTS)}. Choose fewer installments.`;
    throw fieldProblem(400, "installmentCount", message);
  }
  return {
    name: input.name,
    description: input.description,
    principal: input.principalAmount,
    feeBasisPoints: input.feePercentage,
    total,
    installmentCount: input.installmentCount,
    installmentInterval: input.installmentInterval,
    installment,
    agreementText: input.agreementText,
  };
}

function hasOtherAmounts(before: store.PaymentPlanRow, fields: store.PlanFields): boolean {
  const { principal, feeBasisPoints, count, interval } = termsOf(before);
  return (
    fields.principal !== principal ||
    fields.feeBasisPoints !== feeBasisPoints ||
    fields.installmentCount !== count ||
    fields.installmentInterval !== interval
  );
}

/** Drafts the plan's agreement and saves it. @throws Problem 400 without an OpenAI key, 403, 404, 409, 503 */
async function draftAgreement(
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
    store.setAgreementText(app.db, id, agreementText, app.now());
    record(app, actor, {
      action: "payment_plan.generate_agreement",
      target: ["payment_plan", id],
    });
    app.events.changed("plans");
  });
  return { agreementText };
}

function factsOf(app: App, id: string): AgreementTerm[] {
  const plan = getPlan(app, id);
  const { businessName, currency } = getSettings(app);
  return [
    { label: "Business", value: businessName },
    { label: "Payment plan", value: plan.name },
    { label: "Description", value: plan.description },
    ...planTerms(termsOf(plan), currency),
  ];
}

/** Texts a client the plan's sign-up link. @throws Problem 403, 404, 409, 429 */
function sendInvite(app: App, actor: Staff, id: string, contactId: number) {
  return sendOfferInvite(app, actor, contactId, () => {
    const plan = getPlan(app, id);
    const { name, agreementText } = plan;
    if (agreementText === "")
      throw new Problem(
        409,
        "Write the plan's agreement first: clients sign it when they sign up.",
      );
    requireMatchingText(app, plan, 409);
    return {
      action: "payment_plan.invite",
      target: ["payment_plan", id],
      contactField: "contact",
      render: (pages) =>
        `you are invited to the payment plan "${name}". See it and sign up: ${pages}/financing/signup/${id}`,
    };
  });
}
