import * as z from "zod/mini";
import { Costs, Interval, PlanTerms } from "#src/billing/payment-plans/contract.ts";
import { EmailAddress } from "#src/shared/email-address.ts";
import { get, post } from "#src/shared/endpoint.ts";

/** What the agreement says about paying, printed below its text: label and value. */
const AgreementTerm = z.object({ label: z.string(), value: z.string() });
const AgreementTerms = z.array(AgreementTerm);

/** A membership as a client sees it before signing. */
const Offer = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  price: z.string(),
  billingFrequency: Interval,
  currency: z.string(),
  agreementText: z.string(),
  terms: AgreementTerms,
  status: z.enum(["pending", "approved", "rejected"]),
  /** The consent to electronic signing. */
  consent: z.string(),
  /** Identifies the version that was read, so that the same one is signed. */
  version: z.string(),
});
export type Offer = z.infer<typeof Offer>;

/** A payment plan as a client sees it before signing. */
const PublicPlan = z.extend(PlanTerms, {
  id: z.string(),
  agreementText: z.string(),
  terms: AgreementTerms,
  currency: z.string(),
  costs: Costs,
  /** The consent to electronic signing. */
  consent: z.string(),
  /** The version of the plan that the client signs. */
  updatedAt: z.string(),
  /** Identifies what was read, with the due dates, so that the same is signed. */
  version: z.string(),
});
export type PublicPlan = z.infer<typeof PublicPlan>;

const SIGNATURE_CHARACTERS = 420_000;
const SIGNED_BYTES = 512 * 1024;

export const TypedPhone = z
  .string("Please enter your phone number")
  .check(
    z.trim(),
    z.minLength(1, "Please enter your phone number"),
    z.maxLength(40, "Invalid phone number format"),
  );
export const Code = z
  .string("Please enter the verification code")
  .check(
    z.trim(),
    z.minLength(1, "Please enter the verification code"),
    z.regex(/^$|^\d{6}$/, "Verification code must be 6 digits"),
  );

const FullName = z
  .string("Please enter your full name")
  .check(
    z.trim(),
    z.minLength(1, "Please enter your full name"),
    z.maxLength(120, "A name can be up to 120 characters"),
    z.regex(/^\P{Cc}*$/u, "Use a single line"),
  );

const signatureOf = (missing: string) => ({
  signatureData: z
    .string(missing)
    .check(
      z.minLength(1, missing),
      z.maxLength(SIGNATURE_CHARACTERS, "This signature is too large. Sign again."),
    ),
  signatureType: z.enum(["canvas", "text"]),
});

const MemberDetails = {
  contactName: z
    .string("Name must be at least 2 characters")
    .check(
      z.trim(),
      z.minLength(2, "Name must be at least 2 characters"),
      z.maxLength(100, "A name can be up to 100 characters"),
    ),
  contactPhone: z
    .string("Phone number must be at least 10 digits")
    .check(
      z.trim(),
      z.minLength(10, "Phone number must be at least 10 digits"),
      z.maxLength(40, "Invalid phone number format"),
    ),
  contactEmail: EmailAddress,
};

/** The contact fields, which the form checks too. */
export const SignUpDetails = z.object(MemberDetails);

const SignUp = z.object({
  ...MemberDetails,
  ...signatureOf("Please sign the agreement before proceeding"),
  membershipId: z.string(),
  signerName: FullName,
  /** The version of the offer that was shown. */
  version: z.optional(z.string()),
});
export type SignUp = z.infer<typeof SignUp>;

const PlanDetails = {
  fullName: FullName,
  email: z
    .string()
    .check(
      z.trim(),
      z.maxLength(254, { error: "Please enter a valid email address", abort: true }),
      z.regex(/^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/, "Please enter a valid email address"),
    ),
};
export const Details = z.object(PlanDetails);

const Signing = z.object({
  ...PlanDetails,
  ...signatureOf("Please provide a signature"),
  phoneNumber: TypedPhone,
  verificationCode: Code,
  paymentPlanId: z.string(),
  /** The version that was shown. If the plan has changed since, it must be shown again. */
  planUpdatedAt: z.optional(z.string()),
  /** What was read, with the due dates. */
  version: z.optional(z.string()),
  signerName: FullName,
});
export type Signing = z.infer<typeof Signing>;

const Session = z.object({ sessionId: z.string().check(z.minLength(1), z.maxLength(200)) });

/** What a paid checkout started. */
const Bought = z.object({
  name: z.string(),
  /** The first payment. */
  paid: z.string(),
  currency: z.string(),
  /** Of a plan, the first one included; null for a membership. */
  payments: z.nullable(z.number()),
  /** What is charged next, and on which day in the business's zone. */
  next: z.nullable(z.object({ amount: z.string(), day: z.string() })),
});
export type Bought = z.infer<typeof Bought>;

/** From the offer to the payment, of memberships and of payment plans. */
export const checkout = {
  offer: get("/api/public/memberships/:id", { reply: Offer, reads: ["memberships", "settings"] }),
  signUp: post("/api/stripe/create-checkout-session", {
    body: SignUp,
    reply: z.object({ url: z.string() }),
    limit: SIGNED_BYTES,
    isLong: true,
  }),
  /** Called by the success page, so that a client who has paid does not wait for a webhook. */
  confirmMembership: post("/api/membership/settle-checkout", {
    body: Session,
    reply: z.object({ ready: z.boolean(), bought: z.nullable(Bought) }),
  }),
  plan: get("/api/payment-plans/:id/public", { reply: PublicPlan, reads: ["plans"], etag: false }),
  verifyPhone: post("/api/payment-plan-subscriptions/verify-phone", {
    body: z.object({ phoneNumber: TypedPhone }),
  }),
  verifyCode: post("/api/payment-plan-subscriptions/verify-code", {
    body: z.object({ phoneNumber: TypedPhone, code: Code }),
  }),
  storeSignature: post("/api/payment-plan-subscriptions/store-signature", {
    body: Signing,
    reply: z.object({ contactId: z.number() }),
    limit: SIGNED_BYTES,
  }),
  createCheckout: post("/api/payment-plan-subscriptions/create-checkout", {
    body: z.object({ paymentPlanId: z.string(), contactId: z.number() }),
    reply: z.object({ sessionUrl: z.string() }),
  }),
  /** Called by the success page. "open" means that no payment is known yet. */
  confirmPlan: post("/api/financing/confirm-checkout", {
    body: Session,
    reply: z.object({
      status: z.enum(["open", "fulfilled", "expired", "refunded", "unknown"]),
      bought: z.nullable(Bought),
    }),
  }),
};
