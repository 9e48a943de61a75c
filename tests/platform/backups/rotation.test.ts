import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  backupName,
  findBackups,
  lastOccurrence,
  outdatedBackups,
} from "#src/platform/backups/backups.ts";

const ZONE = "America/New_York";
const HOUR = 60 * 60 * 1000;
const START = Date.parse("2026-11-20T08:00:00Z");

const of = (...times: readonly number[]) => findBackups(times.map(backupName));
const day = (at: number) => new Date(at).toLocaleDateString("en-CA", { timeZone: ZONE });

test("names and times convert both ways, and other files are ignored", () => {
  expect(of(START)).toEqual([{ name: "parlor-2026-11-20T08-00-00Z.db", at: START }]);
  const others = ["notes.db", "before-upgrade-from-schema-3-x.db", "parlor-friday.db", "parlor.db"];
  expect(findBackups(others)).toEqual([]);
});

test("after ten weeks of nights, seven days and four weeks are kept", () => {
  const nights = Array.from({ length: 70 }, (_, ago) => START - ago * 24 * HOUR);
  const backups = of(...nights);
  const gone = new Set(outdatedBackups(backups, ZONE, START).map(({ name }) => name));
  const kept = backups.filter(({ name }) => !gone.has(name)).map(({ at }) => day(at));
  expect(kept).toEqual([
    "2026-11-20",
    "2026-11-19",
    "2026-11-18",
    "2026-11-17",
    "2026-11-16",
    "2026-11-15",
    "2026-11-14",
    "2026-11-08",
    "2026-11-01",
  ]);
});

test("after weeks with a clock that was ahead, the backups of the present are kept", () => {
  const ahead = Array.from({ length: 40 }, (_, night) => START + (30 + night) * 24 * HOUR);
  const present = Array.from({ length: 7 }, (_, ago) => START - ago * 24 * HOUR);
  const gone = outdatedBackups(of(...ahead, ...present), ZONE, START).map(({ at }) => at);
  expect(present.filter((at) => gone.includes(at))).toEqual([]);
  expect(ahead.length - gone.length).toBeLessThanOrEqual(11);
});

test("the newest is kept, outdated ones are older than the kept one of their day, and repeating changes nothing", () => {
  const times = fc.array(fc.integer({ min: 0, max: 2_000 }).map((hours) => START - hours * HOUR));
  fc.assert(
    fc.property(times, (at) => {
      const backups = of(...new Set(at));
      const gone = outdatedBackups(backups, ZONE, START);
      const left = backups.filter((one) => !gone.includes(one));
      expect(left.length).toBeLessThanOrEqual(11);
      expect(left[0]).toEqual(backups[0] as (typeof left)[0]);
      expect(outdatedBackups(left, ZONE, START)).toEqual([]);
      // Each of the last days keeps its backup.
      const days = [...new Set(backups.map((one) => day(one.at)))].slice(0, 7);
      expect(left.map((one) => day(one.at))).toEqual(expect.arrayContaining(days));
    }),
  );
});

test.each([
  ["2026-11-20T08:00:00Z", "2026-11-20T08:00:00.000Z"],
  ["2026-11-20T07:59:59Z", "2026-11-19T08:00:00.000Z"],
  // Clocks went back on November 1, and forward on March 8.
  ["2026-11-01T09:00:00Z", "2026-11-01T08:00:00.000Z"],
  ["2026-11-01T07:30:00Z", "2026-10-31T07:00:00.000Z"],
  ["2026-03-08T12:00:00Z", "2026-03-08T07:00:00.000Z"],
])("at %s the last three o'clock in the salon's time zone was %s", (now, last) => {
  expect(new Date(lastOccurrence("03:00", ZONE, Date.parse(now))).toISOString()).toBe(last);
});
