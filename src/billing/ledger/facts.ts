import { z } from "zod";

const Cents = z.number().int().nonnegative();
const Interval = z.enum(["week", "month", "year"]);

/** The terms that a membership's agreement was signed for. */
export const MembershipFacts = z.object({
  priceCents: Cents,
  currency: z.string(),
  billingFrequency: Interval,
});
export type MembershipFacts = z.infer<typeof MembershipFacts>;

/** The terms that a plan's agreement was signed for. */
export const PlanFacts = z.object({
  principal: Cents,
  feeBasisPoints: Cents,
  count: z.number().int(),
  interval: Interval,
  currency: z.string(),
  stripePriceId: z.string(),
  /** The day of signing in the business's zone, from which the due dates count; absent in earlier agreements. */
  firstDay: z.optional(z.string()),
});
export type PlanFacts = z.infer<typeof PlanFacts>;
