import { expect, test } from "bun:test";
import type { Import } from "#src/clients/contacts/contract.ts";
import { createApi } from "#ui/api.ts";
import { guessColumns } from "#ui/clients/contacts/csv-columns.ts";
import { readCsv } from "#ui/clients/contacts/csv-read.ts";
import { readRow } from "#ui/clients/contacts/csv-rows.ts";
import { importInBatches } from "#ui/clients/contacts/import-batches.ts";
import { skippedReport } from "#ui/clients/contacts/skipped-report.ts";

const fileOf = (content: string | Uint8Array<ArrayBuffer>) => new File([content], "clients.csv");

/** 1,200 rows: quotes, semicolons in names, a mark, numbers twice, bad ones and none. */
function salonFile(): File {
  const rows = Array.from({ length: 1200 }, (_, at) => {
    const name = at % 7 === 0 ? '"Roe; ""Ann"""' : `Ann${at}`;
    const phone = at % 100 === 99 ? "" : at % 50 === 48 ? "12" : `(512) 555-${2000 + (at % 1150)}`;
    return `${name},Client${at},${phone}`;
  });
  return fileOf(`\ufeffFirst Name,Last Name,Mobile\r\n${rows.join("\r\n")}\r\n`);
}

/** As the server does: a number that it has seen is skipped. */
function serverWith(failures: number[] = []) {
  const seen = new Set<string>();
  const keys: (string | undefined)[] = [];
  const sizes: number[] = [];
  const api = createApi(async (_, init) => {
    const headers = new Headers(init.headers);
    keys.push(headers.get("idempotency-key") ?? undefined);
    const status = failures[keys.length - 1] ?? 0;
    if (status > 0) return Response.json({ message: "No." }, { status });
    const { contacts } = JSON.parse(String(init.body)) as Import;
    sizes.push(contacts.length);
    const skippedRows = contacts.flatMap(({ phoneNumber }, index) => {
      const bad = phoneNumber.length < 8;
      if (!bad && !seen.has(phoneNumber)) {
        seen.add(phoneNumber);
        return [];
      }
      return [
        { index, reason: bad ? "invalid-phone" : "twice-in-file", words: bad ? "Bad" : "Twice" },
      ];
    });
    const skipped = skippedRows.length;
    return Response.json({
      imported: contacts.length - skipped,
      skipped,
      skippedRows,
      optedOut: 0,
    });
  });
  return { api, keys, sizes };
}

async function readyRows() {
  const file = await readCsv(salonFile(), "US");
  const mapping = guessColumns(file);
  const rows = file.rows.map((row) => readRow(file, row, mapping));
  return { file, rows: rows.filter(({ phoneNumber }) => phoneNumber !== "") };
}

test("1,200 rows are sent in batches of 500, in order, and every row is accounted for", async () => {
  const { file, rows } = await readyRows();
  expect(file.headers).toEqual(["First Name", "Last Name", "Mobile"]);
  expect(file.rows).toHaveLength(1200);
  expect(rows[0]).toMatchObject({ firstName: 'Roe; "Ann"', phoneNumber: "(512) 555-2000" });
  expect(rows).toHaveLength(1188);

  const { api, sizes } = serverWith();
  const done: number[] = [];
  const outcome = await importInBatches(api, {
    rows,
    consentBasis: "",
    tag: "",
    tagPresent: false,
    onProgress: (count) => done.push(count),
  });
  expect(sizes).toEqual([500, 500, 188]);
  expect(done).toEqual([500, 1000, 1188]);
  expect(outcome.imported + outcome.skipped.length).toBe(1188);
  expect(outcome.skipped.filter(({ why }) => why === "invalid-phone")).toHaveLength(24);

  const report = await skippedReport(file, outcome.skipped);
  const [head, first] = report.split("\r\n");
  expect(head).toBe("\ufeffRow,First Name,Last Name,Mobile,Reason");
  expect(first).toBe("50,Ann48,Client48,12,Bad");
});

test("a number from an earlier batch is a duplicate in the file, not an existing contact", async () => {
  const row = (n: number, problem?: "twice-in-file") => ({
    problem,
    source: { number: n, cells: [] },
    firstName: "A",
    lastName: "",
    phoneNumber: `+1512555${String(n).padStart(4, "0")}`,
  });
  const twice = (n: number) => row(n, "twice-in-file");
  // Number 3 is a contact already; the second batch repeats 1, 2 and 3.
  const rows = [...Array.from({ length: 500 }, (_, n) => row(n)), twice(1), twice(2), row(3)];
  const there = new Set([row(3).phoneNumber]);
  const api = createApi(async (_, init) => {
    const { contacts } = JSON.parse(String(init.body)) as { contacts: ReturnType<typeof row>[] };
    const skippedRows = contacts.flatMap(({ phoneNumber }, index) => {
      const isThere = there.has(phoneNumber);
      there.add(phoneNumber);
      return isThere ? [{ index, reason: "already-a-contact", words: "A has this number" }] : [];
    });
    const skipped = skippedRows.length;
    return Response.json({
      imported: contacts.length - skipped,
      skipped,
      skippedRows,
      optedOut: 0,
    });
  });
  const { skipped } = await importInBatches(api, {
    rows,
    consentBasis: "",
    tag: "",
    tagPresent: false,
    onProgress: () => undefined,
  });
  expect(skipped.map(({ source, why }) => [source.number, why])).toEqual([
    [3, "already-a-contact"],
    [1, "twice-in-file"],
    [2, "twice-in-file"],
    [3, "already-a-contact"],
  ]);
});

test("a batch whose reply was lost is sent again as the same request", async () => {
  const { rows } = await readyRows();
  const { api, keys } = serverWith([0, 503, 0]);
  await importInBatches(api, {
    rows,
    consentBasis: "",
    tag: "",
    tagPresent: false,
    onProgress: () => undefined,
  });
  expect(keys).toHaveLength(4);
  expect(keys[1]).toBe(keys[2]);
  expect(new Set(keys).size).toBe(3);
});

test("a batch that the server refuses is not sent again", async () => {
  const { rows } = await readyRows();
  const { api, keys } = serverWith([400]);
  const run = importInBatches(api, {
    rows,
    consentBasis: "",
    tag: "",
    tagPresent: false,
    onProgress: () => undefined,
  });
  expect(run).rejects.toThrow("400");
  await run.catch(() => undefined);
  expect(keys).toHaveLength(1);
});

test.each([
  ["semicolons", "First;Last;Phone\nMary, Ann;Roe;512\n"],
  ["tabs", "First\tLast\tPhone\nMary, Ann\tRoe\t512\n"],
  ["commas", 'First,Last,Phone\n"Mary, Ann",Roe,512\n'],
])("a file with %s is read correctly", async (_, content) => {
  const { rows } = await readCsv(fileOf(content), "US");
  expect(rows).toEqual([{ number: 2, cells: ["Mary, Ann", "Roe", "512"] }]);
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
