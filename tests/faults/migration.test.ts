import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { SCHEMA_VERSION } from "#db/migrate.ts";
import { newFolder, runParlor } from "#tests/support/binary.ts";
import { columnsOf, digestOf, writeSchema40 } from "#tests/support/schema-40.ts";

const BINARY = join(import.meta.dir, "../../dist/parlor");
const ROUNDS = 20;

const older = join(newFolder("older"), "parlor.db");
writeSchema40(older);
const columns = columnsOf(older);
const before = digestOf(older, columns);

function folderWithIt(name: string): string {
  const data = join(newFolder(name), "data");
  mkdirSync(data);
  copyFileSync(older, join(data, "parlor.db"));
  return data;
}

function versionOf(file: string): number | undefined {
  const db = new Database(file, { readonly: true });
  const row = db.query<{ user_version: number }, []>("PRAGMA user_version").get();
  db.close();
  return row?.user_version;
}

test("the first release's database comes through every migration with the same data", async () => {
  expect(before.find(([table]) => table === "messages")?.[1]).toBeGreaterThan(4_000);
  const data = folderWithIt("migrate");
  const file = join(data, "parlor.db");
  const made = await runParlor(["migrate", "--data", data]);
  expect(made.out).toBe(
    `Upgraded the database to schema ${SCHEMA_VERSION} in ${SCHEMA_VERSION - 40} steps.\n`,
  );
  expect(digestOf(file, columns)).toEqual(before);

  const report = await runParlor(["doctor", "--data", data]);
  expect([report.code, report.out.includes("BAD")]).toEqual([0, false]);
  const db = new Database(file, { readonly: true });
  const found = (table: string, text: string) =>
    db.query(`select rowid from ${table} where ${table} match ?`).all(text).length;
  expect(found("contacts_search", '"nal" AND "al " AND "l 9" AND " 97"')).toBe(2);
  expect(found("messages_search", '"day 77"')).toBe(1);
  db.close();
  const [snapshot = ""] = readdirSync(join(data, "backups"));
  expect(digestOf(join(data, "backups", snapshot), columns)).toEqual(before);
}, 60_000);

test(`${ROUNDS} × kill -9 during a migration: the complete older database, or the complete newer one`, async () => {
  const started = performance.now();
  await runParlor(["migrate", "--data", folderWithIt("timing")]);
  const usual = performance.now() - started;
  let finished = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const data = folderWithIt("killed");
    const file = join(data, "parlor.db");
    const child = Bun.spawn([BINARY, "migrate", "--data", data], {
      stdout: "ignore",
      stderr: "ignore",
    });
    // From its first step to its last.
    await Bun.sleep(usual * (0.1 + (0.9 * round) / ROUNDS));
    child.kill("SIGKILL");
    await child.exited;

    const version = versionOf(file);
    finished += Number(version === SCHEMA_VERSION);
    expect([40, SCHEMA_VERSION]).toContain(version ?? 0);
    expect(digestOf(file, columns)).toEqual(before);
    // A snapshot gets its name only once it is complete.
    const folder = join(data, "backups");
    const snapshots = existsSync(folder) ? readdirSync(folder) : [];
    for (const name of snapshots.filter((one) => one.endsWith(".db")))
      expect(digestOf(join(folder, name), columns)).toEqual(before);

    const again = await runParlor(["migrate", "--data", data]);
    expect([again.code, versionOf(file)]).toEqual([0, SCHEMA_VERSION]);
    expect(digestOf(file, columns)).toEqual(before);
    expect((await runParlor(["doctor", "--data", data])).out).not.toContain("BAD");
  }
  process.stdout.write(
    `migration of ${Math.round(usual)} ms killed ${ROUNDS} times: ${finished} had finished\n`,
  );
  expect(finished).toBeLessThan(ROUNDS);
}, 120_000);
