import { cancelLinksOfVisits } from "#db/billing/payment-checkouts.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { publish } from "./payments/publish.ts";

/**
 * Cancels the links of visits that don't take place or are another client's now, in the caller's transaction. A job ends
 * Stripe's pages, and what is paid nevertheless is late: staff decide. Only a deletion ends the fee of a visit.
 */
export function cancelLinks(
  app: App,
  appointmentIds: readonly number[],
  by: "cancellation" | "deletion" | "other-number",
): void {
  const options = { at: app.now(), fees: by === "deletion" };
  for (const id of cancelLinksOfVisits(app.db, appointmentIds, options)) {
    recordSystem(app, { action: "payment.cancel", target: ["payment", id], metadata: { by } });
    publish(app, id);
  }
}
