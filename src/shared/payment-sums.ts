/** Part of what a client pays for. */
export interface PricedLine {
  readonly priceCents: number;
  readonly isService: boolean;
}

export type Discount = { readonly percent: number } | { readonly cents: number };

/** What there is to pay, in cents. */
export interface Bill {
  readonly subtotal: number;
  readonly discount: number;
  /** The part of the deposit that is used. */
  readonly deposit: number;
  /** The rest of the deposit, which goes back to the client. */
  readonly unused: number;
  /** The lines less discount and deposit. Never below zero. */
  readonly due: number;
  /** What a tip in percent counts on: the price after the discount and before the deposit. */
  readonly tipBase: number;
}

/** Percents of a tip that clients can choose. */
export const TIP_PERCENTS = [15, 18, 20] as const;

/**
 * Sums up a payment. A discount in percent is one of the services; where there is none, of everything. No discount is larger
 * than the price.
 */
export function sumBill(
  lines: readonly PricedLine[],
  discount: Discount | null,
  depositCents: number,
): Bill {
  const subtotal = sumOf(lines);
  const services = lines.filter(({ isService }) => isService);
  const wanted = !discount
    ? 0
    : "cents" in discount
      ? discount.cents
      : percentOf(sumOf(services.length > 0 ? services : lines), discount.percent);
  const taken = Math.min(wanted, subtotal);
  const tipBase = subtotal - taken;
  const deposit = Math.min(depositCents, tipBase);
  const unused = depositCents - deposit;
  return { subtotal, discount: taken, deposit, unused, due: tipBase - deposit, tipBase };
}

/** Rounds half a cent up. Exact, because both are integers. */
export function percentOf(cents: number, percent: number): number {
  return Math.floor((cents * percent + 50) / 100);
}

/** The largest tip that a client can enter: a slip of the finger must not cost them hundreds. */
export function maxTip(tipBase: number): number {
  return Math.max(tipBase, 100_00);
}

/** Divides cents by weights. The parts add up to them; the largest remainders get the cents that are left. */
export function shareCents(cents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const even = total > 0 ? weights : weights.map(() => 1);
  const sum = total > 0 ? total : weights.length;
  const parts = even.map((weight) => Math.floor((cents * weight) / sum));
  const left = cents - parts.reduce((all, part) => all + part, 0);
  const byRemainder = even
    .map((weight, at) => ({ at, rest: (cents * weight) % sum }))
    .toSorted((one, other) => other.rest - one.rest || one.at - other.at);
  for (const { at } of byRemainder.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
}

function sumOf(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, { priceCents }) => sum + priceCents, 0);
}
