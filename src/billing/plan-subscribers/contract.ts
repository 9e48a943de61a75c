import * as z from "zod/mini";
import { Interval } from "#src/billing/payment-plans/contract.ts";
import { clientDetail, clientName, clientPhone } from "#src/shared/client-fields.ts";
import { file, get, post } from "#src/shared/endpoint.ts";
import { Page } from "#src/shared/page-shape.ts";

export const PlanStatus = z.enum(["active", "past_due", "completed", "canceled"]);
export type PlanStatus = z.infer<typeof PlanStatus>;

export const Installment = z.object({
  id: z.number(),
  sequenceNumber: z.number(),
  /** A day in the business's time zone. */
  dueDate: z.string(),
  amount: z.string(),
  status: z.enum(["pending", "paid", "failed"]),
  paidAt: z.nullable(z.string()),
  failureReason: z.nullable(z.string()),
  /** Failed attempts. The third cancels the plan. */
  attemptCount: z.number(),
  /** The refunded amount; null if none. */
  refundedAmount: z.nullable(z.string()),
  /** What the client's bank returned after a lost dispute; null if nothing. */
  lostAmount: z.nullable(z.string()),
  /** A dispute with the client's bank: undecided, won by the business, or lost. */
  dispute: z.nullable(z.enum(["open", "won", "lost"])),
  /** A refund is due, and Stripe hasn't made it yet. */
  refundOwed: z.boolean(),
  /** What of it staff can pay back outside Stripe; null if nothing is owed, or while Stripe hasn't answered. */
  owedAmount: z.nullable(z.string()),
  /** The payment arrived after the plan was canceled, and staff haven't decided whether to refund it. */
  needsDecision: z.boolean(),
});
export type Installment = z.infer<typeof Installment>;

export const PlanSubscriber = z.object({
  id: z.number(),
  contactId: z.nullable(z.number()),
  contactName: clientName("contactId", "id"),
  contactPhone: clientPhone(),
  contactEmail: clientDetail(),
  paymentPlanId: z.string(),
  planName: z.string(),
  totalAmount: z.string(),
  installmentAmount: z.string(),
  installmentCount: z.number(),
  installmentInterval: Interval,
  currency: z.string(),
  status: PlanStatus,
  remainingInstallments: z.number(),
  nextPaymentDate: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
  canceledAt: z.nullable(z.string()),
  cancelReason: z.nullable(z.string()),
  signatureType: z.enum(["canvas", "text"]),
  signerName: clientName("contactId", "id"),
  signedAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** In sequence. */
  installments: z.array(Installment),
});
export type PlanSubscriber = z.infer<typeof PlanSubscriber>;

const List = z.extend(Page, {
  /** "past_due" lists past-due plans before the others, each the newest first. */
  first: z.optional(z.literal("past_due")),
  /** With `first`: the status that the plan `before` was listed with. */
  beforeStatus: z.optional(PlanStatus),
});
export type List = z.infer<typeof List>;

const Payment = z.object({ installmentId: z.number().check(z.int(), z.gte(1)) });

export const planSubscribers = {
  /** Newest first. After a full page there may be more. */
  list: get("/api/payment-plan-subscriptions", {
    query: List,
    reply: z.array(PlanSubscriber),
    reads: ["plan-subscriptions", "plans", "contacts"],
  }),
  one: get("/api/payment-plan-subscriptions/:id", {
    reply: PlanSubscriber,
    reads: ["plan-subscriptions", "plans", "contacts"],
  }),
  cancel: post("/api/payment-plan-subscriptions/:id/cancel", {
    reply: PlanSubscriber,
    changes: ["plan-subscriptions"],
  }),
  /** Charges the next installment now. Repeated requests charge it once. */
  triggerPayment: post("/api/payment-plan-subscriptions/:id/trigger-payment", {
    reply: z.object({ amount: z.string(), invoiceId: z.string() }),
    changes: ["plan-subscriptions"],
  }),
  /** Refunds a payment that arrived after the plan was canceled. A repeated request refunds it once. */
  refundPayment: post("/api/payment-plan-subscriptions/:id/refund-payment", {
    body: Payment,
    reply: PlanSubscriber,
    changes: ["plan-subscriptions", "alerts"],
  }),
  /** Keeps such a payment. */
  keepPayment: post("/api/payment-plan-subscriptions/:id/keep-payment", {
    body: Payment,
    reply: PlanSubscriber,
    changes: ["plan-subscriptions", "alerts"],
  }),
  /** Records that an owed refund was paid back outside Stripe. `amount` is what staff saw as due. */
  settleRefund: post("/api/payment-plan-subscriptions/:id/settle-refund", {
    body: z.extend(Payment, { amount: z.string() }),
    reply: PlanSubscriber,
    changes: ["plan-subscriptions", "alerts"],
  }),
  /** The signed agreement as a PDF. */
  agreement: file("/api/payment-plan-subscriptions/:id/agreement"),
};
