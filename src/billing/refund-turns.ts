import type { App } from "#src/app.ts";
import { perApp } from "#src/platform/per-app.ts";

/** The last turn of each payment, until it ends. */
const turnsOf = perApp(() => new Map<string, Promise<unknown>>());

/** Whether Stripe is being asked about a payment's refund. */
export function isRefundUnderWay(app: App, paymentIntentId: string): boolean {
  return turnsOf(app).has(paymentIntentId);
}

/** Runs `work` once nothing else is asked about this payment's refund, so that no two of them refund the same money. */
export async function inRefundTurn<T>(
  app: App,
  paymentIntentId: string,
  work: () => Promise<T>,
): Promise<T> {
  const turns = turnsOf(app);
  const turn = turns.get(paymentIntentId)?.then(work, work) ?? work();
  turns.set(paymentIntentId, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(paymentIntentId) === turn) {
      turns.delete(paymentIntentId);
      // What was read meanwhile doesn't offer Paid Back.
      publishRefunds(app);
    }
  }
}

/** Refunds are shown wherever their payments are. */
export function publishRefunds({ events }: App): void {
  for (const what of ["plan-subscriptions", "subscriptions", "payments", "appointments"] as const)
    events.changed(what);
}
