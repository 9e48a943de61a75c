import { z } from "zod";
import type { AgreementRow } from "#db/billing/agreements.ts";
import { MembershipFacts, PlanFacts } from "#src/billing/ledger/facts.ts";
import { type AgreementTerm, membershipTerms, planTerms } from "#src/shared/agreement-terms.ts";

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
