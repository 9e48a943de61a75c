import { expect, test } from "bun:test";
import fc from "fast-check";
import { findUnknownFigures } from "#src/shared/agreement-terms.ts";

const FACTS = "Price: $1,200.00 per month\nFee: 5%\nFirst payment: January 5, 2027";

test.each([
  ["It costs $1,200.00, that is 1200 dollars.", []],
  ["A fee of 5% (5 percent) is added.", []],
  ["Due on January 5, 2027.", []],
  ["Sections 1 to 4, within 30 days.", []],
  ["A late fee of $25 is due.", ["$25"]],
  ["It costs $1,200.01.", ["$1,200.01"]],
  ["A fee of 6% is added.", ["6%"]],
  ["You pay 5 dollars.", ["5 dollars"]],
  ["Due on February 5, 2027, or 2027-02-05.", ["February 5, 2027", "2027-02-05"]],
] as const)("in %j, the invented amounts are %j", (text, strangers) => {
  expect(findUnknownFigures(text, FACTS)).toEqual([...strangers]);
});

test.each(["1", "1,", " ", "January ", "1 "])(
  "%j repeated 100,000 times is read at once",
  (part) => {
    const started = performance.now();
    findUnknownFigures(part.repeat(100_000), FACTS);
    expect(performance.now() - started).toBeLessThan(1_000);
  },
);

test("any amount that isn't one of the facts is found, anywhere in the text", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999 }), fc.lorem(), (cents, message) => {
      const amount = `$${(cents / 100).toFixed(2)}`;
      expect(findUnknownFigures(`${message} ${amount}. ${message}`, FACTS)).toEqual(
        cents === 120_000 ? [] : [amount],
      );
    }),
  );
});
