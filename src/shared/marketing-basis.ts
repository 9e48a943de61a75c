/**
 * Why a client may get offers: they agreed, they are a client (a visit, purchase or membership within 18 months), they
 * only asked (wrote or called within 3 months), or nothing is known. Campaigns go to "agreed" and "client".
 */
export type MarketingBasis = "agreed" | "client" | "asked" | "none";

export interface BasisFacts {
  /** The number's last answer about offers: 1 agreed, 0 refused; null without a known one. */
  readonly agreed: number | null;
  /** Epoch milliseconds. */
  readonly clientFrom: number | null;
  readonly clientUntil: number | null;
  readonly askedUntil: number | null;
}

/** `BASIS` in db/clients/marketing-basis.ts is the same in SQL; a test compares them. */
export function basisOf(facts: BasisFacts, now: number): MarketingBasis {
  const { agreed, clientFrom, clientUntil, askedUntil } = facts;
  if (agreed === 1) return "agreed";
  if (agreed !== null) return "none";
  if (clientFrom !== null && clientFrom <= now && (clientUntil ?? 0) > now) return "client";
  return (askedUntil ?? 0) > now ? "asked" : "none";
}

export function isReached(basis: MarketingBasis, includeAsked: boolean): boolean {
  return basis === "agreed" || basis === "client" || (includeAsked && basis === "asked");
}
