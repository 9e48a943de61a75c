import { expect, test } from "bun:test";
import fc from "fast-check";
import { charsetOf, decoderOf } from "#src/shared/contact-csv/csv-charset.ts";
import { createCsvParser, UnreadableFile } from "#src/shared/contact-csv/csv-parser.ts";
import { type CsvRow, createCsvReader } from "#src/shared/contact-csv/csv-reader.ts";
import { createRowRanges, parseRowRanges } from "#src/shared/contact-csv/row-ranges.ts";

/** Text of the characters that mean something in CSV, and some of several bytes. */
const csvText = fc
  .array(fc.constantFrom("a", "é", "👩", '"', '""', ",", ";", "\t", "\n", "\r\n", "\r", " ", "7"), {
    maxLength: 60,
  })
  .map((parts) => parts.join(""));
const cuts = fc.array(fc.nat(400), { maxLength: 12 });

function readIn(pieces: readonly Uint8Array[], charset?: string): CsvRow[] | string {
  const reader = createCsvReader(charset);
  try {
    return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

function split(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const ends = [...new Set(at.map((cut) => Math.min(cut, bytes.length)))].sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

test("a file reads the same in pieces that end anywhere as in one", () => {
  fc.assert(
    fc.property(csvText, cuts, fc.boolean(), (text, at, isDeclared) => {
      const bytes = new TextEncoder().encode(text);
      const charset = isDeclared ? "utf-8" : undefined;
      expect(readIn(split(bytes, at), charset)).toEqual(readIn([bytes], charset));
    }),
    { numRuns: 500 },
  );
});

test("a file of 200 KB in another encoding reads the same in pieces as in one", () => {
  const text = "First;Phone\r\n".concat('"Zoë; ""Z""";5125550100\r\n'.repeat(7_500));
  const latin = Uint8Array.from(text, (one) => one.charCodeAt(0));
  const utf16 = new Uint8Array(Uint16Array.from(`\ufeff${text}`, (c) => c.charCodeAt(0)).buffer);
  for (const bytes of [latin, utf16, new TextEncoder().encode(text)])
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 6 }), (at) => {
        const rows = readIn(split(bytes, at));
        expect(rows).toHaveLength(7_501);
        expect(rows.at(-1)).toEqual({ number: 7_501, cells: ['Zoë; "Z"', "5125550100"] });
      }),
      { numRuns: 10 },
    );
});

test("cells that are quoted are read back as they were", () => {
  const cell = fc
    .array(fc.constantFrom("a", " ", '"', ",", "\n", "\r"), { maxLength: 8 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 }), (table) => {
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const csv = table.map((row) => row.map(quote).join(",")).join("\r\n");
      const parser = createCsvParser(",");
      expect([...parser.push(csv), ...parser.end()]).toEqual(table);
    }),
  );
});

test("a row without end is refused at 256 KB and not collected", () => {
  const parser = createCsvParser(",");
  parser.push('Name,Phone\n"');
  expect(() => {
    for (let n = 0; n < 30; n += 1) parser.push("x".repeat(10_000));
  }).toThrow("Row 2 is too long");
});

test("UTF-8 whose first accent comes late is told from Excel's encoding by the whole file", () => {
  const late = [...new TextEncoder().encode("a".repeat(70_000)), 0xe9];
  expect(charsetOf(new Uint8Array(late))).toBe("windows-1252");
  expect(charsetOf(new TextEncoder().encode("é"))).toBe("utf-8");
  // Without a declared charset the rest can't be known, and a wrong guess would damage names.
  expect(readIn([new Uint8Array(late)])).toMatch(/^This file isn't in UTF-8/);
});

test("an unknown charset is refused", () => {
  expect(() => decoderOf("klingon")).toThrow("We don't know the charset klingon");
  expect(() => decoderOf("shift_jis")).toThrow("We can't read files in shift_jis");
});

test("ranges of rows hold exactly the rows that were added", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 })), fc.nat(60), (numbers, cut) => {
      const sorted = numbers.toSorted((a, b) => a - b);
      const ranges = createRowRanges();
      ranges.add(sorted.slice(0, cut));
      ranges.add(sorted.slice(cut));
      expect(parseRowRanges(ranges.format())).toEqual(sorted);
      expect(ranges.count()).toBe(sorted.length);
    }),
  );
});
