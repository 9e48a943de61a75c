import * as z from "zod/mini";
import { clientDetail, clientName, clientPhone, clientText } from "#src/shared/client-fields.ts";
import { file, get, post } from "#src/shared/endpoint.ts";
import { Page } from "#src/shared/page-shape.ts";

export const SubscriptionStatus = z.enum(["active", "past_due", "trialing", "canceled"]);

export const Subscription = z.object({
  id: z.number(),
  /** Null once the contact is erased. */
  contactId: z.nullable(z.number()),
  membershipId: z.string(),
  stripeSubscriptionId: z.string(),
  stripeCustomerId: z.string(),
  status: SubscriptionStatus,
  currentPeriodEnd: z.nullable(z.string()),
  cancelAtPeriodEnd: z.boolean(),
  signatureType: z.enum(["canvas", "text"]),
  signerName: clientName("contactId", "id"),
  signedAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  contactName: clientName("contactId", "id"),
  contactPhone: clientPhone(),
  contactEmail: clientDetail(),
  membershipName: z.string(),
  membershipDescription: z.string(),
  /** Decimal text. This member's price, which later price changes do not affect. */
  membershipPrice: z.string(),
  membershipBillingFrequency: z.enum(["week", "month", "year"]),
  currency: z.string(),
});
export type Subscription = z.infer<typeof Subscription>;

const Usage = z.object({
  id: z.number(),
  subscriptionId: z.number(),
  usedDate: z.string(),
  notes: clientText({ kind: "usage", idFrom: "id" }),
  createdBy: z.nullable(z.string()),
  createdByUsername: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Usage = z.infer<typeof Usage>;

const Payment = z.object({
  /** Stripe's invoice. */
  id: z.string(),
  amount: z.string(),
  paidAt: z.string(),
  /** The refunded amount; null if none. */
  refundedAmount: z.nullable(z.string()),
  /** What the client's bank returned after a lost dispute; null if nothing. */
  lostAmount: z.nullable(z.string()),
  /** A dispute with the client's bank: undecided, won by the business, or lost. */
  dispute: z.nullable(z.enum(["open", "won", "lost"])),
});
export type Payment = z.infer<typeof Payment>;

export const MarkUsage = z.object({
  usedDate: z.iso.date("Date is required"),
  notes: z._default(z.string().check(z.trim(), z.maxLength(1000)), ""),
});
export type MarkUsage = z.infer<typeof MarkUsage>;

export const subscriptions = {
  /** Newest first. After a full page there may be more. */
  list: get("/api/subscriptions", {
    query: Page,
    reply: z.array(Subscription),
    reads: ["subscriptions", "memberships", "contacts"],
  }),
  usage: get("/api/subscriptions/:id/usage", {
    reply: z.array(Usage),
    reads: ["subscriptions", "users"],
  }),
  /** Payments with their refunds, newest first. */
  payments: get("/api/subscriptions/:id/payments", {
    reply: z.array(Payment),
    reads: ["subscriptions"],
  }),
  markUsage: post("/api/subscriptions/:id/mark-usage", {
    body: MarkUsage,
    reply: Usage,
    status: 201,
    changes: ["subscriptions"],
  }),
  agreement: file("/api/subscriptions/:id/agreement"),
  /** Cancels at the end of the paid period or the trial; a past-due one at once. */
  cancel: post("/api/stripe/cancel-subscription", {
    body: z.object({ subscriptionId: z.number().check(z.int(), z.gte(1)) }),
    reply: Subscription,
    changes: ["subscriptions"],
  }),
};
