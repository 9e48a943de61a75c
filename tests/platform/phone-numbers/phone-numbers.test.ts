import { expect, test } from "bun:test";
import fc from "fast-check";
import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { parsePhone } from "#src/platform/phone-numbers.ts";

const digits = (count: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })
    .map((all) => all.join(""));
const separator = fc.constantFrom("", " ", ".", "-", ") ", ")", "  ");
const typed = fc
  .tuple(
    fc.constantFrom("", "+1", "1", "+1 ", "1-", "+1.", "(", "+1 (", "+44", "+ 1", "01", "+", " "),
    digits(3),
    separator,
    digits(3),
    separator,
    fc.oneof(digits(4), digits(3), digits(5)),
  )
  .map((parts) => parts.join(""));
const countries = fc.constantFrom<CountryCode>("US", "CA", "GB", "DE", "MX", "AG", "PR");

test("a number is parsed as the library does, in any spelling", () => {
  fc.assert(
    fc.property(typed, countries, (text, country) => {
      expect(parsePhone(text, country)).toBe(byLibrary(text, country));
    }),
    { numRuns: 20_000 },
  );
});

test("the usual American spellings of a number are all read", () => {
  for (const text of [
    "+12125550123",
    "2125550123",
    "(212) 555-0123",
    "1 212-555-0123",
    "212.555.0123",
  ])
    expect(parsePhone(text, "US")).toBe("+12125550123");
});

test("without a country code, the salon's country decides", () => {
  expect(parsePhone("2125550123", "DE")).toBe("+492125550123");
});

function byLibrary(text: string, country: CountryCode): string | undefined {
  const number = parsePhoneNumberFromString(text.trim(), country);
  return number?.isPossible() && !number.ext ? number.number : undefined;
}
