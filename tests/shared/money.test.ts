import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  campaignCost,
  formatCents,
  formatMicros,
  formatMoney,
  parseMicros,
  readMoney,
} from "#src/shared/money.ts";

test("a cost survives being formatted and read again, to the millionth", () => {
  fc.assert(
    fc.property(fc.nat({ max: 900_000_000_000 }), (micros) => {
      expect(parseMicros(formatMicros(micros))).toBe(micros);
    }),
  );
});

test("a campaign costs exactly segments × cost × recipients, without rounding errors", () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 10 }),
      fc.nat({ max: 999_999 }),
      fc.nat({ max: 1_000_000 }),
      (segments, micros, people) => {
        const exact = BigInt(segments) * BigInt(micros) * BigInt(people);
        expect(BigInt(campaignCost(segments, micros, people))).toBe(exact);
      },
    ),
  );
  expect(formatMicros(campaignCost(2, parseMicros("0.0079") ?? 0, 640))).toBe("10.112");
});

test.each(["", "abc", "1,5", "-1", "1.1234567", "1e3", " "])("%p is an invalid cost", (text) => {
  expect(parseMicros(text)).toBeUndefined();
});

test.each([
  ["0,5", "0.50"],
  ["1,50", "1.50"],
  ["5,50", "5.50"],
  ["1,000", "1000.00"],
  ["1,000.00", "1000.00"],
  ["1,234,567.8", "1234567.80"],
  ["$1,200", "1200.00"],
  ["CA$25.00", "25.00"],
  ["CHF 25.5", "25.50"],
  ["1.200,00 €", "1200.00"],
  [" 25 ", "25.00"],
])("%p is read as %p", (text, amount) => {
  expect(formatCents(readMoney(text) ?? -1)).toBe(amount);
});

test.each([
  "",
  "abc",
  "0,500",
  "1,5000",
  "1,00,0",
  "1,50.00",
  "1.234",
  "-5",
  "10%",
  "40-60",
  "1e3",
])("%p is no amount", (text) => {
  expect(readMoney(text)).toBeUndefined();
});

test("every amount is read as it was formatted", () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 9_999_999_999 }),
      fc.constantFrom("USD", "CHF", "EUR"),
      (cents, currency) => {
        expect(readMoney(formatMoney(cents, currency))).toBe(cents);
      },
    ),
  );
});
