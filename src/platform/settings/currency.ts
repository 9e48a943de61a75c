import { Problem } from "#src/shared/problem.ts";

/**
 * Amounts are hundredths here and at Stripe, but for currencies without: 4900 are 49 dollars, and 4900 yen.
 * @throws Problem 400
 */
export function requireSupportedCurrency(currency: string): void {
  const isKnown = Intl.supportedValuesOf("currency").includes(currency);
  if (isKnown && decimalsOf(currency) === 2) return;
  const words = isKnown
    ? `Parlor counts in hundredths, and ${currency} has none`
    : `There is no currency called ${currency}`;
  throw new Problem(400, words, { errors: { currency: words } });
}

function decimalsOf(currency: string): number | undefined {
  const shown = new Intl.NumberFormat("en", { style: "currency", currency });
  return shown.resolvedOptions().maximumFractionDigits;
}
