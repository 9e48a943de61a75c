import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  campaignCost,
  formatMicros,
  formatMoney,
  parseMicros,
  parseMoney,
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
  ["25", 2500],
  [" $1,200 ", 120_000],
  ["CA$25.5", 2550],
  ["1,200.50", 120_050],
  ["1,00,000", 10_000_000],
  ["0,5", 50],
  ["1,50", 150],
  ["1,5000", undefined],
  ["1.200,50", undefined],
  ["1,2,3", undefined],
  ["12,", undefined],
  ["-5", undefined],
])("the typed amount %p is %p cents", (text, cents) => {
  expect(parseMoney(text)).toBe(cents);
});

test("an amount in any currency survives being formatted and read again", () => {
  const currency = fc.constantFrom("USD", "CAD", "EUR", "CHF", "SEK");
  fc.assert(
    fc.property(fc.nat({ max: 99_999_999_999 }), currency, (cents, code) => {
      expect(parseMoney(formatMoney(cents, code))).toBe(cents);
    }),
  );
});
