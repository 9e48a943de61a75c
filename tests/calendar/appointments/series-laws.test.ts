import { expect, test } from "bun:test";
import fc from "fast-check";
import { findAppointment } from "#db/calendar/appointments.ts";
import { planVisits } from "#src/calendar/appointments/plan-visits.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { firstShown, wallAt } from "#tests/calendar/availability/oracle.ts";
import { testApp } from "#tests/support/test-app.ts";
import { type Desk, desk } from "./stand.ts";

const ZONES = [
  "America/New_York",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "America/Santiago",
  "Asia/Tokyo",
  "Africa/Cairo",
];
const DAY_MINUTES = 24 * 60;

/** Counts the visits day by day on a calendar, and reads each time from a clock of the zone. */
function slowVisits(
  zone: string,
  { first, everyWeeks, count }: { first: string; everyWeeks: number; count: number },
): { day: string; start: string }[] {
  const visits: { day: string; start: string }[] = [];
  let sinceVisit = 0;
  for (let noon = Date.parse(`${first.slice(0, 10)}T12:00Z`); visits.length < count; ) {
    if (sinceVisit % (7 * everyWeeks) === 0) {
      const day = new Date(noon).toISOString().slice(0, 10);
      const wall = `${day}${first.slice(10)}`;
      const shown = firstShown(zone, wall);
      const isSkipped = wallAt(zone, shown) !== wall;
      visits.push({ day, start: isSkipped ? skippedForward(zone, wall) : wall });
    }
    sinceVisit += 1;
    noon += DAY_MINUTES * 60_000;
  }
  return visits;
}

/** Returns what clocks show when a clock that was not set forward shows the skipped time. */
function skippedForward(zone: string, wall: string): string {
  const change = firstShown(zone, wall);
  const before = wallAt(zone, change - 1);
  const late = (Date.parse(`${wall}Z`) - Date.parse(`${before}Z`)) / 60_000 - 1;
  return wallAt(zone, change + late);
}

test("the visits match a wall calendar, in any zone and across any clock change", () => {
  const { app, admin } = testApp();
  const employee = { id: 1, name: "Elena", workStartTime: null, workEndTime: null };
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: 0, max: 729 }),
      fc.integer({ min: 0, max: 95 }),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 2, max: 14 }),
      (zone, day, quarter, everyWeeks, count) => {
        saveSettings(app, admin.actor, { timeZone: zone });
        const wanted = new Date(Date.UTC(2026, 0, 1 + day) + quarter * 15 * 60_000);
        const startsAt = wanted.toISOString().slice(0, 19);
        const visits = planVisits(
          app,
          {
            employee: employee as never,
            startsAt,
            durationMinutes: 30,
            bufferMinutes: 0,
            processing: [],
          },
          { everyWeeks, count, skip: [] },
        );
        expect(visits.map(({ day, start }) => ({ day, start }))).toEqual(
          slowVisits(zone, { first: startsAt, everyWeeks, count }),
        );
      },
    ),
    { numRuns: 150 },
  );
});

const change = fc.oneof(
  fc.record({ kind: fc.constant("shift"), at: fc.nat(7), days: fc.integer({ min: -9, max: 9 }) }),
  fc.record({ kind: fc.constantFrom("cancel", "delete", "restore"), at: fc.nat(7) }),
  fc.record({ kind: fc.constantFrom("length", "employee"), at: fc.nat(7) }),
  fc.record({ kind: fc.constant("add"), at: fc.nat(7) }),
);
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

interface Row {
  readonly id: number;
  readonly startsAt: string;
  readonly seriesId: number | null;
}

const rowsOf = ({ app }: Desk): Row[] =>
  app.db
    .query<Row, []>(
      "select id, starts_at as startsAt, series_id as seriesId from appointments order by id",
    )
    .all();

test("in any order of adding, moving, canceling and deleting, earlier visits stay and no series is empty", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(change, fc.constantFrom("one", "following")), {
        minLength: 3,
        maxLength: 12,
      }),
      async (steps) => {
        const salon = await desk();
        await add(salon);
        for (const [one, scope] of steps) await take(salon, one, scope);
      },
    ),
    { numRuns: 40 },
  );
}, 120_000);

function add(salon: Desk): Promise<unknown> {
  return salon.book({
    appointmentDate: "2026-11-06T10:00",
    repeat: { everyWeeks: 1, count: 6 },
    allowOverlap: true,
  });
}

async function take(salon: Desk, one: Change, scope: string): Promise<void> {
  if (one.kind === "add") await add(salon);
  const rows = rowsOf(salon);
  const row = rows[one.at % Math.max(rows.length, 1)];
  if (!row || one.kind === "add") return expectLaws(salon);
  const path = `/api/appointments/${row.id}`;
  const read = ({ id }: Row) => JSON.stringify(findAppointment(salon.app.db, id));
  const now = "2026-11-20T11:00:00";
  const isTouched = (other: Row) =>
    other.id === row.id ||
    (scope === "following" &&
      row.seriesId !== null &&
      other.seriesId === row.seriesId &&
      other.startsAt > row.startsAt &&
      other.startsAt > now);
  const untouched = rows.filter((other) => !isTouched(other));
  const before = untouched.map(read);
  const { status } = await send(salon, path, { row, one, scope });
  expect([200, 204, 400]).toContain(status);
  expect(untouched.map(read)).toEqual(before);
  if (one.kind === "shift") expectShifted(salon, rows.filter(isTouched));
  if (one.kind === "delete") expect(rowsOf(salon)).toHaveLength(untouched.length);
  expectLaws(salon);
}

function send(
  salon: Desk,
  path: string,
  { row, one, scope }: { row: Row; one: Change; scope: string },
) {
  if (one.kind === "delete") return salon.admin.request("DELETE", `${path}?scope=${scope}`);
  const days = "days" in one ? one.days : 0;
  const moved = new Date(Date.parse(`${row.startsAt}Z`) + days * 86_400_000 + 900_000);
  const changes: Record<string, object> = {
    shift: { appointmentDate: moved.toISOString().slice(0, 19) },
    cancel: { status: "canceled" },
    restore: { status: "booked" },
    length: { durationMinutes: 45 },
    employee: { employeeId: salon.tomas },
  };
  return salon.admin.request("PATCH", path, { ...changes[one.kind], scope, allowOverlap: true });
}

/** All visits that moved, moved by the same time. */
function expectShifted(salon: Desk, before: readonly Row[]): void {
  const shifts = before.flatMap(({ id, startsAt }) => {
    const after = findAppointment(salon.app.db, id);
    return after && after.status !== "canceled"
      ? Date.parse(`${after.startsAt}Z`) - Date.parse(`${startsAt}Z`)
      : [];
  });
  expect(new Set(shifts).size).toBeLessThanOrEqual(1);
}

function expectLaws({ app }: Desk): void {
  const orphans = app.db
    .query(
      "select id from appointment_series where id not in (select series_id from appointments where series_id is not null)",
    )
    .all();
  expect(orphans).toEqual([]);
  const wrong = app.db
    .query(
      "select id from appointments where ends_at <> strftime('%Y-%m-%dT%H:%M:%S', starts_at, duration_minutes || ' minutes')",
    )
    .all();
  expect(wrong).toEqual([]);
  expect(app.db.query("PRAGMA foreign_key_check").all()).toEqual([]);
}
