import { DAY_MS } from "./durations.ts";

export type Interval = "week" | "month" | "year";

/** Approximate, because the result is rounded to whole periods. */
export const PERIOD_MS: Readonly<Record<Interval, number>> = {
  week: 7 * DAY_MS,
  month: 30.44 * DAY_MS,
  year: 365.25 * DAY_MS,
};

export const MIN_INSTALLMENTS = 2;
export const MAX_INSTALLMENTS = 24;
/** The smallest amount that Stripe charges in US dollars. */
export const MIN_INSTALLMENT_CENTS = 50;

export interface PlanTerms {
  /** Cents. */
  readonly principal: number;
  /** Hundredths of a percent: 5% is 500. */
  readonly feeBasisPoints: number;
  readonly count: number;
  readonly interval: Interval;
}

export interface PlanAmounts {
  /** Cents, all of them. */
  readonly fee: number;
  readonly total: number;
  /** Every installment except the first. */
  readonly installment: number;
  /** Includes the cents that remain after division, so that the total is exact. */
  readonly first: number;
}

export function planAmounts({ principal, feeBasisPoints, count }: PlanTerms): PlanAmounts {
  const fee = Math.round((principal * feeBasisPoints) / 10_000);
  const total = principal + fee;
  const installment = Math.floor(total / count);
  return { fee, total, installment, first: total - installment * (count - 1) };
}

/** Returns the amounts in order; the first is due on the day of signing. */
export function installmentAmounts(terms: PlanTerms): number[] {
  const { first, installment } = planAmounts(terms);
  return Array.from({ length: terms.count }, (_, at) => (at === 0 ? first : installment));
}

/** The last day that every month has, so that the due days are the same in each. */
const LAST_DAY = 28;

/**
 * Returns the due day of each installment as YYYY-MM-DD. The later ones of a plan that begins on the 29th to 31st are due
 * on the 28th.
 */
export function dueDays(firstDay: string, { count, interval }: PlanTerms): string[] {
  const first = new Date(`${firstDay}T00:00:00Z`);
  return Array.from({ length: count }, (_, at) =>
    at === 0 ? firstDay : dayAfter(first, interval, at),
  );
}

function dayAfter(first: Date, interval: Interval, times: number): string {
  if (interval === "week") return isoDay(first.getTime() + times * 7 * DAY_MS);
  const months = first.getUTCMonth() + (interval === "month" ? times : 12 * times);
  const day = Math.min(first.getUTCDate(), LAST_DAY);
  return isoDay(Date.UTC(first.getUTCFullYear(), months, day));
}

function isoDay(epoch: number): string {
  return new Date(epoch).toISOString().slice(0, 10);
}

export const PERIODS_PER_YEAR: Readonly<Record<Interval, number>> = {
  week: 52,
  month: 12,
  year: 1,
};
const STEPS = 200;

/**
 * Returns the annual percentage rate as a fraction: the rate per period at which the payments' present
 * value equals the principal, times the periods per year (12 CFR 1026, appendix J). Undefined when no
 * rate fits, because the first payment covers the principal.
 */
export function annualRate(terms: PlanTerms): number | undefined {
  const payments = installmentAmounts(terms);
  const [first = 0] = payments;
  if (planAmounts(terms).fee === 0) return 0;
  if (first >= terms.principal) return undefined;

  let low = 0;
  let high = 1;
  while (presentValue(payments, high) > terms.principal) high *= 2;
  for (let step = 0; step < STEPS && high - low > Number.EPSILON; step += 1) {
    const middle = (low + high) / 2;
    if (presentValue(payments, middle) > terms.principal) low = middle;
    else high = middle;
  }
  return ((low + high) / 2) * PERIODS_PER_YEAR[terms.interval];
}

/** Returns the payments' value on the first day at a rate per period. */
export function presentValue(payments: readonly number[], rate: number): number {
  return payments.reduce((sum, payment, at) => sum + payment / (1 + rate) ** at, 0);
}
