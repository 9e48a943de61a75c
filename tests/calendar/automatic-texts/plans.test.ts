import { expect, test } from "bun:test";
import { resultsOf } from "#db/calendar/automatic-texts.ts";
import { listAbsent, listBirthdays, listDue, listVisitors } from "#db/calendar/offer-candidates.ts";
import type { Database } from "#db/connection.ts";
import { offerStand } from "./stand.ts";

const SLICE = {
  kind: "next-visit",
  suffix: "",
  now: 1,
  wallTime: "2026-11-02T09:00:00",
  offersSince: 0,
  after: 0,
  limit: 10,
};
const DAY = { day: "2026-11-01", nextDay: "2026-11-02" };

test.each([
  ["a review request", (db: Database) => listVisitors(db, SLICE, DAY)],
  ["a missed client", (db: Database) => listAbsent(db, SLICE, DAY)],
  ["a due service", (db: Database) => listDue(db, SLICE, { ...DAY, weeks: 5, again: false })],
  ["a second text", (db: Database) => listDue(db, SLICE, { ...DAY, weeks: 5, again: true })],
  [
    "a birthday",
    (db: Database) => listBirthdays(db, SLICE, { birthdays: ["11-02"], year: "2026" }),
  ],
  ["results", (db: Database) => resultsOf(db, { from: 0, to: 1, bringBack: [], employees: "all" })],
] as const)("%s reads no whole table of visits, clients or texts", (_, run) => {
  const { app } = offerStand();
  const statements: string[] = [];
  const query = app.db.query.bind(app.db);
  run({
    query(sql: string) {
      statements.push(sql);
      return query(sql);
    },
  } as unknown as Database);
  const steps = statements.flatMap((sql) =>
    app.db.query<{ detail: string }, []>(`explain query plan ${sql}`).all(),
  );
  expect(steps.length).toBeGreaterThan(0);
  expect(
    steps
      .map(({ detail }) => detail)
      .filter((detail) => /^SCAN (?:a|c|m|t|l|u|w|contacts|appointments)\b/.test(detail)),
  ).toEqual([]);
});
