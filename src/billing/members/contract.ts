import * as z from "zod/mini";
import { EmailAddress } from "#src/shared/email-address.ts";
import { file, get, post } from "#src/shared/endpoint.ts";

/** A membership as a client sees it before signing. */
const Offer = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  price: z.string(),
  billingFrequency: z.enum(["week", "month", "year"]),
  currency: z.string(),
  agreementText: z.string(),
  status: z.enum(["pending", "approved", "rejected"]),
  /** The consent to electronic signing. */
  consent: z.string(),
  /** Identifies the version that was read, so that the same one is signed. */
  version: z.string(),
});
export type Offer = z.infer<typeof Offer>;

const SIGNATURE_CHARACTERS = 420_000;

const Details = {
  contactName: z
    .string("Name must be at least 2 characters")
    .check(z.trim(), z.minLength(2, "Name must be at least 2 characters"), z.maxLength(100)),
  contactPhone: z
    .string("Phone number must be at least 10 digits")
    .check(z.trim(), z.minLength(10, "Phone number must be at least 10 digits"), z.maxLength(40)),
  contactEmail: EmailAddress,
};

/** The contact fields, which the form checks too. */
export const SignUpDetails = z.object(Details);

export const SignUp = z.object({
  ...Details,
  membershipId: z.string(),
  signatureData: z
    .string("Please sign the agreement before proceeding")
    .check(
      z.minLength(1, "Please sign the agreement before proceeding"),
      z.maxLength(SIGNATURE_CHARACTERS),
    ),
  signatureType: z.enum(["canvas", "text"]),
  signerName: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  /** The version of the offer that was shown. */
  version: z.optional(z.string()),
});
export type SignUp = z.infer<typeof SignUp>;

const PhoneNumber = z
  .string("Please enter your phone number")
  .check(z.trim(), z.minLength(1, "Please enter your phone number"), z.maxLength(40));
const Code = z
  .string("Please enter the verification code")
  .check(z.trim(), z.regex(/^\d{6}$/, "Verification code must be 6 digits"));

const Url = z.object({ url: z.string() });
const Message = z.object({ message: z.string() });
const Session = z.object({ contactName: z.string(), phoneNumber: z.string() });

const OwnSubscription = z.object({
  id: z.number(),
  status: z.enum(["active", "past_due", "trialing", "canceled"]),
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodEnd: z.nullable(z.string()),
  currency: z.string(),
  membership: z.object({
    name: z.string(),
    description: z.string(),
    price: z.string(),
    billingFrequency: z.enum(["week", "month", "year"]),
    /** The signed text. */
    agreementText: z.string(),
  }),
});
export type OwnSubscription = z.infer<typeof OwnSubscription>;

const SubscriptionRef = z.object({ subscriptionId: z.number().check(z.int(), z.gte(1)) });

export const members = {
  offer: get("/api/public/memberships/:id", { reply: Offer, reads: ["memberships", "settings"] }),
  signUp: post("/api/stripe/create-checkout-session", {
    body: SignUp,
    reply: Url,
    limit: 512 * 1024,
    isLong: true,
  }),
  /** Called by the success page, so that a client who has paid does not wait for a webhook. */
  confirm: post("/api/membership/settle-checkout", {
    body: z.object({ sessionId: z.string().check(z.maxLength(200)) }),
    reply: z.object({ ready: z.boolean() }),
  }),
  requestCode: post("/api/membership/request-code", {
    body: z.object({ phoneNumber: PhoneNumber }),
    reply: Message,
  }),
  verifyCode: post("/api/membership/verify-code", {
    body: z.object({ phoneNumber: PhoneNumber, code: Code }),
    reply: Message,
  }),
  session: get("/api/membership/session", { reply: Session }),
  subscriptions: get("/api/membership/portal/subscriptions", {
    reply: z.array(OwnSubscription),
    reads: ["subscriptions", "memberships"],
    etag: false,
  }),
  agreement: file("/api/membership/portal/subscriptions/:id/agreement"),
  openBilling: post("/api/membership/portal/create-portal-session", {
    /** Defaults to the newest subscription. */
    body: z.object({ subscriptionId: z.optional(z.number().check(z.int(), z.gte(1))) }),
    reply: Url,
  }),
  cancel: post("/api/membership/portal/cancel-subscription", {
    body: SubscriptionRef,
    reply: OwnSubscription,
    changes: ["subscriptions"],
  }),
  logout: post("/api/membership/logout"),
};
