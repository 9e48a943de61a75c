import { Database } from "bun:sqlite";
import { afterEach, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  BINARY,
  newFolder,
  type RunningParlor,
  runParlor,
  startParlor,
} from "#tests/support/binary.ts";
import {
  connectStandIn,
  createOwner,
  importClients,
  runAdminCreate,
  signedIn,
} from "#tests/support/salon.ts";
import { createSchema40 } from "#tests/support/schema-40.ts";
import { mountSmallDisk } from "#tests/support/small-disk.ts";
import { until } from "#tests/support/until.ts";

const SERVICE = 65_534;
const running: RunningParlor[] = [];
afterEach(async () => {
  for (const parlor of running.splice(0)) await parlor.end("SIGKILL");
});

async function serve(data: string): Promise<RunningParlor> {
  const parlor = await startParlor(["serve", "--data", data, "--port", "0"], {
    TWILIO_API_BASE: "http://127.0.0.1:9",
  });
  running.push(parlor);
  return parlor;
}

/** A folder with an owner. */
async function ownedFolder(name: string): Promise<string> {
  const data = newFolder(name);
  await createOwner(data);
  return data;
}

function inDatabase<T>(data: string, work: (db: Database) => T): T {
  const db = new Database(join(data, "parlor.db"));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

function sequence(data: string, table: string): number {
  const sql = "select seq from sqlite_sequence where name = ?";
  return inDatabase(data, (db) => db.query<{ seq: number }, [string]>(sql).get(table)?.seq ?? 0);
}

test("a backup of a running server is restored elsewhere: ids continue 10^9 later, sending is paused", async () => {
  const data = await ownedFolder("backup");
  const parlor = await serve(data);
  const client = await signedIn(parlor);
  await connectStandIn(client, parlor.url, { messageCount: 10, delaySeconds: 1 });
  await importClients(client, 20);
  const file = join(newFolder("kept"), "salon.db");
  const made = await runParlor(["backup", file, "--data", data]);
  expect([made.code, made.out]).toEqual([0, expect.stringContaining(`Backed up to ${file}.`)]);
  expect(await client.request("GET", "/api/contacts/all")).toHaveLength(20);
  const again = await runParlor(["backup", file, "--data", data]);
  expect([again.code, again.err]).toEqual([1, `${file} already exists. Choose another name.\n`]);

  const elsewhere = newFolder("elsewhere");
  const before = sequence(data, "contacts");
  const restored = await runParlor(["restore", file, "--data", elsewhere]);
  expect(restored.code).toBe(0);
  expect(restored.out).toContain(
    "Sending is paused until an administrator resumes it in Settings.",
  );
  expect(restored.out).toContain("must be entered again");
  expect([before, sequence(elsewhere, "contacts")]).toEqual([20, 1_000_000_020]);

  const second = await serve(elsewhere);
  const there = await signedIn(second);
  const settings = await there.request("GET", "/api/settings");
  expect(settings.sendingPaused).toContain("restored from a backup");
  expect(settings.twilioAuthToken).toEqual({ set: false, last4: null });
  const ada = { name: "Ada", phoneNumber: "+13105550111" };
  expect((await there.request("POST", "/api/contacts", ada)).id).toBe(1_000_000_021);
  // Twilio, which knows what was sent since, is not connected there.
  const resumed = there.request("POST", "/api/settings/resume-sending");
  await expect(resumed).rejects.toThrow("We haven't asked Twilio yet");
});

test("a restore replaces the current database, and a bad file changes nothing", async () => {
  const data = await ownedFolder("in-place");
  const file = join(newFolder("kept"), "salon.db");
  await runParlor(["backup", file, "--data", data]);
  inDatabase(data, (db) => db.run("update users set username = 'changed'"));
  const name = () => inDatabase(data, (db) => db.query("select username as name from users").get());

  const text = join(newFolder("text"), "notes.db");
  writeFileSync(text, "These are no rows. ".repeat(300));
  const empty = join(newFolder("empty"), "empty.db");
  new Database(empty, { create: true }).run("create table a (b)");
  for (const [bad, expectedText] of [
    [join(data, "nowhere.db"), "doesn't exist."],
    [text, "is not a Parlor database"],
    [empty, "is not a Parlor database"],
  ] as const) {
    const { code, err } = await runParlor(["restore", bad, "--data", data]);
    expect([code, err]).toEqual([1, expect.stringContaining(expectedText)]);
    expect(err).not.toContain("    at ");
  }
  expect(name()).toEqual({ name: "changed" });
  expect((await runParlor(["restore", file, "--data", data])).code).toBe(0);
  expect(name()).toEqual({ name: "olivia" });
  expect(readdirSync(data).filter((one) => one.includes("restoring"))).toEqual([]);
});

test("a backup with a trigger or view that isn't Parlor's is refused, of this schema or an older one", async () => {
  const data = await ownedFolder("triggers");
  const file = join(newFolder("backup"), "salon.db");
  await runParlor(["backup", file, "--data", data]);
  for (const sql of [
    "create trigger resume after insert on state begin delete from state where name = 'sending-paused'; end",
    "create view more as select * from users",
  ]) {
    const changed = join(newFolder("changed"), "salon.db");
    writeFileSync(changed, readFileSync(file));
    const db = new Database(changed);
    db.run(sql);
    db.close();
    const { code, err } = await runParlor(["restore", changed, "--data", newFolder("target")]);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining("was changed outside Parlor: it has "),
    ]);
  }
  expect((await runParlor(["restore", file, "--data", newFolder("target")])).code).toBe(0);
});

test("a database from before the first release is refused with a message", async () => {
  const data = await ownedFolder("ancient");
  inDatabase(data, (db) => db.run("PRAGMA user_version = 39"));
  for (const args of [["serve", "--port", "0"], ["migrate"], ["doctor"], ["admin", "setup-link"]]) {
    const { code, err } = await runParlor([...args, "--data", data]);
    expect([args[0], code]).toEqual([args[0], 1]);
    expect(err).toStartWith(
      "This database was written by a Parlor from before its first release (schema 39,",
    );
  }
});

test("every command that would touch a newer schema refuses it with a message", async () => {
  const data = await ownedFolder("newer");
  const file = join(newFolder("kept"), "salon.db");
  inDatabase(data, (db) => db.run("PRAGMA user_version = 99"));
  for (const args of [["serve", "--port", "0"], ["migrate"], ["doctor"], ["admin", "setup-link"]]) {
    const { code, err } = await runParlor([...args, "--data", data]);
    expect([args[0], code]).toEqual([args[0], 1]);
    expect(err).toStartWith("This database was written by a newer Parlor (schema 99,");
  }
  await runParlor(["backup", file, "--data", data]);
  const { code, err } = await runParlor(["restore", file, "--data", newFolder("old")]);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining("was written by a newer Parlor (schema 99,"),
  ]);
});

test("migrate does nothing in a folder that is up to date", async () => {
  const data = await ownedFolder("migrate");
  const { code, out } = await runParlor(["migrate", "--data", data]);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^The database is up to date \(schema \d+\)\.\n$/),
  ]);
});

test("an older schema is upgraded after a snapshot", async () => {
  const data = await ownedFolder("older");
  const { out } = await runParlor(["migrate", "--data", data]);
  const newest = Number(/schema (\d+)/.exec(out)?.[1]);
  rmSync(join(data, "parlor.db"));
  firstRelease(data, (db) => db.run("insert into state values ('kept', '1')"));
  const made = await runParlor(["migrate", "--data", data]);
  expect(made.out).toBe(`Upgraded the database to schema ${newest} in ${newest - 40} steps.\n`);
  const [snapshot = ""] = readdirSync(join(data, "backups"));
  expect(snapshot).toStartWith("before-upgrade-from-schema-40-");
  const kept = new Database(join(data, "backups", snapshot));
  expect(kept.query("select value from state where name = 'kept'").all()).toEqual([{ value: "1" }]);
  expect(kept.query("PRAGMA user_version").get()).toEqual({ user_version: 40 });
});

/** A database as the first release left it. */
function firstRelease(data: string, change: (db: Database) => void): void {
  createSchema40(join(data, "parlor.db")).close();
  inDatabase(data, change);
}

test("an upgrade that fails again and again says so in one line, changes nothing and makes one snapshot", async () => {
  const data = newFolder("failing");
  firstRelease(data, (db) => db.run("create table retagged_contacts (in_the_way)"));
  mkdirSync(join(data, "backups"));
  writeFileSync(join(data, "backups", "before-upgrade-from-schema-40-killed.db.making"), "half");
  for (let start = 0; start < 4; start += 1) {
    const command = start % 2 === 0 ? ["migrate"] : ["serve", "--port", "0"];
    const { code, err } = await runParlor([...command, "--data", data]);
    expect([code, err.trim().split("\n")]).toEqual([
      1,
      [
        expect.stringMatching(
          /^The upgrade to schema \d+ failed, and nothing was changed: table retagged_contacts already exists\. A copy/,
        ),
      ],
    ]);
  }
  expect(readdirSync(join(data, "backups"))).toHaveLength(1);
  inDatabase(data, (db) => db.run("insert into state values ('more', '1')"));
  await runParlor(["migrate", "--data", data]);
  await runParlor(["migrate", "--data", data]);
  expect(readdirSync(join(data, "backups"))).toHaveLength(2);
  expect(inDatabase(data, (db) => db.query("PRAGMA user_version").get())).toEqual({
    user_version: 40,
  });
});

test("an upgrade without the space for it names the figure and writes nothing", async () => {
  const disk = mountSmallDisk(56);
  if (!disk) return;
  const data = join(disk.folder, "data");
  mkdirSync(data);
  firstRelease(data, (db) =>
    db.run("insert into state values ('large', hex(randomblob(8000000)))"),
  );
  const { code, err } = await runParlor(["migrate", "--data", data]);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(
      /^This upgrade needs \d+ MB of free space in .*, but only \d+ MB is free\. Nothing was changed\./,
    ),
  ]);
  expect(readdirSync(join(data, "backups"))).toEqual([]);
});

test("the demo does not touch real data, and a server does not serve the demo's", async () => {
  const real = await ownedFolder("real");
  const refused = await runParlor(["demo", "--data", real, "--port", "0"]);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("holds real data")]);
  const fresh = await runParlor(["demo", "--data", real, "--port", "0", "--fresh"]);
  expect(fresh.code).toBe(1);
  expect(existsSync(join(real, "parlor.db"))).toBe(true);

  const sample = newFolder("sample");
  const demo = await startParlor(["demo", "--data", sample, "--port", "0"]);
  running.push(demo);
  expect(await demo.end("SIGTERM")).toBe(0);
  const served = await runParlor(["serve", "--data", sample, "--port", "0"]);
  expect([served.code, served.err]).toEqual([
    1,
    `${sample} holds the demo's sample data. Choose another folder with --data.\n`,
  ]);
});

test("the doctor finds a tampered audit row and a wrong count, and says what is fine", async () => {
  const data = await ownedFolder("doctor");
  const well = await runParlor(["doctor", "--data", data]);
  expect([well.code, well.out.match(/^ok {3}/gm)?.length]).toEqual([
    0,
    well.out.trim().split("\n").length - 1,
  ]);
  expect(well.out).toEndWith("Everything is fine.\n");
  expect(well.out).toContain("The audit log's chain is intact");

  inDatabase(data, (db) => db.run("update audit_logs set metadata = '{}' where id = 1"));
  inDatabase(data, (db) => db.run("update counters set value = 7 where name = 'contacts'"));
  const ill = await runParlor(["doctor", "--data", data]);
  expect(ill.code).toBe(1);
  expect(ill.out).toContain("BAD  The audit log was changed at row 1\n");
  expect(ill.out).toContain("BAD  Counts of contacts: 1 differ from a recount\n");
  const nowhere = await runParlor(["doctor", "--data", join(data, "nowhere")]);
  expect([nowhere.code, nowhere.err]).toEqual([
    1,
    `No database in ${join(data, "nowhere")}. Run \`parlor serve\` first, or pass --data.\n`,
  ]);
});

test.each([
  ["drop index consents_of_phone", "The schema was changed outside Parlor: consents_of_phone"],
  ["create view more as select 1", "The schema was changed outside Parlor: more"],
  ["update contacts set opted_out = 1", "1 contacts contradict the record of consent"],
  ["delete from contacts_search", "Search index contacts_search: 1 differ from a recount"],
])("the doctor sees %p", async (sql, finding) => {
  const data = await ownedFolder("tampered");
  inDatabase(data, (db) => {
    db.run("insert or ignore into owners (user_id) select id from users");
    db.run(
      "insert into contacts (name, phone, owner, created_at) select 'Ada', 13105550111, key, 1 from owners",
    );
    db.run("insert into contacts_search (rowid, name, phone) select id, name, phone from contacts");
    db.run(sql);
  });
  const { code, out } = await runParlor(["doctor", "--data", data]);
  expect([code, out]).toEqual([1, expect.stringContaining(`BAD  ${finding}`)]);
});

test("a port in use and a backup that can't be written are explained", async () => {
  const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = taken;
  const data = newFolder("words");
  const served = await runParlor(["serve", "--data", data, "--port", String(port)]);
  taken.stop(true);
  expect(served.code).toBe(1);
  expect(served.err).toContain(`Port ${port} is in use. Choose another with --port.`);
  const kept = await runParlor(["backup", join(data, "no", "such", "folder.db"), "--data", data]);
  expect(kept.code).toBe(1);
  expect(kept.err).toContain("Couldn't write ");
  expect(kept.err).not.toContain("at ");
});

test("the database is private, even in an existing folder and after an older Parlor", async () => {
  const data = newFolder("open");
  chmodSync(data, 0o755);
  await runAdminCreate(data);
  const modes = () =>
    readdirSync(data)
      .filter((name) => /^(parlor|lock)\.db/.test(name))
      .map((name) => [name, (statSync(join(data, name)).mode & 0o777).toString(8)]);
  expect(modes().every(([, mode]) => mode === "600")).toBe(true);
  chmodSync(join(data, "parlor.db"), 0o644);
  await serve(data);
  expect(modes().filter(([, mode]) => mode !== "600")).toEqual([]);
  expect(modes().map(([name]) => name)).toContain("parlor.db-wal");
});

test("a restore keeps the replaced database and names both files", async () => {
  const data = await ownedFolder("kept");
  const file = join(newFolder("backup"), "salon.db");
  await runParlor(["backup", file, "--data", data]);
  inDatabase(data, (db) => db.run("update users set username = 'changed'"));
  const { out } = await runParlor(["restore", file, "--data", data]);
  const [replaced = ""] = readdirSync(data).filter((name) => name.includes(".replaced-"));
  expect(out).toContain(`Restored ${join(data, "parlor.db")} from ${file}.`);
  expect(out).toContain(`The replaced database is now ${join(data, replaced)}.`);
  const db = new Database(join(data, replaced), { readonly: true });
  expect(db.query("select username from users").get()).toEqual({ username: "changed" });
  db.close();
});

test("a restore that is killed at any moment leaves a complete database", async () => {
  const data = await ownedFolder("killed");
  const file = join(newFolder("backup"), "salon.db");
  await runParlor(["backup", file, "--data", data]);
  for (let wait = 0; wait <= 200; wait += 10) {
    const child = Bun.spawn([BINARY, "restore", file, "--data", data], {
      stdout: "ignore",
      stderr: "ignore",
    });
    await Bun.sleep(wait);
    child.kill("SIGKILL");
    await child.exited;
    const users = inDatabase(data, (db) => db.query("select username from users").all());
    expect([wait, users]).toEqual([wait, [{ username: "olivia" }]]);
  }
});

test("the doctor only reads: no upgrade, no key, no change to any file", async () => {
  const data = await ownedFolder("reads");
  rmSync(join(data, "secret.key"));
  // SQLite's own two files may come and go.
  const state = () =>
    readdirSync(data)
      .filter((name) => !/-(?:wal|shm)$/.test(name))
      .toSorted()
      .map((name) => [name, statSync(join(data, name)).mtimeMs]);
  const before = state();
  expect((await runParlor(["doctor", "--data", data])).code).toBe(0);
  expect(state()).toEqual(before);
  inDatabase(data, (db) => db.run("PRAGMA user_version = 40"));
  const older = state();
  const { code, out } = await runParlor(["doctor", "--data", data]);
  expect([code, out]).toEqual([1, expect.stringContaining("BAD  The schema is version 40;")]);
  expect(out).toContain("Next: Start Parlor, or run `parlor migrate`.");
  expect(state()).toEqual(older);
});

test("with a lost key, doctor, the log and /ready say which secrets can't be opened", async () => {
  const data = await ownedFolder("lost-key");
  const first = await serve(data);
  const client = await signedIn(first);
  await connectStandIn(client, first.url, { messageCount: 10, delaySeconds: 1 });
  await client.request("POST", "/api/settings", { openaiApiKey: "sk-a-key-of-the-tests" });
  await first.end("SIGTERM");
  expect((await runParlor(["doctor", "--data", data])).out).toContain(
    "ok   This key decrypts all saved secrets",
  );
  rmSync(join(data, "secret.key"));
  const { code, out } = await runParlor(["doctor", "--data", data]);
  expect(code).toBe(1);
  expect(out).toContain("2 of 2 saved secrets don't open with a key, because there is none");
  expect(out).toContain(`Next: Put the key that belongs to this database into`);

  const second = await serve(data);
  expect(second.logged()).toContain("saved secrets don't open with this key");
  const ready = await fetch(`${second.url}/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { ready: false, troubles: ["saved secrets open"] },
  ]);
});

test("a damaged database is reported in one line, with the backup that replaces it", async () => {
  const data = await ownedFolder("damaged");
  mkdirSync(join(data, "backups"));
  const backup = join(data, "backups", "parlor-2026-11-01T03-00-00Z.db");
  const broken = join(data, "backups", "parlor-2026-11-02T03-00-00Z.db");
  await runParlor(["backup", backup, "--data", data]);
  await runParlor(["backup", broken, "--data", data]);
  damage(broken);
  damage(join(data, "parlor.db"));
  const restore = `parlor restore ${backup} --data ${data}`;

  const doctor = await runParlor(["doctor", "--data", data]);
  expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining(restore)]);
  const refused = await runParlor(["restore", broken, "--data", data]);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(restore)]);
  expect(refused.err).toContain("Nothing was changed.");
  for (const { err } of [refused, doctor]) expect(err).not.toContain("    at ");

  expect((await runParlor(["restore", backup, "--data", data])).code).toBe(0);
  await signedIn(await serve(data));
});

test("a server that stopped at a damaged page doesn't start again until it is repaired", async () => {
  const data = await ownedFolder("marked");
  damage(join(data, "parlor.db"));
  writeFileSync(join(data, "damaged"), "");
  const { code, err } = await runParlor(["serve", "--data", data, "--port", "0"]);
  expect([code, err.trim().split("\n").length]).toEqual([1, 1]);
  expect(err).toContain("is damaged (found when Parlor last ran). There's no intact backup in");
});

test.skipIf(process.getuid?.() !== 0)(
  "files that root writes belong to the owner of the data folder",
  async () => {
    const data = await ownedFolder("owner");
    const folder = newFolder("backup");
    const file = join(folder, "salon.db");
    for (const name of ["", ...readdirSync(data)]) chownSync(join(data, name), SERVICE, SERVICE);
    chownSync(folder, SERVICE, SERVICE);
    const commands = [
      ["backup", file],
      ["restore", file],
      ["secrets", "rotate"],
      ["migrate"],
      ["doctor"],
    ];
    for (const command of commands) {
      const { code, err } = await runParlor([...command, "--data", data]);
      expect([command, code, err]).toEqual([command, 0, ""]);
      const foreign = readdirSync(data).filter(
        (name) => statSync(join(data, name)).uid !== SERVICE,
      );
      expect([command, foreign]).toEqual([command, []]);
    }
    chownSync(file, 0, 0);
    const { code, err } = await runParlor(["restore", file, "--data", data]);
    expect([code, err]).toEqual([1, expect.stringContaining("can't be read by the owner of")]);
    expect(err).not.toContain("damaged");
  },
);

test.skipIf(process.getuid?.() !== 0)(
  "root's commands follow no link that the owner of the data folder placed there",
  async () => {
    const data = await ownedFolder("links");
    for (const name of ["", ...readdirSync(data)]) chownSync(join(data, name), SERVICE, SERVICE);
    const theirs = newFolder("root");
    const target = join(theirs, "sudoers");
    writeFileSync(target, "root ALL", { mode: 0o640 });
    const twin = join(theirs, "twin");
    writeFileSync(twin, "root ALL", { mode: 0o640 });
    rmSync(join(data, "backups"), { recursive: true, force: true });
    symlinkSync(theirs, join(data, "backups"));
    for (const name of ["damaged", "parlor.db-old", "secret.key.new", "secret.key.former-0"])
      symlinkSync(target, join(data, name));
    linkSync(twin, join(data, "ballast"));
    for (const command of [["doctor"], ["migrate"], ["backup", join(theirs, "salon.db")]]) {
      const { code, err } = await runParlor([...command, "--data", data]);
      if (command[0] === "backup")
        expect([code, err]).toEqual([
          1,
          expect.stringMatching(
            /isn't permitted to write there\. For root, Parlor works as the owner of/,
          ),
        ]);
      for (const file of [theirs, target, twin]) {
        const { uid, mode } = statSync(file);
        expect([command, file, uid, mode & 0o777]).toEqual([
          command,
          file,
          0,
          file === theirs ? 0o700 : 0o640,
        ]);
      }
    }
  },
);

test("a backup is private from its first byte", async () => {
  const data = await ownedFolder("private");
  inDatabase(data, (db) => {
    db.run("create table padding (bytes blob)");
    for (let n = 0; n < 50; n += 1) db.run("insert into padding values (randomblob(1000000))");
  });
  const folder = newFolder("backup");
  const draft = join(folder, "salon.db.making");
  const made = runParlor(["backup", join(folder, "salon.db"), "--data", data]);
  await until("the draft", () => existsSync(draft));
  expect(statSync(draft).mode & 0o777).toBe(0o600);
  expect((await made).code).toBe(0);
});

test("a demo whose first start was interrupted starts over", async () => {
  const data = newFolder("interrupted");
  const child = Bun.spawn([BINARY, "demo", "--data", data, "--port", "0"], {
    stdout: "ignore",
    stderr: "ignore",
  });
  // Once there are some contacts, and long before there are all.
  await until("contacts", () => countContacts(data) > 0);
  child.kill("SIGKILL");
  await child.exited;
  const partial = countContacts(data);
  const demo = await startParlor(["demo", "--data", data, "--port", "0"]);
  running.push(demo);
  await until("the end of the start", () => demo.said().includes("A sample salon is open"));
  expect(demo.said()).toContain("The last start was interrupted. Starting over.");
  expect(countContacts(data)).toBeGreaterThanOrEqual(partial);
});

function countContacts(data: string): number {
  try {
    const db = new Database(join(data, "parlor.db"), { readonly: true });
    const { n } = db.query("select count(*) as n from contacts").get() as { n: number };
    db.close();
    return n;
  } catch {
    return 0;
  }
}

/** Overwrites pages in the middle of the file. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4096 * 3, 4096 * 12);
  writeFileSync(file, bytes);
}
