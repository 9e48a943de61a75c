import * as z from "zod/mini";
import { clientName } from "#src/shared/client-fields.ts";
import { get, post } from "#src/shared/endpoint.ts";

const OwedRefund = z.object({
  /** Stripe's id of the payment. */
  id: z.string(),
  /** Null for an erased client. */
  contactId: z.nullable(z.number()),
  clientName: clientName("contactId"),
  /** What is left to refund. */
  amount: z.string(),
  currency: z.string(),
  /** Why the last try failed, as a sentence. */
  reason: z.string(),
});
export type OwedRefund = z.infer<typeof OwedRefund>;

/** Refunds that failed, of any payment. One that Stripe hasn't answered about yet isn't among them. */
export const owedRefunds = {
  /** In the order of the last tries. */
  list: get("/api/owed-refunds", {
    reply: z.array(OwedRefund),
    reads: ["payments", "appointments", "contacts"],
  }),
  /** Records that staff paid one back outside Stripe. */
  settleRefund: post("/api/owed-refunds/:id/paid-back", {
    /** What staff saw as due, and paid back. */
    body: z.object({ amount: z.string() }),
    changes: ["payments", "appointments", "subscriptions", "plan-subscriptions", "alerts"],
  }),
};
