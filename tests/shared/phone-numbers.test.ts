import { expect, test } from "bun:test";
import fc from "fast-check";
import { phoneKey, phoneText } from "#db/phone.ts";
import { providerKey, providerText } from "#db/provider-id.ts";
import { parsePhone } from "#src/platform/phone-numbers.ts";
import { isSamePhone } from "#src/shared/format-phone.ts";

const american = fc
  .tuple(
    fc.integer({ min: 200, max: 999 }),
    fc.integer({ min: 200, max: 999 }),
    fc.integer({ min: 0, max: 9999 }),
  )
  .map(
    ([area, exchange, line]) =>
      [String(area), String(exchange), String(line).padStart(4, "0")] as const,
  );

test("an American number in any spelling is the same E.164", () => {
  fc.assert(
    fc.property(american, ([area, exchange, line]) => {
      const ways = [
        `${area}${exchange}${line}`,
        `(${area}) ${exchange}-${line}`,
        `${area}.${exchange}.${line}`,
        `1 ${area} ${exchange} ${line}`,
        `+1${area}${exchange}${line}`,
        ` +1 (${area}) ${exchange} ${line} `,
      ].map((typed) => parsePhone(typed, "US"));
      expect(new Set(ways)).toEqual(new Set([`+1${area}${exchange}${line}`]));
    }),
  );
});

test.each([
  ["(555) 201-3344", "+15552013344", true],
  ["1 555 201 3344", "+15552013344", true],
  ["+1 555 201 3344", "+15552013344", true],
  ["201-3344", "+15552013344", false],
  ["(555) 201-3345", "+15552013344", false],
  ["0151 12345678", "+4915112345678", true],
  ["0049 151 12345678", "+4915112345678", true],
  ["+1 511 234 5678", "+4915112345678", false],
  ["20 12 34 56", "+4520123456", true],
  ["", "+4520123456", false],
])("whether %p is the number %p in another format: %p", (typed, phone, isSame) => {
  expect(isSamePhone(typed, phone)).toBe(isSame);
});

test("parsing an E.164 number returns it, in any country's salon", () => {
  for (const phone of ["+4915112345678", "+442079460958", "+61412345678", "+12025550111"])
    for (const country of ["US", "DE", "GB"]) expect(parsePhone(phone, country)).toBe(phone);
});

test.each(["", "abc", "12", "+", "555-0100x12", "0000000000000000000", "1-800-FLOWERS-ARE-NICE"])(
  "%p is no telephone number",
  (typed) => {
    expect(parsePhone(typed, "US")).toBeUndefined();
  },
);

test("numbers and provider ids are read from the database as they were written", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1_000_000n, max: 999_999_999_999_999n }), (digits) => {
      expect(phoneText(phoneKey(`+${digits}`))).toBe(`+${digits}`);
    }),
  );
  expect(phoneText(phoneKey("12345"))).toBe("12345");
  const sid = fc
    .tuple(fc.constantFrom("SM", "MM"), fc.stringMatching(/^[0-9a-f]{32}$/))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(sid, fc.constant("other-id")), (id) =>
      expect(providerText(providerKey(id))).toBe(id),
    ),
  );
});
