import * as z from "zod/mini";
import { Code, TypedPhone } from "#src/billing/checkout/contract.ts";
import { Interval, PlanTerms } from "#src/billing/payment-plans/contract.ts";
import { Installment, PlanStatus } from "#src/billing/plan-subscribers/contract.ts";
import { SubscriptionStatus } from "#src/billing/subscriptions/contract.ts";
import { file, get, post } from "#src/shared/endpoint.ts";

const Phone = z.object({ phoneNumber: TypedPhone });
const PhoneAndCode = z.object({ phoneNumber: TypedPhone, code: Code });
const Url = z.object({ url: z.string() });
const Message = z.object({ message: z.string() });
const SubscriptionId = z.number().check(z.int(), z.gte(1));

const OwnMembership = z.object({
  id: z.number(),
  status: SubscriptionStatus,
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodEnd: z.nullable(z.string()),
  currency: z.string(),
  membership: z.object({
    name: z.string(),
    description: z.string(),
    price: z.string(),
    billingFrequency: Interval,
    /** The signed text. */
    agreementText: z.string(),
  }),
});
export type OwnMembership = z.infer<typeof OwnMembership>;

const PlanSession = z.object({
  contactName: z.string(),
  phoneNumber: z.string(),
  email: z.nullable(z.string()),
});
export type PlanSession = z.infer<typeof PlanSession>;

const OwnPlan = z.object({
  id: z.number(),
  status: PlanStatus,
  plan: z.extend(PlanTerms, { id: z.string() }),
  currency: z.string(),
  remainingInstallments: z.number(),
  nextPaymentDate: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
  canceledAt: z.nullable(z.string()),
  installments: z.array(z.omit(Installment, { owedAmount: true, needsDecision: true })),
});
export type OwnPlan = z.infer<typeof OwnPlan>;

const PLAN_READS = ["plan-subscriptions", "plans", "contacts"] as const;

/** What members see once they have signed in by a code. */
export const memberPortal = {
  requestCode: post("/api/membership/request-code", { body: Phone, reply: Message }),
  verifyCode: post("/api/membership/verify-code", { body: PhoneAndCode, reply: Message }),
  session: get("/api/membership/session", {
    reply: z.object({ contactName: z.string(), phoneNumber: z.string() }),
  }),
  /** Without canceled ones. */
  list: get("/api/membership/portal/subscriptions", {
    reply: z.array(OwnMembership),
    reads: ["subscriptions", "memberships"],
    etag: false,
  }),
  agreement: file("/api/membership/portal/subscriptions/:id/agreement"),
  /** Opens Stripe's portal for card and invoices. */
  openCard: post("/api/membership/portal/create-portal-session", {
    /** Defaults to the newest subscription. */
    body: z.object({ subscriptionId: z.optional(SubscriptionId) }),
    reply: Url,
  }),
  cancel: post("/api/membership/portal/cancel-subscription", {
    body: z.object({ subscriptionId: SubscriptionId }),
    reply: OwnMembership,
    changes: ["subscriptions"],
  }),
  logout: post("/api/membership/logout"),
};

/** What payment plan clients see once they have signed in by a code. */
export const planPortal = {
  requestCode: post("/api/financing/send-verification", { body: Phone }),
  verifyCode: post("/api/financing/verify-login", { body: PhoneAndCode }),
  session: get("/api/financing/session", { reply: PlanSession, reads: PLAN_READS }),
  list: get("/api/financing/portal/subscriptions", {
    reply: z.array(OwnPlan),
    reads: PLAN_READS,
  }),
  agreement: file("/api/financing/portal/subscriptions/:id/agreement"),
  /** Opens Stripe's page for replacing the card. */
  openCard: post("/api/financing/portal/update-card", {
    body: z.object({ subscriptionId: z.number() }),
    reply: Url,
  }),
  logout: post("/api/financing/logout"),
};
