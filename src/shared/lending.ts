/** Regulation Z exempts plans without a fee up to four installments (12 CFR 1026.2(a)(17)). */
const MAX_WITHOUT_RULES = 4;
const NOTE =
  "Lending rules may apply to this plan, because it has a fee or more than four payments. Parlor shows its cost to your clients, but can't tell whether that's enough where you are. Ask a lawyer before you offer it.";

/** Returns a note for staff, or null when lending rules usually do not apply to the plan. */
export function lendingNote(terms: { feeBasisPoints: number; count: number }): string | null {
  return terms.feeBasisPoints > 0 || terms.count > MAX_WITHOUT_RULES ? NOTE : null;
}
