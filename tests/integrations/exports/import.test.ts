import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeZip } from "client-zip";
import { openDatabase, releaseLocks } from "#db/connection.ts";
import { createSchema, SCHEMA_VERSION } from "#db/migrate.ts";
import { pluck } from "#db/rows.ts";
import { readState } from "#db/state.ts";
import { doctor } from "#src/commands/doctor.ts";
import { exportData } from "#src/commands/export.ts";
import { importData } from "#src/commands/import.ts";
import { openForCommand, openOwn } from "#src/commands/open.ts";
import { fillSalon } from "#src/demo/salon.ts";
import { readConfig } from "#src/platform/config.ts";
import { BINARY, newFolder } from "#tests/support/binary.ts";
import { sentinelSalon } from "#tests/support/sentinels.ts";
import { contact, testApp } from "#tests/support/test-app.ts";

const configOf = (folder: string) => readConfig({ PARLOR_DATA: folder });

async function importInto(folder: string, file: string): Promise<string> {
  try {
    return await importData(configOf(folder), file);
  } finally {
    releaseLocks();
  }
}

async function exportFrom(folder: string, days: { from?: string } = {}): Promise<string> {
  const file = join(newFolder("export"), "everything.zip");
  await exportData(configOf(folder), file, days);
  return file;
}

/** The files of an archive by name, byte for byte. */
function unzip(file: string): Map<string, string> {
  const folder = newFolder("unzipped");
  expect(Bun.spawnSync(["unzip", "-q", file, "-d", folder]).exitCode).toBe(0);
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "latin1")]),
  );
}

async function zip(files: ReadonlyMap<string, string>): Promise<string> {
  const file = join(newFolder("zip"), "everything.zip");
  const entries = [...files].map(([name, text]) => ({ name, input: Buffer.from(text, "latin1") }));
  await Bun.write(file, new Response(makeZip(entries)));
  return file;
}

/** A salon with a client and a note, exported. */
async function smallExport(): Promise<string> {
  const folder = newFolder("from");
  const { app, admin } = testApp({ path: join(folder, "parlor.db") });
  const id = contact(app, admin, "Ada", "+12025550111");
  await admin.request("POST", `/api/contacts/${id}/notes`, { body: "Prefers mornings" });
  return exportFrom(folder);
}

/** The log grows by the export and the import; ids and the time of the export move on. */
const GROWING = ["README.txt", "audit.csv", "data/audit_counts.jsonl", "data/parlor.json"];

async function expectRoundTrip(from: string): Promise<string> {
  const first = await exportFrom(from);
  const to = newFolder("to");
  const said = await importInto(to, first);
  const before = unzip(first);
  const after = unzip(await exportFrom(to));
  expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
  const changed = [...before].filter(
    ([name, text]) => !GROWING.includes(name) && !isSame(name, text, after.get(name) ?? ""),
  );
  expect(changed.map(([name]) => name)).toEqual([]);
  expect(doctor(configOf(to)).lines).toContain("Everything is fine.");
  return said;
}

function isSame(name: string, before: string, after: string): boolean {
  const isLog = name === "data/audit_logs.jsonl" || name === "audit.json";
  return isLog ? after.startsWith(before.replace(/\n\]\n$/, "")) : after === before;
}

test("a salon that was exported and imported exports the same again", async () => {
  const folder = newFolder("from");
  const { app, admin } = await sentinelSalon(join(folder, "parlor.db"));
  // A STOP and a mark without a contact, a canceled visit, and half a consent.
  app.db.run(
    `insert into consents (phone, channel, category, given, source, wording, created_at)
     values (12025550177, 'sms', 'all', 0, 'keyword', 'STOP', 1)`,
  );
  app.db.run(
    "insert into undeliverable_numbers (phone, marked_at, code) values (12025550178, 2, 30005)",
  );
  await admin.request("PATCH", "/api/appointments/1", { status: "canceled" });
  const said = await expectRoundTrip(folder);
  expect(said).toContain("Set a new password: parlor admin reset-password --username");
  expect(said).toContain("Enter again in Settings: Twilio's auth token, Google's API key.");
});

test("the demo's salon that was exported and imported exports the same again", async () => {
  const folder = newFolder("demo");
  const config = readConfig({ PARLOR_DATA: folder }, { demo: true });
  await fillSalon(openForCommand(config, { createsDatabase: true }));
  await expectRoundTrip(folder);
  // Two exports make a PDF of each signed agreement, in a thread of its own: 15 s while nothing else runs.
}, 120_000);

test("an imported salon sends nothing, signs no one in with a former password, and uses no id again", async () => {
  const to = newFolder("to");
  await importInto(to, await smallExport());
  const db = openOwn(configOf(to));
  expect(readState<string>(db, "sending-paused")).toStartWith("This data was imported");
  const hashes = db.query("select distinct password_hash from users").values().flat();
  expect(await Bun.password.verify("a password of the tests", String(hashes[0]))).toBe(false);
  expect(hashes).toHaveLength(1);
  db.run("insert into contacts (name, phone, owner, created_at) values ('Bo', 12025550112, 1, 0)");
  const ids = db.query("select id from contacts order by id").values().flat();
  expect(ids).toEqual([1, 1_000_000_002]);
  db.close();
});

const BEFORE_SURPLUS_PAYMENTS = 54;

/** The columns of each table at a version of the schema. */
function columnsOf(version: number): Map<string, string[]> {
  const db = openDatabase(":memory:");
  createSchema(db, version);
  const tables = pluck<string>(db, "select name from sqlite_schema where type = 'table'");
  return new Map(
    tables.map((name) => [name, pluck<string>(db, "select name from pragma_table_info(?)", name)]),
  );
}

/** The first line has the names of the columns. */
function pickColumns(lines: string, columns: readonly string[]): string {
  const rows: unknown[][] = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const kept = (rows[0] ?? []).map((name) => columns.includes(String(name)));
  return rows.map((row) => `${JSON.stringify(row.filter((_, at) => kept[at]))}\n`).join("");
}

test("an export of an earlier version is upgraded", async () => {
  const files = unzip(await smallExport());
  const manifest = JSON.parse(files.get("data/parlor.json") ?? "");
  const columns = columnsOf(BEFORE_SURPLUS_PAYMENTS);
  for (const table of Object.keys(manifest.rows)) {
    const known = columns.get(table);
    if (known)
      files.set(`data/${table}.jsonl`, pickColumns(files.get(`data/${table}.jsonl`) ?? "", known));
    else {
      files.delete(`data/${table}.jsonl`);
      delete manifest.rows[table];
    }
  }
  expect(manifest.rows.surplus_payments).toBeUndefined();
  const earlier = { ...manifest, schema: BEFORE_SURPLUS_PAYMENTS };
  files.set("data/parlor.json", JSON.stringify(earlier));
  const to = newFolder("to");
  await importInto(to, await zip(files));
  expect(doctor(configOf(to)).lines).toContain("Everything is fine.");
});

type Change = (files: Map<string, string>) => void;
const edit =
  (name: string, change: (text: string) => string): Change =>
  (files) =>
    files.set(name, change(files.get(name) ?? ""));

test.each<[string, Change, string]>([
  [
    "another program's ZIP",
    (files) => {
      files.clear();
      files.set("invoice.pdf", "%PDF-");
    },
    "isn't an export of everything in Parlor",
  ],
  [
    "a newer version's export",
    edit("data/parlor.json", (text) =>
      text.replace(`"schema": ${SCHEMA_VERSION}`, '"schema": 999'),
    ),
    "was exported by a newer Parlor",
  ],
  [
    "a missing file",
    (files) => files.delete("data/consents.jsonl"),
    "rows of consents are missing",
  ],
  [
    "missing rows",
    edit("data/contacts.jsonl", (text) => text.split("\n")[0] ?? ""),
    "rows of contacts are missing",
  ],
  [
    "an unknown column",
    edit("data/tags.jsonl", (text) => text.replace("reachable_count", "invented")),
    "it has data that doesn't belong into tags: invented",
  ],
  [
    "a password",
    edit("data/users.jsonl", (text) => text.replace('"email"', '"password_hash"')),
    "it has data that doesn't belong into users: password_hash",
  ],
  [
    "a row without its client",
    edit("data/contact_notes.jsonl", (text) => text.replace("[1,1,", "[1,7,")),
    "1 of its rows refer to rows that are missing",
  ],
  [
    "two rows with one number",
    edit("data/contacts.jsonl", (text) => {
      const [columns = "", row = ""] = text.split("\n");
      return `${columns}\n${row}\n${row}\n`;
    }),
    "a row of contacts doesn't fit",
  ],
])("%s is refused in one line, and nothing is written", async (_, change, message) => {
  const files = unzip(await smallExport());
  change(files);
  const to = newFolder("to");
  const refusal = await importInto(to, await zip(files)).catch((error: Error) => error.message);
  expect(refusal).toContain(message);
  expect(refusal).not.toContain("\n");
  expect(readdirSync(to).filter((name) => name.startsWith("parlor.db"))).toEqual([]);
});

test("an export of some days, a damaged or cut-off file, and a file that is no ZIP are refused", async () => {
  const to = join(newFolder("to"), "data");
  const whole = readFileSync(await smallExport());
  const damaged = Buffer.from(whole);
  damaged[whole.indexOf("Prefers mornings")] = 0;
  const file = join(newFolder("files"), "x.zip");
  for (const [bytes, message] of [
    [damaged, "notes.csv is damaged. Copy the export again. Nothing was changed."],
    [whole.subarray(0, whole.length - 100), "isn't an intact ZIP"],
    [whole.subarray(0, 1000), "isn't an intact ZIP: The end is missing"],
    [whole.subarray(1000), "isn't an intact ZIP"],
    [Buffer.from("name,phone\nAda,+12025550111\n"), "isn't an intact ZIP"],
    [Buffer.alloc(0), "isn't an intact ZIP"],
  ] as const) {
    writeFileSync(file, bytes);
    await expect(importInto(to, file)).rejects.toThrow(message);
  }
  const folder = newFolder("from");
  testApp({ path: join(folder, "parlor.db") });
  await expect(importInto(to, await exportFrom(folder, { from: "2026-01-01" }))).rejects.toThrow(
    "Export without dates",
  );
  await expect(importInto(to, join(folder, "none.zip"))).rejects.toThrow("none.zip doesn't exist.");
  expect(existsSync(to)).toBe(false);
});

test("a salon with data is not overwritten, and one that was only started is filled", async () => {
  const file = await smallExport();
  const started = newFolder("started");
  openForCommand(configOf(started), { createsDatabase: true }).db.close();
  releaseLocks();
  await importInto(started, file);
  await expect(importInto(started, file)).rejects.toThrow("already holds a salon's data");
  expect(readdirSync(started).filter((name) => /replaced|importing/.test(name))).toEqual([]);
});

test("an import that is killed leaves an empty Parlor or a complete one, and can be repeated", async () => {
  const file = await smallExport();
  const to = newFolder("to");
  for (let after = 100; after <= 800 && !existsSync(join(to, "parlor.db")); after += 50) {
    const child = Bun.spawn([BINARY, "import", file, "--data", to], { stdout: "ignore" });
    await Bun.sleep(after);
    child.kill("SIGKILL");
    await child.exited;
  }
  if (!existsSync(join(to, "parlor.db"))) await importInto(to, file);
  expect(doctor(configOf(to)).lines).toContain("Everything is fine.");
});
