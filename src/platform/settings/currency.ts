import { Problem } from "#src/shared/problem.ts";

/**
 * Requires a currency with two decimals. Amounts are stored in hundredths, but Stripe counts currencies
 * without decimals in whole units: 4900 is 49 dollars, and 4900 yen. @throws Problem 400
 */
export function requireSupportedCurrency(currency: string): void {
  const isKnown = Intl.supportedValuesOf("currency").includes(currency);
  if (isKnown && decimalsOf(currency) === 2) return;
  const message = isKnown
    ? `${currency} can't be used, because it isn't counted in hundredths`
    : `There's no currency called ${currency}`;
  throw new Problem(400, message, { errors: { currency: message } });
}

function decimalsOf(currency: string): number | undefined {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits;
}
