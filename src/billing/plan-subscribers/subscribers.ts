import { installmentsOfAll } from "#db/billing/installments.ts";
import {
  findPlanSubscriber,
  listPlanSubscribers,
  type PlanSubscriberRow,
} from "#db/billing/plan-subscribers.ts";
import { reversalsOfPlans } from "#db/billing/reversals.ts";
import type { App, Staff } from "#src/app.ts";
import { cancelPlan } from "#src/billing/ledger/cancel.ts";
import { reversedPayments } from "#src/billing/ledger/reversals.ts";
import { StripeUnreachable } from "#src/billing/stripe/provider.ts";
import { requireNamesAndPhones } from "#src/platform/masking/masking.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import type { Page } from "#src/shared/page-shape.ts";
import { Problem } from "#src/shared/problem.ts";
import type { PlanSubscriber } from "./contract.ts";
import { agreementReply, shownSubscriber } from "./plan-subscribers.ts";

export function listSubscribers(app: App, page: Page): PlanSubscriber[] {
  return shown(app, listPlanSubscribers(app.db, page));
}

export function readSubscriber(app: App, id: number): PlanSubscriber {
  return shown(app, [found(app, id)])[0] as PlanSubscriber;
}

function shown(app: App, rows: readonly PlanSubscriberRow[]): PlanSubscriber[] {
  const ids = rows.map(({ id }) => id);
  const installments = Map.groupBy(
    installmentsOfAll(app.db, ids),
    ({ subscriptionId }) => subscriptionId,
  );
  const reversed = reversedPayments(reversalsOfPlans(app.db, ids));
  return rows.map((row) => shownSubscriber(row, installments.get(row.id) ?? [], reversed));
}

/** @throws Problem 404, 409 when it is over, 503 when Stripe did not answer */
export async function cancelByStaff(app: App, actor: Staff, id: number): Promise<PlanSubscriber> {
  const { status } = found(app, id);
  if (status === "canceled" || status === "completed")
    throw new Problem(409, `This plan is ${status} already.`);
  try {
    await cancelPlan(app, id, { reason: "Canceled by staff", actor });
  } catch (error) {
    if (!(error instanceof StripeUnreachable)) throw error;
    throw new Problem(503, "Stripe did not answer, so the plan may still be running. Try again.");
  }
  return readSubscriber(app, id);
}

/** @throws Problem 403 for who may not see whose it is, 404 */
export async function signedAgreement(app: App, actor: Staff, id: number): Promise<FileReply> {
  requireNamesAndPhones(actor);
  return agreementReply(app, found(app, id).agreementId, id);
}

function found(app: App, id: number): PlanSubscriberRow {
  const row = findPlanSubscriber(app.db, id);
  if (!row) throw new Problem(404, "This payment plan does not exist any more.");
  return row;
}
