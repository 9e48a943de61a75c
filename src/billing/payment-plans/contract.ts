import * as z from "zod/mini";
import { get, patch, post, remove } from "#src/shared/endpoint.ts";
import { Line, numeric, Text } from "#src/shared/field-shapes.ts";
import { MAX_INSTALLMENTS, MIN_INSTALLMENTS } from "#src/shared/installments.ts";
import { parseHundredths } from "#src/shared/money.ts";
import { UuidPage } from "#src/shared/page-shape.ts";
import { Was } from "#src/shared/unchanged.ts";

const MAX_PRINCIPAL_CENTS = 99_999_999;
const MAX_FEE = 100_00;

export const DEFAULT_FEE = "5";
export const DEFAULT_COUNT = "6";

/** Parses decimal text or a number into hundredths: cents of an amount, basis points of a percentage. */
const hundredths = (label: string, range: z.ZodMiniType<number, number>) =>
  z.pipe(
    z.pipe(
      z
        .union([z.string(), z.number()], `${label} must be a valid number`)
        .check(
          z.refine(
            (value) => parseHundredths(value) !== undefined,
            `${label} must be a valid number`,
          ),
        ),
      z.transform((value: string | number) => parseHundredths(value) ?? 0),
    ),
    range,
  );

const PlanName = Line(120).check(z.minLength(1, "Name is required"));
const Description = Text(2000);
const Principal = hundredths(
  "Principal",
  z
    .number()
    .check(
      z.gte(1, "Principal must be greater than 0"),
      z.lte(MAX_PRINCIPAL_CENTS, "Principal must be at most 999,999.99"),
    ),
);
const Fee = hundredths(
  "Fee percentage",
  z
    .number()
    .check(
      z.gte(0, "Fee percentage must be 0 or greater"),
      z.lte(MAX_FEE, "Fee percentage must be at most 100"),
    ),
);
const Count = numeric(
  z
    .number("Must have at least 2 installments")
    .check(
      z.int("Installments must be a whole number"),
      z.gte(1, "Must have at least 1 installment"),
      z.gte(MIN_INSTALLMENTS, "Must have at least 2 installments"),
      z.lte(MAX_INSTALLMENTS, "Cannot exceed 24 installments"),
    ),
);
export const Interval = z.enum(
  ["week", "month", "year"],
  "Installment interval must be week, month, or year",
);
const AgreementText = Text(100_000);

export const NewPlan = z.object({
  name: PlanName,
  description: z._default(Description, ""),
  principalAmount: Principal,
  feePercentage: z._default(Fee, 500),
  installmentCount: Count,
  installmentInterval: z._default(Interval, "month"),
  agreementText: z._default(AgreementText, ""),
});
export type NewPlan = z.infer<typeof NewPlan>;

const PlanChange = z.object({
  name: z.optional(PlanName),
  description: z.optional(Description),
  principalAmount: z.optional(Principal),
  feePercentage: z.optional(Fee),
  installmentCount: z.optional(Count),
  installmentInterval: z.optional(Interval),
  agreementText: z.optional(AgreementText),
  was: Was,
});
export type PlanChange = z.infer<typeof PlanChange>;

/** The disclosures before signing (12 CFR 1026.18). Amounts are decimal text. */
export const Costs = z.object({
  amountFinanced: z.string(),
  financeCharge: z.string(),
  totalOfPayments: z.string(),
  /** Percent per year with two decimals; null if the first payment covers the principal. */
  effectiveApr: z.nullable(z.string()),
  /** The schedule if it were signed today in the business's time zone. */
  schedule: z.array(
    z.object({ sequenceNumber: z.number(), dueDate: z.string(), amount: z.string() }),
  ),
});
export type Costs = z.infer<typeof Costs>;

/** Amounts and the percentage are decimal text, such as "1200.00". */
export const PlanTerms = z.object({
  name: z.string(),
  description: z.string(),
  principalAmount: z.string(),
  feePercentage: z.string(),
  totalAmount: z.string(),
  installmentCount: z.number(),
  installmentInterval: Interval,
  /** Every installment but the first, which includes the remainder of the division. */
  installmentAmount: z.string(),
  firstInstallmentAmount: z.string(),
});
export type PlanTerms = z.infer<typeof PlanTerms>;

const Plan = z.extend(PlanTerms, {
  id: z.string(),
  agreementText: z.string(),
  /** All subscribers ever. From the first one on, the amounts cannot change. */
  subscriberCount: z.number(),
  costs: Costs,
  /** A note to the staff if lending rules may apply. */
  lendingNote: z.nullable(z.string()),
  createdBy: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Plan = z.infer<typeof Plan>;

const Invite = z.object({
  contactId: z.number("Choose a client").check(z.int("Choose a client"), z.gte(1)),
});

export const paymentPlans = {
  /** Newest first. */
  list: get("/api/payment-plans", { query: UuidPage, reply: z.array(Plan), reads: ["plans"] }),
  create: post("/api/payment-plans", {
    body: NewPlan,
    reply: Plan,
    status: 201,
    changes: ["plans"],
  }),
  change: patch("/api/payment-plans/:id", { body: PlanChange, reply: Plan, changes: ["plans"] }),
  remove: remove("/api/payment-plans/:id", { changes: ["plans"] }),
  /** Drafts the agreement and saves it. */
  generateAgreement: post("/api/payment-plans/:id/generate-agreement", {
    reply: z.object({ agreementText: z.string() }),
    isLong: true,
    changes: ["plans"],
  }),
  sendInvite: post("/api/payment-plans/:id/send-invite", {
    body: Invite,
    reply: z.object({ message: z.string() }),
    changes: ["conversations"],
  }),
};
