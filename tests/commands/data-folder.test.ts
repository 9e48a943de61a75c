import { Database } from "bun:sqlite";
import { afterEach, expect, test } from "bun:test";
import { chmodSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder, type RunningParlor, runParlor, startParlor } from "#tests/support/binary.ts";
import { connectStandIn, createOwner, importClients, signedIn } from "#tests/support/salon.ts";

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

/** A folder with an owner, made from the shell. */
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

test("a backup beside a running server is restored elsewhere: ids go on 10^9 later, sending is paused", async () => {
  const data = await ownedFolder("backup");
  const parlor = await serve(data);
  const client = await signedIn(parlor);
  await connectStandIn(client, parlor.url, { messageCount: 10, delaySeconds: 1 });
  await importClients(client, 20);
  const file = join(newFolder("kept"), "salon.db");
  const made = await runParlor(["backup", file, "--data", data]);
  expect([made.code, made.out]).toEqual([0, expect.stringContaining(`Backed up to ${file}.`)]);
  expect(await client.call("GET", "/api/contacts/all")).toHaveLength(20);
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
  const settings = await there.call("GET", "/api/settings");
  expect(settings.sendingPaused).toContain("restored from a backup");
  expect(settings.twilioAuthToken).toEqual({ set: false, last4: null });
  const ada = { name: "Ada", phoneNumber: "+13105550111" };
  expect((await there.call("POST", "/api/contacts", ada)).id).toBe(1_000_000_021);
  expect((await there.call("POST", "/api/settings/resume-sending")).sendingPaused).toBeNull();
});

test("a restore puts the backup in the place of what is there, and a bad file changes nothing", async () => {
  const data = await ownedFolder("in-place");
  const file = join(newFolder("kept"), "salon.db");
  await runParlor(["backup", file, "--data", data]);
  inDatabase(data, (db) => db.run("update users set username = 'changed'"));
  const name = () => inDatabase(data, (db) => db.query("select username as name from users").get());

  const text = join(newFolder("text"), "notes.db");
  writeFileSync(text, "These are no rows. ".repeat(300));
  const empty = join(newFolder("empty"), "empty.db");
  new Database(empty, { create: true }).run("create table a (b)");
  for (const [bad, words] of [
    [join(data, "nowhere.db"), "doesn't exist."],
    [text, "is not a Parlor database"],
    [empty, "is not a Parlor database"],
  ] as const) {
    const { code, err } = await runParlor(["restore", bad, "--data", data]);
    expect([code, err]).toEqual([1, expect.stringContaining(words)]);
    expect(err).not.toContain("    at ");
  }
  expect(name()).toEqual({ name: "changed" });
  expect((await runParlor(["restore", file, "--data", data])).code).toBe(0);
  expect(name()).toEqual({ name: "olivia" });
  expect(readdirSync(data).filter((one) => one.includes("restoring"))).toEqual([]);
});

test("a schema from the future is refused in words by everything that would touch it", async () => {
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
    "This backup was made by a newer Parlor. Install that version first.\n",
  ]);
});

test("migrate brings a new folder up to date, and then has nothing to do", async () => {
  const data = newFolder("migrate");
  const first = await runParlor(["migrate", "--data", data]);
  expect([first.code, first.out]).toEqual([
    0,
    expect.stringMatching(/^Schema \d+: \d+ steps taken\.\n$/),
  ]);
  const second = await runParlor(["migrate", "--data", data]);
  expect(second.out).toMatch(/^Schema \d+: nothing to do\.\n$/);
});

test("an older schema is brought up to date after a snapshot", async () => {
  const data = newFolder("older");
  const { out } = await runParlor(["migrate", "--data", data]);
  const newest = Number(/Schema (\d+)/.exec(out)?.[1]);
  rmSync(join(data, "parlor.db"));
  // The first migration alone, as an old version would have left it.
  const accounts = await Bun.file(
    join(import.meta.dir, "../../db/migrations/0001-accounts.sql"),
  ).text();
  inDatabase(data, (db) => {
    db.run(accounts);
    db.run("PRAGMA user_version = 1");
    db.run("insert into state values ('kept', '1')");
  });
  const made = await runParlor(["migrate", "--data", data]);
  expect(made.out).toBe(`Schema ${newest}: ${newest - 1} steps taken.\n`);
  const [snapshot = ""] = readdirSync(join(data, "backups"));
  expect(snapshot).toStartWith("before-upgrade-from-schema-1-");
  const kept = new Database(join(data, "backups", snapshot));
  expect(kept.query("select name from state").all()).toEqual([{ name: "kept" }]);
  expect(kept.query("PRAGMA user_version").get()).toEqual({ user_version: 1 });
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

test("the doctor finds a tampered audit row and a wrong count, and says what is well", async () => {
  const data = await ownedFolder("doctor");
  const well = await runParlor(["doctor", "--data", data]);
  expect([well.code, well.out.match(/^ok {3}/gm)?.length]).toEqual([
    0,
    well.out.trim().split("\n").length,
  ]);
  expect(well.out).toContain("The audit log's chain is whole");

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

test("a port that is taken and a backup that cannot be written are told in words", async () => {
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

test("the database is private, also in a folder that existed and after an older Parlor", async () => {
  const data = newFolder("open");
  chmodSync(data, 0o755);
  await createOwner(data);
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
