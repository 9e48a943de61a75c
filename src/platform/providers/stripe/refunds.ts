import type Stripe from "stripe";
import type { PaymentsProvider, ProviderReversal } from "#src/platform/providers/payments.ts";
import { toRefusal, whyNotRefunded } from "./messages.ts";
import { idOf, toDispute } from "./shapes.ts";

const PAGE = 100;

/** Makes and lists refunds, and lists disputes. */
export function refundRequests(
  client: Stripe,
  sdk: typeof import("stripe"),
): Pick<PaymentsProvider, "refund" | "refundsOf" | "reversalsSince"> {
  return {
    async refund(paymentIntent, reason, key, cents) {
      const amount = cents === undefined ? {} : { amount: cents };
      try {
        const { id, status } = await client.refunds.create(
          { payment_intent: paymentIntent, reason, ...amount },
          { idempotencyKey: key },
        );
        if (statusOf(status) === "refunded") return { kind: "done", value: { id } };
        return { kind: "refused", message: "The client's bank refused the refund." };
      } catch (error) {
        const why = whyNotRefunded(error, sdk);
        return why ? { kind: "done", value: why } : toRefusal(error, sdk);
      }
    },
    async refundsOf(paymentIntent) {
      try {
        const listed = client.refunds.list({ payment_intent: paymentIntent, limit: PAGE });
        return { kind: "done", value: (await Array.fromAsync(listed)).flatMap(toRefund) };
      } catch (error) {
        return toRefusal(error, sdk);
      }
    },
    async reversalsSince(since) {
      const created = { created: { gte: Math.floor(since / 1000) }, limit: PAGE };
      try {
        const refunds = await Array.fromAsync(client.refunds.list(created));
        const disputes = await Array.fromAsync(client.disputes.list(created));
        const value = [
          ...refunds.flatMap(toRefund),
          ...disputes.flatMap((one) => toDispute(one, one.created) ?? []),
        ];
        return { kind: "done", value };
      } catch (error) {
        return toRefusal(error, sdk);
      }
    },
  };
}

/** Refunds of charges without a payment intent are not Parlor's. */
function toRefund(refund: Stripe.Refund): ProviderReversal[] {
  const paymentIntentId = idOf(refund.payment_intent);
  if (paymentIntentId === null) return [];
  const one: ProviderReversal = {
    id: refund.id,
    kind: "refund",
    paymentIntentId,
    amount: refund.amount,
    currency: refund.currency.toUpperCase(),
    status: statusOf(refund.status),
    reason: refund.failure_reason ?? null,
    dueBy: null,
    eventAt: refund.created * 1000,
  };
  return [one];
}

/** An unknown status must not be shown as refunded. */
function statusOf(status: string | null): "refunded" | "failed" {
  return status === "succeeded" || status === "pending" ? "refunded" : "failed";
}
