import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  annualRate,
  dueDays,
  installmentAmounts,
  PERIODS_PER_YEAR,
  type PlanTerms,
  planAmounts,
  presentValue,
} from "#src/shared/installments.ts";
import { formatCents, parseCents } from "#src/shared/money.ts";

const terms = fc.record({
  principal: fc.integer({ min: 1, max: 5_000_000 }),
  feeBasisPoints: fc.integer({ min: 0, max: 5_000 }),
  count: fc.integer({ min: 2, max: 24 }),
  interval: fc.constantFrom("week", "month", "year"),
}) as fc.Arbitrary<PlanTerms>;

test("for 10,000 plans the installments add up to the cent, and only the first includes the remainder", () => {
  fc.assert(
    fc.property(terms, (plan) => {
      const { total, installment, first, fee } = planAmounts(plan);
      const amounts = installmentAmounts(plan);
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(total);
      expect(total).toBe(plan.principal + fee);
      expect(amounts).toEqual([first, ...Array(plan.count - 1).fill(installment)]);
      expect(first - installment).toBeGreaterThanOrEqual(0);
      expect(first - installment).toBeLessThan(plan.count);
    }),
    { numRuns: 10_000 },
  );
});

test("for 10,000 plans the payments discounted at the rate equal the principal", () => {
  fc.assert(
    fc.property(terms, (plan) => {
      const rate = annualRate(plan);
      if (rate === undefined)
        expect(installmentAmounts(plan)[0]).toBeGreaterThanOrEqual(plan.principal);
      else {
        const present = presentValue(
          installmentAmounts(plan),
          rate / PERIODS_PER_YEAR[plan.interval],
        );
        expect(Math.abs(present - plan.principal)).toBeLessThan(0.01);
        expect(rate).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 10_000 },
  );
});

test("a known loan: $1,000 plus 5% over six months, the first payment at once, is 23.9% a year", () => {
  const plan: PlanTerms = { principal: 100_000, feeBasisPoints: 500, count: 6, interval: "month" };
  expect(planAmounts(plan)).toEqual({
    fee: 5_000,
    total: 105_000,
    installment: 17_500,
    first: 17_500,
  });
  // $825 lent and five times $175 back: 1.994% a month, by an annuity table.
  expect(annualRate(plan)).toBeCloseTo(0.2393, 4);
});

test.each([
  ["month", "2027-01-31", ["2027-01-31", "2027-02-28", "2027-03-28", "2027-04-28"]],
  ["week", "2026-12-28", ["2026-12-28", "2027-01-04", "2027-01-11", "2027-01-18"]],
  ["year", "2028-02-29", ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28"]],
] as const)("every %s from %s", (interval, first, days) => {
  expect(dueDays(first, { principal: 1, feeBasisPoints: 0, count: 4, interval })).toEqual([
    ...days,
  ]);
});

test("cents and decimal text represent the same amount", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
      expect(parseCents(formatCents(cents))).toBe(cents);
    }),
  );
  expect([parseCents("12"), parseCents("12.5"), parseCents(" 0.01 ")]).toEqual([1200, 1250, 1]);
  for (const none of ["", "1.234", "-1", "1e3", ".5", "1,5"])
    expect(parseCents(none)).toBeUndefined();
});
