import {
  askAboutPayment,
  findLastDecision,
  setDecided,
  setVisitsDeleted,
  withdrawQuestion,
} from "#db/billing/payment-decisions.ts";
import { type PaymentRow, paymentsOfVisits, visitsOfPayment } from "#db/billing/payments.ts";
import type { App } from "#src/app.ts";
import type { RemainingVisit } from "#src/hook-shapes.ts";
import { isByOldLink } from "#src/shared/old-link.ts";
import { publish } from "./payments/publish.ts";

/** Asks staff what becomes of what was paid for visits that don't take place, in the caller's transaction. */
export function askAboutPayments(app: App, appointmentIds: readonly number[]): void {
  for (const { id, status, isFee } of paymentsOfVisits(app.db, appointmentIds))
    if (status === "paid" && isFee === 0 && askAboutPayment(app.db, id)) publish(app, id);
}

/**
 * The same for visits that are about to be deleted. Those that are neither ahead nor canceled are deleted to tidy up, unless
 * their charge has no answer yet.
 */
export function askAboutDeleted(
  app: App,
  appointmentIds: readonly number[],
  { ahead, canceled }: Record<"ahead" | "canceled", readonly number[]>,
): void {
  askAboutPayments(app, ahead);
  setVisitsDeleted(app.db, "open", appointmentIds, app.now());
  setVisitsDeleted(app.db, "paid", [...ahead, ...canceled], app.now());
}

/** Asks about a payment that was just made, if a visit that it is for doesn't take place, in the caller's transaction. */
export function askIfCanceled(app: App, payment: PaymentRow): void {
  if (listEnds(app, payment).length > 0 && askAboutPayment(app.db, payment.id))
    publish(app, payment.id);
}

/**
 * Takes these questions back for visits that take place after all, in the caller's transaction. What was asked about the
 * payment otherwise remains until it is decided on: a late link, or another visit of it that doesn't take place.
 */
export function withdrawQuestions(app: App, appointmentIds: readonly number[]): void {
  for (const payment of paymentsOfVisits(app.db, appointmentIds)) {
    const { id, paidAt } = payment;
    const others = [...(isByOldLink(payment) ? [paidAt ?? 0] : []), ...listEnds(app, payment)];
    const decidedAt = findLastDecision(app.db, id);
    const isChanged =
      others.length === 0
        ? withdrawQuestion(app.db, id)
        : decidedAt !== undefined &&
          others.every((at) => at <= decidedAt) &&
          setDecided(app.db, id, decidedAt);
    if (isChanged) publish(app, id);
  }
}

/** Whether a payment was also for visits that take place. */
export function isAlsoForOthers(app: App, { id }: PaymentRow): boolean {
  return listRemaining(app, id).some(({ canceledAt }) => canceledAt === null);
}

/** Returns when the visits of a payment that don't take place were canceled or deleted. */
function listEnds(app: App, { id, visitDeletedAt }: PaymentRow): number[] {
  const canceled = listRemaining(app, id).map(({ canceledAt }) => canceledAt);
  return [...canceled, visitDeletedAt].filter((at) => at !== null);
}

function listRemaining(app: App, id: number): RemainingVisit[] {
  return app.hooks.visits.listRemaining(app, visitsOfPayment(app.db, id));
}
