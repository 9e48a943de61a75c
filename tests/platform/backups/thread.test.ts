import { Database } from "bun:sqlite";
import { afterEach, expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Background, startBackground } from "#db/background-thread.ts";
import { disableAutoCheckpoint } from "#db/checkpoint.ts";
import { inTransaction, openDatabase, whenFree } from "#db/connection.ts";
import { newFolder } from "#tests/support/binary.ts";

const MEGABYTE = 1024 * 1024;
const opened: Database[] = [];
afterEach(() => {
  for (const db of opened.splice(0)) db.close();
});

interface Salon {
  readonly db: Database;
  readonly file: string;
  readonly background: Background;
  readonly log: () => number;
  readonly write: (megabytes: number) => Promise<void>;
}

function salon(): Salon {
  const file = join(newFolder("thread"), "parlor.db");
  const db = openDatabase(file);
  opened.push(db);
  disableAutoCheckpoint(db);
  db.run("create table junk (x)");
  const add = db.query("insert into junk values (?)");
  return {
    db,
    file,
    background: startBackground(file),
    log: () => statSync(`${file}-wal`).size,
    async write(megabytes) {
      for (let n = 0; n < megabytes; n += 1)
        await whenFree(() => inTransaction(db, () => add.run(new Uint8Array(MEGABYTE).fill(n))));
    },
  };
}

test("the thread checkpoints the log, which is overwritten instead of growing", async () => {
  const { background, log, write } = salon();
  for (let round = 0; round < 4; round += 1) {
    await write(6);
    const { logged, written } = await background.checkpoint();
    expect(written).toBe(logged);
  }
  expect(log()).toBeLessThan(9 * MEGABYTE);
});

test("a long log is shortened even while reads overlap at every moment", async () => {
  const { background, file, log, write } = salon();
  await write(80);
  expect(log()).toBeGreaterThan(79 * MEGABYTE);
  const readers = [0, 1].map(() => new Database(file, { readonly: true }));
  opened.push(...readers);
  let reading = true;
  const taken = readers.map(async (reader, nth) => {
    await Bun.sleep(nth * 10);
    while (reading) {
      reader.run("BEGIN");
      reader.query("select max(rowid) from junk").get();
      await Bun.sleep(20);
      reader.run("COMMIT");
    }
  });
  await background.checkpoint();
  await write(1);
  expect(log()).toBeLessThan(4 * MEGABYTE);
  reading = false;
  await Promise.all(taken);
});

test("a copy shows one moment, although writing continues", async () => {
  const { background, db, file, write } = salon();
  await write(20);
  const copy = `${file}.copy`;
  const made = background.backUp(copy);
  await write(5);
  expect(await made).toBe(statSync(copy).size);
  const kept = new Database(copy, { readonly: true });
  opened.push(kept);
  const { n } = kept.query<{ n: number }, []>("select count(*) as n from junk").get() ?? { n: 0 };
  expect(n).toBeGreaterThanOrEqual(20);
  expect(db.query<{ n: number }, []>("select count(*) as n from junk").get()?.n).toBe(25);
  expect(existsSync(`${copy}.making`)).toBe(false);
});

test("a copy that fails is an error with a message, and the thread keeps running", async () => {
  const { background, file } = salon();
  await expect(background.backUp(join(dirname(file), "no", "folder.db"))).rejects.toThrow(
    "unable to open",
  );
  expect((await background.checkpoint()).written).toBeGreaterThan(0);
});
