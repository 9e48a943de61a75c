import { expect, test } from "bun:test";
import fc from "fast-check";
import { campaignCost, formatMicros, parseMicros } from "#src/shared/money.ts";

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
