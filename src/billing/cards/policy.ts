import type { CardAgreementRow } from "#db/billing/cards.ts";
import type { App } from "#src/app.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";

/**
 * What a visit of this price costs a client who misses it or cancels too late, in cents; null for nothing. Never more than
 * the price.
 */
export function feeCentsOf(
  { feeKind, feeCents, feePercent }: FeeTerms,
  priceCents: number,
): number | null {
  switch (feeKind) {
    case "fixed":
      return Math.min(feeCents, priceCents) || null;
    case "share":
      return Math.round((priceCents * feePercent) / 100) || null;
    default:
      return null;
  }
}

/** What a missed visit costs. A kind that is not listed costs nothing. */
export type FeeTerms = Pick<CardAgreementRow, "feeKind" | "feeCents" | "feePercent">;

/** What is stored with an agreement, so that a later change of the settings doesn't raise what a client owes. */
export function feeTerms(app: App) {
  const { noShowFee, noShowFeeAmount, noShowFeePercent, bookingCancellationHours } =
    getSettings(app);
  return {
    lateHours: bookingCancellationHours,
    feeKind: noShowFee,
    feeCents: parseCents(noShowFeeAmount) ?? 0,
    feePercent: noShowFeePercent,
  };
}

/** The fee in words, such as "40% of the price" or "$86.00 (40% of the price)"; null for none. */
export function renderFee(app: App, priceCents?: number): string | null {
  const { currency } = getSettings(app);
  const terms = feeTerms(app);
  const cents = priceCents === undefined ? undefined : feeCentsOf(terms, priceCents);
  if (cents === null) return null;
  const amount = cents === undefined ? undefined : formatMoney(cents, currency);
  switch (terms.feeKind) {
    case "fixed":
      return amount ?? `${formatMoney(terms.feeCents, currency)}, at most the price,`;
    case "share": {
      const share = `${terms.feePercent}% of the price`;
      return amount === undefined ? share : `${amount} (${share})`;
    }
    default:
      return null;
  }
}

/**
 * What a client agrees to before they add a card, recorded word by word. With a price it names the amount for that visit, and
 * the rule for later ones.
 */
export function renderPolicy(app: App, priceCents?: number): string {
  const { businessName } = getSettings(app);
  const name = businessName || "the salon";
  const fee = renderFee(app, priceCents);
  const uses = [
    `I agree that ${name} may keep my card on file and charge it for a visit when I tell them to`,
    ...(fee === null ? [] : [renderFeeWords(app, fee, priceCents !== undefined)]),
  ];
  return `${uses.join(", and ")}. I can remove my card at any time.`;
}

function renderFeeWords(app: App, fee: string, isOneVisit: boolean): string {
  const { bookingCancellationHours: hours } = getSettings(app);
  const late =
    hours > 0
      ? ` or cancel less than ${hours} ${hours === 1 ? "hour" : "hours"} before it starts`
      : "";
  const rule = renderFee(app);
  return isOneVisit
    ? `charge it ${fee} if I miss my appointment${late}, and ${rule} for later ones`
    : `charge it ${rule} if I miss an appointment${late}`;
}
