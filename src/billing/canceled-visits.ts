import { askAboutPayment, withdrawQuestion } from "#db/billing/payment-decisions.ts";
import { type PaymentRow, paymentsOfVisits, visitsOfPayment } from "#db/billing/payments.ts";
import type { App } from "#src/app.ts";
import { isByOldLink } from "#src/shared/old-link.ts";
import { publish } from "./payments/publish.ts";

/** Asks staff what becomes of what was paid for visits that don't take place, in the caller's transaction. */
export function askAboutPayments(app: App, appointmentIds: readonly number[]): void {
  for (const { id, status, isFee } of paymentsOfVisits(app.db, appointmentIds))
    if (status === "paid" && isFee === 0 && askAboutPayment(app.db, id)) publish(app, id);
}

/** Asks about a payment that was just made, if a visit that it is for doesn't take place, in the caller's transaction. */
export function askIfCanceled(app: App, { id, lines }: PaymentRow): void {
  // Only the lines of a visit have employees. Nothing else is left of one that was deleted.
  const isDeleted =
    visitsOfPayment(app.db, id).length === 0 && lines.some(({ employeeId }) => employeeId !== null);
  if ((isDeleted || listCanceled(app, id).length > 0) && askAboutPayment(app.db, id))
    publish(app, id);
}

/**
 * Takes these questions back for visits that take place after all, in the caller's transaction. One about a payment that was
 * also for a visit that stays canceled remains.
 */
export function withdrawQuestions(app: App, appointmentIds: readonly number[]): void {
  for (const payment of paymentsOfVisits(app.db, appointmentIds)) {
    if (isByOldLink(payment) || listCanceled(app, payment.id).length > 0) continue;
    if (withdrawQuestion(app.db, payment.id)) publish(app, payment.id);
  }
}

/** Whether a payment was also for visits that take place. */
export function isAlsoForOthers(app: App, { id }: PaymentRow): boolean {
  return visitsOfPayment(app.db, id).length > listCanceled(app, id).length;
}

function listCanceled(app: App, id: number): number[] {
  return app.hooks.visits.listCanceled(app, visitsOfPayment(app.db, id));
}
