import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { newFolder, runParlor, serverOf } from "#tests/support/binary.ts";
import { reportFault } from "#tests/support/fault-report.ts";
import { createOwner, OWNER, signedIn } from "#tests/support/salon.ts";

/** `npm run faults` runs the full count; `npm test` a short one. */
const ROUNDS = Number(process.env["FAULT_ROUNDS"] ?? 4);
const WRITES = 15;
const MEGABYTES = 150;
const ROUND_MS = 60_000;

test(
  `${ROUNDS} × doctor beside a starting server, kill -9, then admin create: no write is lost`,
  async () => {
    const data = newFolder("doctor");
    const file = join(data, "parlor.db");
    const serve = serverOf(data, { TWILIO_API_BASE: "http://127.0.0.1:9" });
    await createOwner(data);
    enlarge(file);
    const contacts: number[] = [];
    const users = [OWNER.username];
    let lost = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      // The doctor opens the file before the server has made its log.
      closeLog(file);
      expect(existsSync(`${file}-wal`)).toBe(false);
      const doctor = runParlor(["doctor", "--data", data]);
      // Long enough for the doctor to open the file, shorter than it reads.
      await Bun.sleep(60 + (round % 5) * 20);
      const parlor = await serve();
      const staff = await signedIn(parlor);
      const second = runParlor(["doctor", "--data", data]);
      for (let n = 0; n < WRITES; n += 1) {
        const phoneNumber = `+1310555${String(100 + round).slice(-2)}${String(10 + n)}`;
        contacts.push(
          (await staff.request("POST", "/api/contacts", { name: "C", phoneNumber })).id,
        );
      }
      await Promise.all([doctor, second]);
      await parlor.end("SIGKILL");
      const username = `admin${round}`;
      const made = await runParlor(
        [
          "admin",
          "create",
          "--data",
          data,
          "--username",
          username,
          "--email",
          `${username}@example.com`,
        ],
        "a long enough one",
      );
      expect([made.code, made.err]).toEqual([0, ""]);
      users.push(username);

      const db = new Database(file);
      expect(db.query("PRAGMA integrity_check(1)").values()).toEqual([["ok"]]);
      const has = (sql: string, value: string | number) => db.query(sql).get(value) !== null;
      lost += contacts.filter((id) => !has("select 1 from contacts where id = ?", id)).length;
      lost += users.filter((name) => !has("select 1 from users where username = ?", name)).length;
      db.close();
    }
    reportFault({ fault: "doctor beside a start", times: ROUNDS, lost, doubled: 0, undecided: 0 });
    expect(lost).toBe(0);
  },
  ROUNDS * ROUND_MS,
);

/** Makes the file so large that the doctor still reads it when the server has started. */
function enlarge(file: string): void {
  const db = new Database(file);
  db.run("create table padding (bytes blob)");
  const insert = db.query("insert into padding values (randomblob(1000000))");
  for (let n = 0; n < MEGABYTES; n += 1) insert.run();
  db.close();
}

/** The last connection to be closed moves the log into the file and removes it. */
function closeLog(file: string): void {
  const db = new Database(file);
  db.query("select count(*) from sqlite_schema").get();
  db.close();
}
