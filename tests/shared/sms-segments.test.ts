import { expect, test } from "bun:test";
import fc from "fast-check";
import { countSegments, unicodeCharacters } from "#src/shared/sms-segments.ts";

/** An independent implementation of GSM 03.38, with its own packing loop. */
const GSM_BASIC = [
  0x40, 0xa3, 0x24, 0xa5, 0xe8, 0xe9, 0xf9, 0xec, 0xf2, 0xc7, 0x0a, 0xd8, 0xf8, 0x0d, 0xc5, 0xe5,
  0x394, 0x5f, 0x3a6, 0x393, 0x39b, 0x3a9, 0x3a0, 0x3a8, 0x3a3, 0x398, 0x39e, 0xc6, 0xe6, 0xdf,
  0xc9, 0x20, 0x21, 0x22, 0x23, 0xa4, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2a, 0x2b, 0x2c, 0x2d, 0x2e,
  0x2f, 0x3a, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f, 0xa1, 0xc4, 0xd6, 0xd1, 0xdc, 0xa7, 0xbf, 0xe4, 0xf6,
  0xf1, 0xfc, 0xe0,
];
const GSM_EXTENDED = [0x0c, 0x5e, 0x7b, 0x7d, 0x5c, 0x5b, 0x7e, 0x5d, 0x7c, 0x20ac];

function widthOf(sign: string): 1 | 2 | undefined {
  const point = sign.codePointAt(0) ?? 0;
  const letterOrDigit =
    (point >= 0x30 && point <= 0x39) ||
    (point >= 0x41 && point <= 0x5a) ||
    (point >= 0x61 && point <= 0x7a);
  if (letterOrDigit || GSM_BASIC.includes(point)) return 1;
  return GSM_EXTENDED.includes(point) ? 2 : undefined;
}

function secondReading(text: string): { encoding: string; segments: number; remaining: number } {
  const widths = [...text].map((sign) => widthOf(sign));
  const gsm = !widths.includes(undefined);
  const [single, multi] = gsm ? [160, 153] : [70, 67];
  const units = [...text].map((sign, index) => (gsm ? (widths[index] ?? 0) : sign.length));
  const encoding = gsm ? "GSM-7" : "Unicode";
  const total = units.reduce((sum, unit) => sum + unit, 0);
  if (total <= single) return { encoding, segments: 1, remaining: single - total };
  const parts: number[][] = [[]];
  for (const unit of units) {
    const part = parts.at(-1) ?? [];
    if (part.reduce((sum, one) => sum + one, 0) + unit <= multi) part.push(unit);
    else parts.push([unit]);
  }
  const last = (parts.at(-1) ?? []).reduce((sum, one) => sum + one, 0);
  return { encoding, segments: parts.length, remaining: multi - last };
}

const gsmText = fc.string({
  unit: fc.constantFrom(..."abcXYZ 019@£é€^{}[]~|\\\n".split("")),
  maxLength: 500,
});
const anyText = fc.string({ unit: "grapheme", maxLength: 300 });
const mixed = fc.string({ unit: fc.constantFrom("a", "€", "😀", "ß", "’", "漢"), maxLength: 400 });

test("segments match a second, independent implementation of the rule", () => {
  fc.assert(
    fc.property(fc.oneof(gsmText, anyText, mixed), (text) => {
      const { encoding, segments, remaining } = countSegments(text);
      expect({ encoding, segments, remaining }).toMatchObject(secondReading(text));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["", 1, 160],
  ["a".repeat(160), 1, 0],
  ["a".repeat(161), 2, 145],
  ["€".repeat(80), 1, 0],
  [`${"a".repeat(152)}€${"a".repeat(10)}`, 2, 141],
  ["漢".repeat(70), 1, 0],
  ["漢".repeat(71), 2, 63],
  [`${"漢".repeat(66)}😀${"漢".repeat(5)}`, 2, 60],
])("%p takes %d segments with %d left", (text, segments, remaining) => {
  expect(countSegments(text)).toMatchObject({ segments, remaining });
});

test("the characters that force Unicode are listed once each", () => {
  expect(unicodeCharacters("It’s “nice” — it’s")).toEqual(["’", "“", "”", "—"]);
});
