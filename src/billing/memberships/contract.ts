import * as z from "zod/mini";
import { get, patch, post, remove } from "#src/shared/endpoint.ts";
import { parseCents } from "#src/shared/money.ts";
import { UuidPage } from "#src/shared/page-shape.ts";
import { requiredText } from "#src/shared/required-text.ts";
import { Was } from "#src/shared/unchanged.ts";

/** Stripe's minimum charge. */
const MIN_CENTS = 50;
const MAX_AGREEMENT_LENGTH = 60_000;

const Membership = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Decimal text, such as "89.00". */
  price: z.string(),
  billingFrequency: z.enum(["week", "month", "year"]),
  agreementText: z.string(),
  status: z.enum(["pending", "approved", "rejected"]),
  createdBy: z.nullable(z.string()),
  approvedBy: z.nullable(z.string()),
  approvedAt: z.nullable(z.string()),
  subscriberCount: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Membership = z.infer<typeof Membership>;

const Name = requiredText("Name", 100);
const Description = requiredText("Description", 2000);
const Price = z.string("Price must be a valid number").check(
  z.trim(),
  z.regex(/^\d{1,7}(\.\d{1,2})?$/, "Price must be a valid number"),
  z.refine((price) => (parseCents(price) ?? MIN_CENTS) >= MIN_CENTS, "Price must be at least 0.50"),
);
const Frequency = z.enum(
  ["month", "year", "week"],
  "Billing frequency must be month, year, or week",
);
const AgreementText = z.string().check(z.trim(), z.maxLength(MAX_AGREEMENT_LENGTH));

export const NewMembership = z.object({
  name: Name,
  description: Description,
  price: Price,
  billingFrequency: z._default(Frequency, "month"),
  /** Only admins may set it. */
  agreementText: z.optional(AgreementText),
});
export type NewMembership = z.infer<typeof NewMembership>;

/** Omitted fields stay unchanged. */
const MembershipChange = z.object({
  name: z.optional(Name),
  description: z.optional(Description),
  price: z.optional(Price),
  billingFrequency: z.optional(Frequency),
  agreementText: z.optional(AgreementText),
  was: Was,
});
export type MembershipChange = z.infer<typeof MembershipChange>;

const Message = z.object({ message: z.string() });

export const memberships = {
  list: get("/api/memberships", {
    query: UuidPage,
    reply: z.array(Membership),
    reads: ["memberships", "subscriptions"],
  }),
  create: post("/api/memberships", {
    body: NewMembership,
    reply: Membership,
    status: 201,
    changes: ["memberships"],
  }),
  change: patch("/api/memberships/:id", {
    body: MembershipChange,
    reply: Membership,
    changes: ["memberships", "subscriptions"],
  }),
  remove: remove("/api/memberships/:id", { changes: ["memberships"] }),
  approve: post("/api/memberships/:id/approve", { reply: Membership, changes: ["memberships"] }),
  reject: post("/api/memberships/:id/reject", { reply: Membership, changes: ["memberships"] }),
  sendInvite: post("/api/memberships/:id/send-invite", {
    body: z.object({ contactId: z.number("Choose a client").check(z.int(), z.gte(1)) }),
    reply: Message,
    changes: ["conversations"],
  }),
  /** Returns a draft for the form without saving it. */
  generateAgreement: post("/api/memberships/:id/generate-agreement", {
    reply: z.object({ agreementText: z.string() }),
    isLong: true,
  }),
};
