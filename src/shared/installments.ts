export type Interval = "week" | "month" | "year";

export const MIN_INSTALLMENTS = 2;
export const MAX_INSTALLMENTS = 24;
/** What Stripe charges at least, in cents of a dollar. */
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
  /** Each of them but the first. */
  readonly installment: number;
  /** Carries the cents that do not divide, so that the sum is exact (DECISIONS section 7). */
  readonly first: number;
}

export function planAmounts({ principal, feeBasisPoints, count }: PlanTerms): PlanAmounts {
  const fee = Math.round((principal * feeBasisPoints) / 10_000);
  const total = principal + fee;
  const installment = Math.floor(total / count);
  return { fee, total, installment, first: total - installment * (count - 1) };
}

/** What is due when, the first on the day of signing. */
export function installmentAmounts(terms: PlanTerms): number[] {
  const { first, installment } = planAmounts(terms);
  return Array.from({ length: terms.count }, (_, at) => (at === 0 ? first : installment));
}

/**
 * The day of each installment, YYYY-MM-DD. Months keep the day of the first where they have it, else
 * their last day: 31 January, 28 February, 31 March, as Stripe bills.
 */
export function dueDays(firstDay: string, { count, interval }: PlanTerms): string[] {
  const first = new Date(`${firstDay}T00:00:00Z`);
  return Array.from({ length: count }, (_, at) => dayAfter(first, interval, at));
}

function dayAfter(first: Date, interval: Interval, times: number): string {
  if (interval === "week") return isoDay(first.getTime() + times * 7 * 86_400_000);
  const months = first.getUTCMonth() + (interval === "month" ? times : 12 * times);
  const year = first.getUTCFullYear();
  const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
  return isoDay(Date.UTC(year, months, Math.min(first.getUTCDate(), lastDay)));
}

function isoDay(epoch: number): string {
  return new Date(epoch).toISOString().slice(0, 10);
}

const PERIODS_PER_YEAR: Readonly<Record<Interval, number>> = { week: 52, month: 12, year: 1 };
const STEPS = 200;

/**
 * The annual percentage rate as a fraction: the rate of a period, at which what is paid is worth the
 * principal on the day of signing, times the periods of a year (12 CFR 1026, appendix J). Undefined
 * where no rate fits, because the first payment covers the principal.
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

/** What the payments are worth on the first day, at that rate a period. */
export function presentValue(payments: readonly number[], rate: number): number {
  return payments.reduce((sum, payment, at) => sum + payment / (1 + rate) ** at, 0);
}

export function periodsPerYear(interval: Interval): number {
  return PERIODS_PER_YEAR[interval];
}
