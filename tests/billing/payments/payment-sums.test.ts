import { expect, test } from "bun:test";
import fc from "fast-check";
import { percentOf, shareCents, sumBill } from "#src/shared/payment-sums.ts";

const LINES = fc.array(fc.record({ priceCents: fc.nat(200_000), isService: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});
const DISCOUNT = fc.oneof(
  fc.constant(null),
  fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ cents: fc.nat(300_000) }),
);

test("the lines less discount and deposit are what is due, and nothing is below zero", () => {
  fc.assert(
    fc.property(LINES, DISCOUNT, fc.nat(300_000), (lines, discount, deposit) => {
      const bill = sumBill(lines, discount, deposit);
      const sum = lines.reduce((all, { priceCents }) => all + priceCents, 0);
      expect(bill.subtotal).toBe(sum);
      expect(bill.due).toBe(sum - bill.discount - bill.deposit);
      expect(bill.tipBase).toBe(sum - bill.discount);
      for (const cents of Object.values(bill)) expect(cents).toBeGreaterThanOrEqual(0);
      expect(bill.deposit).toBeLessThanOrEqual(deposit);
      if (discount && "cents" in discount)
        expect(bill.discount).toBeLessThanOrEqual(discount.cents);
    }),
  );
});

test("shares add up to the cent, and none is more than a cent from its exact part", () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.array(fc.nat(100_000), { minLength: 1, maxLength: 10 }),
      (cents, weights) => {
        const parts = shareCents(cents, weights);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        for (const [at, part] of parts.entries()) {
          const exact = total === 0 ? cents / weights.length : (cents * (weights[at] ?? 0)) / total;
          expect(Math.abs(part - exact)).toBeLessThanOrEqual(1);
        }
      },
    ),
  );
});

test("percents are rounded half up", () => {
  expect([percentOf(22_150, 15), percentOf(22_150, 18), percentOf(22_150, 20)]).toEqual([
    3323, 3987, 4430,
  ]);
});
