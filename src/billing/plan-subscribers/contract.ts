import * as z from "zod/mini";
import { Interval } from "#src/billing/payment-plans/contract.ts";
import { clientEmail, clientName, clientPhone } from "#src/shared/client-fields.ts";
import { file, get, post } from "#src/shared/endpoint.ts";
import { Page } from "#src/shared/page-shape.ts";

export const PlanStatus = z.enum(["active", "past_due", "completed", "canceled"]);
export type PlanStatus = z.infer<typeof PlanStatus>;

export const Installment = z.object({
  id: z.number(),
  sequenceNumber: z.number(),
  /** A day where the business is. */
  dueDate: z.string(),
  amount: z.string(),
  status: z.enum(["pending", "paid", "failed"]),
  paidAt: z.nullable(z.string()),
  failureReason: z.nullable(z.string()),
  /** Failed ones; the third ends the plan. */
  attemptCount: z.number(),
  /** What of it went back; null for nothing. */
  refundedAmount: z.nullable(z.string()),
  /** The client's bank was asked for it: not yet decided, for the business, or for the client. */
  dispute: z.nullable(z.enum(["open", "won", "lost"])),
});
export type Installment = z.infer<typeof Installment>;

const PlanSubscriber = z.object({
  id: z.number(),
  contactId: z.nullable(z.number()),
  contactName: clientName("contactId", "id"),
  contactPhone: clientPhone(),
  contactEmail: clientEmail(),
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
  /** In their order. */
  installments: z.array(Installment),
});
export type PlanSubscriber = z.infer<typeof PlanSubscriber>;

export const planSubscribers = {
  /** Newest first; of a page that is full there may be more. */
  list: get("/api/payment-plan-subscriptions", {
    query: Page,
    reply: z.array(PlanSubscriber),
    reads: ["plan-subscriptions", "plans", "contacts"],
  }),
  one: get("/api/payment-plan-subscriptions/:id", {
    reply: PlanSubscriber,
    reads: ["plan-subscriptions", "plans", "contacts"],
  }),
  cancel: post("/api/payment-plan-subscriptions/:id/cancel", { reply: PlanSubscriber }),
  /** Takes the next installment now, once however often it is asked. */
  triggerPayment: post("/api/payment-plan-subscriptions/:id/trigger-payment", {
    reply: z.object({ amount: z.string(), invoiceId: z.string() }),
  }),
  /** The signed one, as a PDF. */
  agreement: file("/api/payment-plan-subscriptions/:id/agreement"),
};
