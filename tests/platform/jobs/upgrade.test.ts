import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "#db/migrate.ts";
import { readState, writeState } from "#db/state.ts";
import { JOBS } from "#src/jobs.ts";

const FOLDER = join(import.meta.dir, "../../../db/migrations");

/** An empty database of the schema before a migration such as "0019". */
function databaseBefore(migration: string): Database {
  const db = new Database(":memory:", { strict: true });
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".sql") && file < migration)
    .toSorted();
  for (const file of files) db.run(readFileSync(join(FOLDER, file), "utf8"));
  db.run(`PRAGMA user_version = ${files.length}`);
  return db;
}

/** The names that schema 16 stored, for every job whose last run is stored. */
const FORMER_NAMES = {
  "close-empty-conflicts": "close conflicts of which every appointment is gone",
  "end-abandoned-calls": "end calls of which nobody told the end",
  "send-reminders": "remind of appointments",
  "send-thank-yous": "thank for appointments",
  "reconcile-payments": "ask Stripe what happened",
  "finish-charges": "finish charges that were cut off",
  "fetch-reviews": "fetch reviews from Google",
  "fetch-prices": "fetch what texts cost",
  "keep-disk-reserve": "keep the ballast",
  "back-up": "back up at night",
  "watch-alerts": "look for what admins should know",
  "delete-old-pictures": "forget old pictures",
  "delete-old-calls": "forget old calls",
  "record-inbound-watch": "note that inbound texts are heard",
  "delete-unpaid-agreements": "forget agreements that nobody paid for",
  "delete-expired-sessions": "forget expired sessions",
  "delete-verification-codes": "forget verification codes",
  "delete-idempotency-keys": "forget answered idempotency keys",
};

/** Jobs that came after the rename. */
const LATER: ReadonlySet<string> = new Set([
  "delete-rate-limits",
  "delete-unconfirmed-sign-ups",
  "opt-out-undecided",
  "read-registration",
]);

test("an upgrade keeps the time of every job's last run", () => {
  // The last schema that stored a job's time under its English description.
  const db = databaseBefore("0019");
  const names = Object.values(FORMER_NAMES);
  for (const [n, name] of names.entries()) writeState(db, `last run: ${name}`, 1_000 + n);

  migrate(db);

  const stored = JOBS.filter(({ everySeconds }) => everySeconds >= 60).map(({ id }) => id);
  expect(stored.filter((id) => !LATER.has(id)).toSorted()).toEqual(
    Object.keys(FORMER_NAMES).toSorted(),
  );
  const times = Object.keys(FORMER_NAMES).map((id) => readState<number>(db, `last run: ${id}`));
  expect(times).toEqual(names.map((_, n) => 1_000 + n));
});

test("an upgrade keeps the messages of the last backup, of open alerts and of owed refunds", () => {
  const db = databaseBefore("0076");
  const owed = { paymentIntentId: "pi_1", cents: 4900, currency: "USD" };
  writeState(db, "last-backup", { at: 1, ok: false, words: "The disk is full.", bytes: null });
  writeState(db, "alerts", {
    backup: { since: 1, tellAt: 2, told: true, words: "It failed." },
    disk: { since: 3, tellAt: 4, told: false, words: 'A "full" disk.' },
  });
  writeState(db, "owed-back", [{ ...owed, words: "No balance." }]);

  migrate(db);

  expect(readState<unknown>(db, "last-backup")).toEqual({
    ...{ at: 1, ok: false, bytes: null },
    message: "The disk is full.",
  });
  expect(readState<unknown>(db, "alerts")).toEqual({
    backup: { since: 1, tellAt: 2, told: true, message: "It failed." },
    disk: { since: 3, tellAt: 4, told: false, message: 'A "full" disk.' },
  });
  expect(readState<unknown>(db, "owed-back")).toEqual([{ ...owed, message: "No balance." }]);
});
