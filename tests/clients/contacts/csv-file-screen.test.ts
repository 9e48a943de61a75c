import { expect, test } from "bun:test";
import { readCsv } from "#ui/clients/contacts/csv-file.ts";
import { skippedReport } from "#ui/clients/contacts/import-result.tsx";

const fileOf = (content: string | Uint8Array<ArrayBuffer>) => new File([content], "clients.csv");

test("1,200 rows with quotes and a mark are read in order", async () => {
  const rows = Array.from({ length: 1200 }, (_, at) => {
    const name = at % 7 === 0 ? '"Roe; ""Ann"""' : `Ann${at}`;
    return `${name},Client${at},(512) 555-${2000 + at}`;
  });
  const file = await readCsv(
    fileOf(`\ufeffFirst Name,Last Name,Mobile\r\n${rows.join("\r\n")}\r\n`),
    "US",
  );
  expect(file.headers).toEqual(["First Name", "Last Name", "Mobile"]);
  expect(file.rows).toHaveLength(1200);
  expect(file.rows[0]).toEqual({
    number: 2,
    cells: ['Roe; "Ann"', "Client0", "(512) 555-2000"],
  });
});

test.each([
  ["semicolons", "First;Last;Phone\nMary, Ann;Roe;512\n"],
  ["tabs", "First\tLast\tPhone\nMary, Ann\tRoe\t512\n"],
  ["commas", 'First,Last,Phone\n"Mary, Ann",Roe,512\n'],
])("a file with %s is read correctly", async (_, content) => {
  const { rows } = await readCsv(fileOf(content), "US");
  expect(rows).toEqual([{ number: 2, cells: ["Mary, Ann", "Roe", "512"] }]);
});

test.each([
  ["a title", "Client list,,\n\nFirst,Last,Phone\nAda,,512\n", 4],
  ["a title with a date", "Client list,Nov 22,,,,\nFirst,Last,Phone,Email,Tags\nAda,,512,,\n", 3],
  ["a title without delimiters", "Client list\nFirst;Last;Phone\nAda;;512\n", 3],
  ["no title", "First,Last,Phone\nAda,,512\n", 2],
])("with %s above the headings, the headings are found", async (_, content, number) => {
  const { headers, rows } = await readCsv(fileOf(content), "US");
  expect([headers.slice(0, 3), rows[0]?.number]).toEqual([["First", "Last", "Phone"], number]);
});

test.each([
  ["one column", "Phone\n512\n513\n", ["Phone"]],
  [
    "few headings, one of them about texts",
    "Phone,No texts\n512,x,a,b,c,d\n",
    ["Phone", "No texts"],
  ],
  ["two headings above wide rows", "Name,Phone,,,,\nAda,512,a,b,c,d\n", ["Name", "Phone"]],
])("headings of a file with %s are no title", async (_, content, headers) => {
  expect((await readCsv(fileOf(content), "US")).headers.filter(Boolean)).toEqual(headers);
});

test("rows keep the number that a spreadsheet shows, and Excel's encoding is read", async () => {
  const { rows } = await readCsv(fileOf("First,Phone\n\n,\nZoe,512\n"), "US");
  expect(rows.map(({ number }) => number)).toEqual([4]);
  const latin = await readCsv(fileOf(new Uint8Array([70, 44, 71, 10, 0x5a, 0xe9, 44, 53])), "US");
  expect(latin.rows[0]?.cells).toEqual(["Zé", "5"]);
});

test("a cell that a spreadsheet would run stays text in the report", async () => {
  const file = await readCsv(fileOf('First,Phone\n"=HYPERLINK(""x"")",1\n'), "US");
  const [source] = file.rows;
  if (!source) throw new Error("The file has a row");
  const report = await skippedReport(file, [
    { source, why: "no-phone", reason: "No phone number" },
  ]);
  expect(report).toContain("'=HYPERLINK");
});

test.each([
  [
    "an unclosed quote",
    'First,Phone\nAda,512\n"Bea,513\nCleo,514\n',
    /^Row 3 has a quotation mark/,
  ],
  [
    "a quote after a quoted part",
    'First,Phone\n"Bud" Brown,512\nCleo,514\n',
    /^Row 2 has a quotation mark/,
  ],
  ["a spreadsheet", new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]), /^This is a spreadsheet\. In Excel/],
  [
    "an old spreadsheet",
    new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]),
    /^This is a spreadsheet\. In Excel/,
  ],
  ["UTF-16 without its mark", utf16("First,Phone\nAda,512\n", false), /^This file isn't text/],
  ["a picture", new Uint8Array(400).map((_, at) => at % 29), /^This file isn't text/],
])("%s is refused with what to do", async (_, content, message) => {
  expect(readCsv(fileOf(content), "US")).rejects.toThrow(message);
});

function utf16(text: string, marked: boolean, littleEndian = true): Uint8Array<ArrayBuffer> {
  const units = [...(marked ? [0xfeff] : []), ...Array.from(text, (one) => one.charCodeAt(0))];
  const view = new DataView(new ArrayBuffer(units.length * 2));
  for (const [at, unit] of units.entries()) view.setUint16(at * 2, unit, littleEndian);
  return new Uint8Array(view.buffer);
}

test.each([
  ["UTF-16 with its mark", utf16("First,Phone\nZoë,512\n", true)],
  ["UTF-16, most significant byte first", utf16("First,Phone\nZoë,512\n", true, false)],
  ["Excel's line with the delimiter", "sep=;\r\nFirst;Phone\r\nZoë;512\r\n"],
  ["a quotation mark within a field", 'First,Phone\nZoë,512\n5" heel,513\n'],
])("%s is read", async (_, content) => {
  const { headers, rows } = await readCsv(fileOf(content), "US");
  expect([headers, rows[0]]).toEqual([["First", "Phone"], { number: 2, cells: ["Zoë", "512"] }]);
});

test("a NUL in a name does not make a file binary", async () => {
  const { rows } = await readCsv(
    fileOf("First,Phone\nA\0da,512\nBea Byrne Brown,513 555 0142\n"),
    "US",
  );
  expect(rows).toHaveLength(2);
});
