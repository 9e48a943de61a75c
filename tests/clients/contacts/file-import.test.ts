import { expect, test } from "bun:test";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";
import { until } from "#tests/support/until.ts";

const PATH = "/api/contacts/import";
const NAMES = "firstName=0&lastName=1&phoneNumber=2";

async function send(
  { hono, admin }: TestApp,
  query: string,
  body: BodyInit,
  headers: Record<string, string> = { "content-type": "text/csv" },
) {
  const response = await hono.request(`${PATH}?${query}`, {
    method: "POST",
    headers: { cookie: admin.cookie, ...headers },
    body,
  });
  return { status: response.status, body: await response.json() };
}

function count({ app }: TestApp): number {
  return app.db.query<{ n: number }, []>("select count(*) as n from contacts").get()?.n ?? 0;
}

/** Sends the pieces, then breaks off, or waits for `wait`. */
function stream(pieces: readonly string[], end?: Promise<unknown>): ReadableStream {
  const left = [...pieces];
  return new ReadableStream({
    async pull(controller) {
      const piece = left.shift();
      if (piece !== undefined) return controller.enqueue(new TextEncoder().encode(piece));
      if (end === undefined) return controller.error(new Error("the connection broke"));
      await end;
      controller.close();
    },
  });
}

const FILE = `First,Last,Phone,Groups,Unsubscribed,Born
Ada,Byrne,(202) 555-0111,VIP,,5/1/1990
Bea,,2025550112,,yes,
Cleo,,,,,
,,,,,
Dora,,no number 1,,,
Eve,,+1 202 555 0112,,,
Fay,,202-555-0113,VIP;Bridal,,
`;
const ALL = `${NAMES}&tags=3&optedOut=4&birthday=5`;

test("a file is imported, and its skipped rows are named by their number in the file", async () => {
  const parlor = testApp();
  contact(parlor.app, parlor.admin, "Mona", "+12025550113");
  const { status, body } = await send(parlor, `${ALL}&tag=New&consentBasis=Form`, FILE);
  expect([status, body]).toEqual([
    200,
    {
      imported: 2,
      optedOut: 1,
      appointmentsOnly: 0,
      newTags: ["New", "VIP"],
      skipped: [
        { why: "no-phone", count: 1, rows: "4" },
        { why: "invalid-phone", count: 1, rows: "6" },
        { why: "already-a-contact", count: 1, rows: "8" },
        { why: "twice-in-file", count: 1, rows: "7" },
      ],
    },
  ]);
  const contacts = await parlor.admin.request("GET", "/api/contacts");
  expect(contacts.body.contacts).toMatchObject([
    { name: "Bea", phoneNumber: "+12025550112", optedOut: true },
    { name: "Ada Byrne", birthday: "1990-05-01", tags: [{ name: "New" }, { name: "VIP" }] },
    { name: "Mona", tags: [] },
  ]);
  const { body: audit } = await parlor.admin.request(
    "GET",
    "/api/audit-logs?action=contact.import",
  );
  expect(audit.logs).toMatchObject([{ metadata: { imported: 2, skipped: 3, optedOut: 1 } }]);
});

test("a title above the headings is skipped, and a number that lost digits is left out", async () => {
  const parlor = testApp();
  const file = "Client list,,\n\nFirst,Last,Phone\nAda,Byrne,2025550111\nBea,Cole,2.02556E+09\n";
  const { body } = await send(parlor, NAMES, file);
  expect(body).toMatchObject({
    imported: 1,
    skipped: [{ why: "invalid-phone", count: 1, rows: "5" }],
  });
});

test("a dry run says what the import will do, and changes nothing", async () => {
  const parlor = testApp();
  const dry = await send(parlor, `${ALL}&dryRun=true`, FILE);
  expect(count(parlor)).toBe(0);
  expect(dry.body).toMatchObject({ imported: 3, newTags: ["VIP", "Bridal"] });
  expect((await send(parlor, ALL, FILE)).body).toEqual(dry.body);
});

test.each([
  ["a position that is not a number", "firstName=0&lastName=1&phoneNumber=x", "phoneNumber"],
  ["no column for the number", "firstName=0&lastName=1", "phoneNumber"],
  ["a column that the file does not have", `${NAMES}&email=9`, "email"],
  ["a column with two meanings", `${NAMES}&consent=0&optedOut=0`, "optedOut"],
  ["columns that are no positions", `${NAMES}&ignored=x`, "ignored"],
  ["a tag of 41 characters", `${NAMES}&tag=${"x".repeat(41)}`, "tag"],
  ["an import key of 7 characters", `${NAMES}&importKey=1234567`, "importKey"],
])("%s is 400 and names the field", async (_, query, field) => {
  const { status, body } = await send(testApp(), query, "First,Last,Phone\nAda,,2025550111\n");
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
});

test.each([
  ["an unclosed quotation mark", 'First,Last,Phone\n"Ada,,2025550111\n', /^Row 2 has a quotation/],
  ["no row", "First,Last,Phone\n", /^CSV file must have at least/],
  ["a spreadsheet", "PK\u0003\u0004", /^This is a spreadsheet/],
])("a file with %s is 400 and names the file", async (_, file, message) => {
  const parlor = testApp();
  const { status, body } = await send(parlor, NAMES, file);
  expect([status, count(parlor)]).toEqual([400, 0]);
  expect(body.errors.file).toMatch(message);
});

test("another content type is 415, and a file over the limit is 413 and isn't read", async () => {
  const parlor = testApp();
  const json = await send(parlor, NAMES, "{}", { "content-type": "application/json" });
  expect([json.status, json.body.message]).toEqual([
    415,
    "Send the file with the content type text/csv.",
  ]);
  const size = String(257 * 1024 * 1024);
  const large = await send(parlor, NAMES, "a", {
    "content-type": "text/csv",
    "content-length": size,
  });
  expect([large.status, large.body.message]).toEqual([
    413,
    "This is too large. The limit is 256 MB.",
  ]);
});

test("a full disk is 507 before anything is read", async () => {
  const parlor = testApp({
    config: { dataFolder: "/tmp", diskLowBytes: Number.MAX_SAFE_INTEGER },
  });
  expect((await send(parlor, NAMES, FILE)).status).toBe(507);
});

test("the declared charset is used, and without one the file's start decides", async () => {
  const latin = Uint8Array.from("First,Last,Phone\nZoë,,2025550111\n", (one) => one.charCodeAt(0));
  for (const type of ["text/csv; charset=windows-1252", "text/csv"]) {
    const parlor = testApp();
    await send(parlor, NAMES, latin, { "content-type": type });
    const { body } = await parlor.admin.request("GET", "/api/contacts/all");
    expect(body).toMatchObject([{ name: "Zoë" }]);
  }
});

const ROWS = 25_000;
/** 25,000 rows in no order. Every 500th number is there twice. */
const rows = Array.from({ length: ROWS }, (_, n) => {
  const number = n % 500 === 499 ? n - 400 : n;
  return `Ada,No ${n},+1212${2_000_000 + ((number * 7_919) % 1_000_000)}\n`;
});
const HEADER = "First,Last,Phone\n";
const KEY = "importKey=the-file-of-the-test";

test("an upload that broke is sent again with its key: the result is that of one upload", async () => {
  const whole = testApp();
  const wanted = await send(whole, NAMES, HEADER + rows.join(""));
  expect(wanted.body).toMatchObject({
    imported: ROWS - 50,
    skipped: [{ why: "twice-in-file", count: 50 }],
  });

  const parlor = testApp();
  const broken = await send(
    parlor,
    `${NAMES}&${KEY}`,
    stream([HEADER, rows.slice(0, 22_000).join("")]),
  );
  expect(broken.status).toBe(400);
  const written = count(parlor);
  expect(written).toBeGreaterThan(10_000);
  const progress = await parlor.admin.request("GET", `${PATH}/the-file-of-the-test`);
  expect(progress.body).toEqual({
    state: "stopped",
    rows: 20_000,
    imported: written,
    result: null,
  });

  const again = await send(parlor, `${NAMES}&${KEY}`, HEADER + rows.join(""));
  expect(again.body).toEqual(wanted.body);
  expect(count(parlor)).toBe(count(whole));
  const { body: last } = await parlor.admin.request("GET", "/api/contacts/last-import");
  expect(last.contacts).toBe(ROWS - 50);
}, 60_000);

test("a stopped import ends at once, though its sender is silent, and what it wrote stays until it is undone", async () => {
  const parlor = testApp();
  const silent = Promise.withResolvers<void>();
  const sending = send(
    parlor,
    `${NAMES}&${KEY}`,
    stream([HEADER, rows.slice(0, 22_000).join("")], silent.promise),
  );
  const path = `${PATH}/the-file-of-the-test`;
  await until(
    "20,000 rows",
    async () => (await parlor.admin.request("GET", path)).body.rows === 20_000,
  );
  const undo = "/api/contacts/last-import/undo";
  for (const [method, address] of [
    ["POST", undo],
    ["GET", "/api/contacts/last-import"],
  ] as const)
    expect((await parlor.admin.request(method, address)).body.message).toBe(
      "This import is still running. Undo it when it's done.",
    );
  expect((await parlor.admin.request("DELETE", path)).status).toBe(204);
  const { status, body } = await sending;
  silent.resolve();
  expect([status, body.message]).toEqual([
    409,
    "The import was stopped. Contacts imported so far will stay.",
  ]);
  expect((await parlor.admin.request("GET", path)).body.state).toBe("stopped");
  const written = count(parlor);
  expect(written).toBeGreaterThan(10_000);
  expect((await parlor.admin.request("POST", undo)).body).toEqual({ removed: written, kept: 0 });
  expect(count(parlor)).toBe(0);
}, 60_000);

test("the progress of an import is its user's own, and is known when it is done", async () => {
  const parlor = testApp();
  const { body: result } = await send(parlor, `${ALL}&${KEY}`, FILE);
  const path = `${PATH}/the-file-of-the-test`;
  const { body } = await parlor.admin.request("GET", path);
  expect(body).toEqual({ state: "done", rows: 6, imported: 3, result });
  expect((await parlor.person("admin", []).request("GET", path)).status).toBe(404);
  parlor.clock.now += 11 * 60_000;
  await send(parlor, ALL, FILE);
  expect((await parlor.admin.request("GET", path)).status).toBe(404);
});

test("only an administrator imports", async () => {
  const parlor = testApp();
  const staff = parlor.person("user", ["/contacts"]);
  const response = await parlor.hono.request(`${PATH}?${NAMES}`, {
    method: "POST",
    headers: { cookie: staff.cookie, "content-type": "text/csv" },
    body: FILE,
  });
  expect(response.status).toBe(403);
});
