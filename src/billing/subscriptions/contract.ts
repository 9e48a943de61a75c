import * as z from "zod/mini";
import { clientEmail, clientName, clientPhone, clientWords } from "#src/shared/client-fields.ts";
import { file, get, post } from "#src/shared/endpoint.ts";
import { Page } from "#src/shared/page-shape.ts";

const SubscriptionStatus = z.enum(["active", "past_due", "trialing", "canceled"]);

const Subscription = z.object({
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
  contactEmail: clientEmail(),
  membershipName: z.string(),
  membershipDescription: z.string(),
  /** Decimal text: what this member pays, which a later price does not change. */
  membershipPrice: z.string(),
  membershipBillingFrequency: z.enum(["week", "month", "year"]),
  currency: z.string(),
});
export type Subscription = z.infer<typeof Subscription>;

const Usage = z.object({
  id: z.number(),
  subscriptionId: z.number(),
  usedDate: z.string(),
  notes: clientWords(),
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
  /** What of it went back; null for nothing. */
  refundedAmount: z.nullable(z.string()),
  /** The client's bank was asked for it: not yet decided, for the business, or for the client. */
  dispute: z.nullable(z.enum(["open", "won", "lost"])),
});
export type Payment = z.infer<typeof Payment>;

export const MarkUsage = z.object({
  usedDate: z.iso.date("Date is required"),
  notes: z._default(z.string().check(z.trim(), z.maxLength(1000)), ""),
});
export type MarkUsage = z.infer<typeof MarkUsage>;

export const subscriptions = {
  /** Newest first; of a page that is full there may be more. */
  list: get("/api/subscriptions", {
    query: Page,
    reply: z.array(Subscription),
    reads: ["subscriptions", "memberships", "contacts"],
  }),
  usage: get("/api/subscriptions/:id/usage", {
    reply: z.array(Usage),
    reads: ["subscriptions", "users"],
  }),
  /** What was paid, newest first, and what went back of it. */
  payments: get("/api/subscriptions/:id/payments", {
    reply: z.array(Payment),
    reads: ["subscriptions"],
  }),
  markUsage: post("/api/subscriptions/:id/mark-usage", {
    body: MarkUsage,
    reply: Usage,
    status: 201,
  }),
  agreement: file("/api/subscriptions/:id/agreement"),
  /** At the end of the period that is paid for. */
  cancel: post("/api/stripe/cancel-subscription", {
    body: z.object({ subscriptionId: z.number().check(z.int(), z.gte(1)) }),
    reply: Subscription,
  }),
};
