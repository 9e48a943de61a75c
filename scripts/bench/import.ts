import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { searchableTexts } from "#db/clients/contact-words.ts";
import { openDatabase } from "#db/connection.ts";
import { migrate } from "#db/migrate.ts";
import { phoneKey } from "#db/phone.ts";
import { cpuOf } from "./process-use.ts";
import { type Served, serveEmpty, watch } from "./salon-server.ts";
import { type Measuring, median, quantile, toBudgetRow } from "./table.ts";

const ROUNDS = 3;
const FIRST = [
  "Mary",
  "James",
  "Priya",
  "Robert",
  "Chloé",
  "Michael",
  "Karen",
  "Wei",
  "Olga",
  "Carlos",
];
const LAST = [
  "Smith",
  "Johnson",
  "Okafor",
  "Brown",
  "Garcia",
  "Miller",
  "Nguyen",
  "Martinez",
  "O'Neil",
  "Kim",
];
const PAGES = ["/api/contacts", "/api/stats", "/api/conversations", "/contacts"];

/** Rows of the import during which pages are read. */
const READ_ROWS = 200_000;

/** Measures the import of a file, as the screen uploads it, compared with SQLite's own import. */
export async function imports({ rows, contacts, servers }: Measuring): Promise<void> {
  const people = Array.from({ length: contacts }, (_, n) => personOf(n));
  const runs = [];
  for (let round = 0; round < (contacts > 100_000 ? 1 : ROUNDS); round += 1) {
    const bare = await importIntoSqlite(people);
    const all = await fillAllTables(people);
    const server = await serveEmpty();
    servers.push(server);
    runs.push({ bare, all, ...(await importOverHttp(server, people)) });
    await server.stop();
  }
  const ratio = median(runs.map(({ bare, seconds }) => seconds / bare.seconds));
  const work = median(runs.map(({ bare, cpu }) => cpu / bare.cpu));
  const least = median(runs.map(({ bare, all }) => all.seconds / bare.seconds));
  const [run] = runs;
  rows.push(
    toBudgetRow(
      "import",
      ratio,
      `${ratio.toFixed(1)}× (${run?.seconds.toFixed(1)} of ${run?.bare.seconds.toFixed(1)} s); CPU ${work.toFixed(1)}× (${run?.cpu.toFixed(1)} s)`,
      least,
    ),
  );

  const server = await serveEmpty();
  servers.push(server);
  const { pages, up } = await readWhileImporting(server, people.slice(0, READ_ROWS));
  await server.stop();
  rows.push(
    toBudgetRow("import-pages", pages, `${pages.toFixed(1)} ms`),
    toBudgetRow("import-up", up, `${up.toFixed(1)} ms`),
  );
}

async function importOverHttp(server: Served, people: readonly Person[]) {
  const cpu = cpuOf(server.pid);
  const started = performance.now();
  await importCsv(server, toCsv(people));
  await waitUntilSearchable(server, people);
  const seconds = (performance.now() - started) / 1000;
  return { seconds, cpu: (cpuOf(server.pid) - cpu) / 1e6 };
}

async function readWhileImporting(server: Served, people: readonly Person[]) {
  // The first view of a page compiles it.
  for (const page of PAGES) await readPage(server, page);
  const watched = watch(server, 20);
  const waits: number[] = [];
  let going = true;
  const reading = (async () => {
    for (let n = 0; going; n += 1) {
      const asked = performance.now();
      await readPage(server, PAGES[n % PAGES.length] ?? "");
      waits.push(performance.now() - asked);
      await Bun.sleep(25);
    }
  })();
  await importCsv(server, toCsv(people));
  going = false;
  await Promise.all([reading, watched.end()]);
  return { pages: quantile(waits, 0.99), up: quantile(watched.waits, 0.99) };
}

async function readPage({ url, cookie }: Served, path: string): Promise<void> {
  const page = await fetch(url + path, { headers: { cookie } });
  await page.arrayBuffer();
}

function toCsv(people: readonly Person[]): Blob {
  const rows = people.map((one) => `${one.firstName},${one.lastName},${one.phoneNumber}\n`);
  return new Blob(["First,Last,Phone\n", ...rows]);
}

/** Uploads a file with the columns first name, last name and number. */
export async function importCsv(server: Served, file: Blob): Promise<void> {
  const columns = "firstName=0&lastName=1&phoneNumber=2&consentBasis=Form";
  const response = await fetch(`${server.url}/api/contacts/import?${columns}`, {
    method: "POST",
    headers: { cookie: server.cookie, "content-type": "text/csv" },
    body: file,
  });
  if (!response.ok) throw new Error(`the import failed: ${await response.text()}`);
}

/** Waits until the last contact is found by its number. */
async function waitUntilSearchable(server: Served, people: readonly Person[]): Promise<void> {
  const last = people.at(-1)?.phoneNumber ?? "";
  for (;;) {
    const { contacts } = (await server.json(`/api/contacts?q=${encodeURIComponent(last)}`)) as {
      contacts: unknown[];
    };
    if (contacts.length > 0) return;
    await Bun.sleep(20);
  }
}

/** Imports the same rows into the same table with its indexes, without totals and search. */
function importIntoSqlite(people: readonly Person[]): Promise<Spent> {
  return fillWithSqlite(people, [contactsTable(people)]);
}

/** Fills all tables that an import writes to for each row, of texts that were computed before: what SQLite alone needs. */
function fillAllTables(people: readonly Person[]): Promise<Spent> {
  const db = openDatabase(":memory:");
  migrate(db);
  // Options of newer versions than Debian's, which an import doesn't need.
  const plain = (sql: string) =>
    sql.replace(/contentless_delete = 1,|(?<=trigram) remove_diacritics 1/g, "");
  const schemaOf = (...names: string[]) =>
    names.map((name) =>
      plain(String(db.query("select sql from sqlite_schema where name = ?").values(name)[0]?.[0])),
    );
  const texts = people.map(({ firstName, lastName, phoneNumber }) =>
    searchableTexts({ name: `${firstName} ${lastName}`, phone: phoneKey(phoneNumber) }),
  );
  return fillWithSqlite(people, [
    contactsTable(people),
    {
      name: "consents",
      schema: schemaOf("consents", "consents_of_phone"),
      rows: people.map(
        ({ phoneNumber }, n) =>
          `${n + 1},${phoneKey(phoneNumber)},sms,all,1,import,Form,a-user,127.0.0.1,1780000000000`,
      ),
    },
    {
      name: "contacts_search",
      schema: schemaOf("contacts_search"),
      rows: texts.map(({ letters, digits }) => `${letters},${digits}`),
    },
    {
      name: "contacts_words",
      schema: schemaOf("contacts_words"),
      rows: texts.map(({ words }) => words),
    },
  ]);
}

interface Table {
  readonly name: string;
  readonly schema: readonly string[];
  /** Lines of CSV. */
  readonly rows: readonly string[];
}

function contactsTable(people: readonly Person[]): Table {
  return {
    name: "contacts",
    schema: [
      `create table contacts (id integer primary key autoincrement, name text not null, phone integer not null unique,
         email text, owner integer not null, opted_out integer not null default 0, opted_out_at integer,
         undeliverable integer not null default 0, created_at integer not null)`,
      "create index contacts_by_name on contacts (name collate nocase)",
      "create index contacts_opted_out on contacts (id) where opted_out = 1",
      "create index contacts_undeliverable on contacts (id) where undeliverable = 1",
    ],
    rows: people.map(
      ({ firstName, lastName, phoneNumber }, n) =>
        `${n + 1},${firstName} ${lastName},${phoneKey(phoneNumber)},,1,0,,0,1780000000000`,
    ),
  };
}

interface Spent {
  readonly seconds: number;
  readonly cpu: number;
}

async function fillWithSqlite(people: readonly Person[], tables: readonly Table[]): Promise<Spent> {
  const folder = mkdtempSync(join(tmpdir(), "parlor-import-"));
  for (const { name, rows } of tables)
    await Bun.write(join(folder, `${name}.csv`), `${rows.join("\n")}\n`);
  const script = [
    "PRAGMA journal_mode = WAL;",
    "PRAGMA synchronous = FULL;",
    ...tables.flatMap(({ schema }) => schema.map((sql) => `${sql};`)),
    ".mode csv",
    ...tables.map(({ name }) => `.import ${name}.csv ${name}`),
    "",
  ].join("\n");
  const started = performance.now();
  const child = Bun.spawn(["sqlite3", "bare.db"], {
    cwd: folder,
    stdin: new Blob([script]),
    stdout: "ignore",
  });
  await child.exited;
  const seconds = (performance.now() - started) / 1000;
  const made = statSync(join(folder, "bare.db")).size;
  if (made < people.length * 20) throw new Error("sqlite3 imported nothing");
  rmSync(folder, { recursive: true });
  const { user = 0, system = 0 } = child.resourceUsage()?.cpuTime ?? {};
  return { seconds, cpu: (Number(user) + Number(system)) / 1e6 };
}

interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
}

/** Returns a person with a unique North American number; numbers don't ascend. */
function personOf(n: number): Person {
  const line = (n * 7_919_777) % 8_000_000;
  const area = [212, 917, 646, 347][Math.floor(n / 8_000_000) % 4];
  return {
    firstName: `${FIRST[n % 10]}`,
    lastName: `${LAST[Math.floor(n / 10) % 10]} ${(n % 9973).toString(36)}`,
    phoneNumber: `+1${area}${2_000_000 + line}`,
  };
}
