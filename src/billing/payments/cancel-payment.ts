import { checkoutsOfPayment } from "#db/billing/payment-checkouts.ts";
import { setCanceled, visitsOfPayment } from "#db/billing/payments.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { withdrawFee } from "#src/billing/fees.ts";
import { findPaymentsProvider } from "#src/billing/stripe-provider.ts";
import { record } from "#src/platform/audit/audit.ts";
import { Problem } from "#src/shared/problem.ts";
import { settleCharge } from "./charge-card.ts";
import { completePayment, settleCheckout } from "./complete-payment.ts";
import type { Payment } from "./contract.ts";
import { getPayment, getRow, getVisibleRow } from "./payments.ts";
import { publish } from "./publish.ts";

/**
 * Ends a link. What was paid by then counts, and what is paid nevertheless is recorded. Takes back a fee that hasn't left.
 * @throws Problem 404, 409 once it is paid
 */
export async function cancelPayment(app: App, actor: Staff, id: number): Promise<Payment> {
  const { way, chargeAt } = getVisibleRow(app, actor, id);
  if (way === "card") {
    const [visit = 0] = chargeAt === null ? [] : visitsOfPayment(app.db, id);
    const isUndone = await writeWhenFree(app.db, () => withdrawFee(app, actor, visit));
    if (!isUndone) await settleCharge(app, id);
    return getPayment(app, actor, id);
  }
  await readPaid(app, id);
  await writeWhenFree(app.db, () => {
    const { status, paidAt } = getRow(app, id);
    if (status === "paid")
      throw new Problem(
        409,
        paidAt === null ? "This payment no longer exists." : "The client has paid by now.",
      );
    if (!setCanceled(app.db, id, app.now())) return;
    record(app, actor, { action: "payment.cancel", target: ["payment", id] });
    publish(app, id);
  });
  for (const { sessionId, status } of checkoutsOfPayment(app.db, id))
    if (status === "open")
      await settleCheckout(app, sessionId).catch((error) =>
        app.log("warn", "a checkout could not be closed", { error: String(error) }),
      );
  return getPayment(app, actor, id);
}

/** Records what the client has just paid. Without Stripe's answer, it is recorded when it comes. */
async function readPaid(app: App, id: number): Promise<void> {
  if (!(await findPaymentsProvider(app))) return;
  for (const { sessionId, status } of checkoutsOfPayment(app.db, id))
    if (status === "open")
      await completePayment(app, sessionId).catch((error) =>
        app.log("warn", "a payment could not be read", { error: String(error) }),
      );
}
