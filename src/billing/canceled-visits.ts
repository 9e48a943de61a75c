import { askAboutPayment, withdrawQuestion } from "#db/billing/payment-decisions.ts";
import { paymentsOfVisits } from "#db/billing/payments.ts";
import type { App } from "#src/app.ts";
import { isByOldLink } from "#src/shared/old-link.ts";
import { publish } from "./payments/publish.ts";

/** Asks staff what becomes of what was paid for visits that don't take place, in the caller's transaction. */
export function askAboutPayments(app: App, appointmentIds: readonly number[]): void {
  for (const { id, status, isFee } of paymentsOfVisits(app.db, appointmentIds))
    if (status === "paid" && isFee === 0 && askAboutPayment(app.db, id)) publish(app, id);
}

/** Takes these questions back for visits that take place after all, in the caller's transaction. */
export function withdrawQuestions(app: App, appointmentIds: readonly number[]): void {
  for (const payment of paymentsOfVisits(app.db, appointmentIds))
    if (!isByOldLink(payment) && withdrawQuestion(app.db, payment.id)) publish(app, payment.id);
}
