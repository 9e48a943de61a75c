import * as z from "zod/mini";
import { Costs, PlanTerms } from "#src/billing/payment-plans/contract.ts";
import { Installment, PlanStatus } from "#src/billing/plan-subscribers/contract.ts";
import { file, get, post } from "#src/shared/endpoint.ts";
import { Line } from "#src/shared/field-shapes.ts";

const SIGNATURE_BYTES = 1024 * 1024;

const Phone = z
  .string()
  .check(z.trim(), z.minLength(1, "Please enter your phone number"), z.maxLength(40));
const Code = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "Please enter the verification code"),
    z.regex(/^$|^\d{6}$/, "Verification code must be 6 digits"),
  );
const FullName = Line(120).check(z.minLength(1, "Please enter your full name"));
const Email = z
  .string()
  .check(
    z.trim(),
    z.maxLength(254, { error: "Please enter a valid email address", abort: true }),
    z.regex(/^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/, "Please enter a valid email address"),
  );
export const Details = z.object({ fullName: FullName, email: Email });

const PublicPlan = z.extend(PlanTerms, {
  id: z.string(),
  agreementText: z.string(),
  currency: z.string(),
  costs: Costs,
  /** The consent to electronic signing. */
  consent: z.string(),
  /** The version of the plan that the client signs. */
  updatedAt: z.string(),
});
export type PublicPlan = z.infer<typeof PublicPlan>;

const Signing = z.object({
  phoneNumber: Phone,
  verificationCode: Code,
  paymentPlanId: z.string(),
  /** The version that was shown. If the plan has changed since, it must be shown again. */
  planUpdatedAt: z.optional(z.string()),
  signatureData: z.string().check(z.minLength(1, "Please provide a signature")),
  signatureType: z.enum(["canvas", "text"]),
  signerName: FullName,
  fullName: FullName,
  email: Email,
});
export type Signing = z.infer<typeof Signing>;

const FinancingSession = z.object({
  contactName: z.string(),
  phoneNumber: z.string(),
  email: z.nullable(z.string()),
});
export type FinancingSession = z.infer<typeof FinancingSession>;

const PortalSubscription = z.object({
  id: z.number(),
  status: PlanStatus,
  plan: z.extend(PlanTerms, { id: z.string() }),
  currency: z.string(),
  remainingInstallments: z.number(),
  nextPaymentDate: z.nullable(z.string()),
  completedAt: z.nullable(z.string()),
  canceledAt: z.nullable(z.string()),
  installments: z.array(Installment),
});
export type PortalSubscription = z.infer<typeof PortalSubscription>;

const READS = ["plan-subscriptions", "plans", "contacts"] as const;

export const financingApi = {
  plan: get("/api/payment-plans/:id/public", { reply: PublicPlan, reads: ["plans"], etag: false }),
  verifyPhone: post("/api/payment-plan-subscriptions/verify-phone", {
    body: z.object({ phoneNumber: Phone }),
  }),
  verifyCode: post("/api/payment-plan-subscriptions/verify-code", {
    body: z.object({ phoneNumber: Phone, code: Code }),
  }),
  storeSignature: post("/api/payment-plan-subscriptions/store-signature", {
    body: Signing,
    reply: z.object({ contactId: z.number() }),
    limit: SIGNATURE_BYTES,
  }),
  createCheckout: post("/api/payment-plan-subscriptions/create-checkout", {
    body: z.object({ paymentPlanId: z.string(), contactId: z.number() }),
    reply: z.object({ sessionUrl: z.string() }),
  }),
  /** Called by the page that Stripe returns the client to. "open" means that no payment is known yet. */
  confirm: post("/api/financing/confirm-checkout", {
    body: z.object({ sessionId: z.string().check(z.minLength(1), z.maxLength(200)) }),
    reply: z.object({ status: z.enum(["open", "fulfilled", "expired", "refunded", "unknown"]) }),
  }),
  sendVerification: post("/api/financing/send-verification", {
    body: z.object({ phoneNumber: Phone }),
  }),
  verifyLogin: post("/api/financing/verify-login", {
    body: z.object({ phoneNumber: Phone, code: Code }),
  }),
  session: get("/api/financing/session", { reply: FinancingSession, reads: READS }),
  subscriptions: get("/api/financing/portal/subscriptions", {
    reply: z.array(PortalSubscription),
    reads: READS,
  }),
  agreement: file("/api/financing/portal/subscriptions/:id/agreement"),
  /** Opens Stripe's page for replacing the card. */
  updateCard: post("/api/financing/portal/update-card", {
    body: z.object({ subscriptionId: z.number() }),
    reply: z.object({ url: z.string() }),
  }),
  logout: post("/api/financing/logout"),
};
