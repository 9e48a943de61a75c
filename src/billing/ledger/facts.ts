import { z } from "zod";
import type { AgreementRow } from "#db/billing/agreements.ts";
import { type AgreementTerm, membershipTerms, planTerms } from "#src/shared/agreement-terms.ts";

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

/** What the signer agreed to pay: as stored with the signature, or from the amounts that earlier versions stored. */
export function termsOfAgreement({ kind, facts }: AgreementRow): AgreementTerm[] {
  const stored: unknown = JSON.parse(facts);
  const withTerms = SignedTerms.safeParse(stored).data;
  if (withTerms) return withTerms.terms;
  if (kind === "membership") {
    const { data } = MembershipFacts.safeParse(stored);
    return data ? membershipTerms({ ...data, price: data.priceCents }) : [];
  }
  const { data } = PlanFacts.safeParse(stored);
  return data ? planTerms(data, data.currency) : [];
}

const SignedTerms = z.object({
  terms: z.array(z.object({ label: z.string(), value: z.string() })),
});

/** The business that the client signed with; undefined in earlier agreements. */
export function businessOfAgreement({ facts }: AgreementRow) {
  return SignedBusiness.safeParse(JSON.parse(facts)).data?.business;
}

const SignedBusiness = z.object({
  business: z.object({ name: z.string(), lines: z.array(z.string()) }),
});
