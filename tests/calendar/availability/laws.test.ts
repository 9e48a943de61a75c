import { expect, test } from "bun:test";
import fc from "fast-check";
import { insertAppointment } from "#db/calendar/appointments.ts";
import { insertEmployee } from "#db/calendar/employees.ts";
import { findFreeStarts, isFree } from "#src/calendar/availability/availability.ts";
import { toInstant } from "#src/platform/time.ts";
import { addDays, addMinutes, dayOf } from "#src/shared/wall-time.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

interface Booked {
  readonly employee: number;
  /** Minutes after the midnight before the first day. */
  readonly at: number;
  readonly minutes: number;
  readonly canceled: boolean;
}

interface Salon {
  readonly given: TestApp;
  readonly employees: readonly { id: number; start: string; end: string }[];
  readonly booked: readonly { employeeId: number; startsAt: string; endsAt: string }[];
}

const clock = fc.integer({ min: 0, max: 95 }).map((quarter) => clockOf(quarter * 15));
const hours = fc
  .tuple(clock, clock)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => (a < b ? [a, b] : [b, a]) as [string, string]);
const booked: fc.Arbitrary<Booked> = fc.record({
  employee: fc.integer({ min: 0, max: 1 }),
  at: fc.integer({ min: -600, max: 2 * 1440 }),
  minutes: fc.integer({ min: 5, max: 400 }),
  canceled: fc.boolean(),
});
/** An ordinary Friday, and both nights in which the clock of New York is changed. */
const day = fc.constantFrom("2026-11-20", "2026-11-27", "2026-11-01", "2026-03-08", "2027-03-14");

test("free is exactly what a minute-by-minute look at the book finds free", () => {
  fc.assert(
    fc.property(
      day,
      fc.array(booked, { maxLength: 8 }),
      fc.tuple(hours, hours),
      fc.integer({ min: 5, max: 240 }),
      fc.integer({ min: 0, max: 2 * 1440 }),
      (from, book, open, minutes, nowAfter) => {
        const salon = salonOn(from, book, open, nowAfter);
        const to = addDays(from, 1);
        const wanted = { employeeId: undefined, from, to, minutes };
        const found = findFreeStarts(salon.given.app, wanted).map(({ employeeId, startsAt }) =>
          [startsAt, employeeId].join(" "),
        );
        const expected = quarters(from, to).flatMap((startsAt) =>
          salon.employees.flatMap((employee) =>
            isFreeSlowly(salon, employee, startsAt, minutes) ? [`${startsAt} ${employee.id}`] : [],
          ),
        );
        expect(found.toSorted()).toEqual(expected.toSorted());
        for (const one of found.slice(0, 5)) {
          const [startsAt = "", id] = one.split(" ");
          expect(isFree(salon.given.app, { employeeId: Number(id), startsAt }, minutes)).toBe(true);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("of one employee only their own times are told, and of an unknown one none", () => {
  const { given, employees } = salonOn(
    "2026-11-27",
    [],
    [
      ["09:00", "10:00"],
      ["12:00", "13:00"],
    ],
    0,
  );
  const [elena] = employees;
  const of = (employeeId: number | undefined) =>
    findFreeStarts(given.app, { employeeId, from: "2026-11-27", to: "2026-11-27", minutes: 60 });
  expect(of(elena?.id)).toEqual([{ employeeId: elena?.id ?? 0, startsAt: "2026-11-27T09:00:00" }]);
  expect(of(999)).toEqual([]);
  expect(of(undefined)).toHaveLength(2);
});

test("an hour that the clock skips is nobody's, and one that it shows twice is there once", () => {
  const open: [string, string][] = [
    ["00:00", "05:00"],
    ["00:00", "05:00"],
  ];
  const { given } = salonOn("2027-03-14", [], open, 0);
  const starts = findFreeStarts(given.app, {
    employeeId: 1,
    from: "2027-03-14",
    to: "2027-03-14",
    minutes: 15,
  }).map(({ startsAt }) => startsAt.slice(11, 13));
  expect([starts.includes("02"), starts.includes("01"), starts.includes("03")]).toEqual([
    false,
    true,
    true,
  ]);
  const autumn = salonOn("2027-11-07", [], open, 0);
  const doubled = findFreeStarts(autumn.given.app, {
    employeeId: 1,
    from: "2027-11-07",
    to: "2027-11-07",
    minutes: 15,
  });
  expect(doubled.filter(({ startsAt }) => startsAt.endsWith("T01:30:00"))).toHaveLength(1);
});

/** The book with two employees, looked at some minutes after the midnight before the day. */
function salonOn(
  from: string,
  book: readonly Booked[],
  open: readonly (readonly [string, string])[],
  nowAfter: number,
): Salon {
  const given = testApp();
  const midnight = `${from}T00:00:00`;
  given.clock.now = toInstant(given.app, midnight) - 60_000 + nowAfter * 60_000;
  const employees = open.map(([start, end], displayOrder) => ({
    start,
    end,
    id: insertEmployee(given.app.db, {
      name: `Employee ${displayOrder}`,
      displayOrder,
      workStartTime: start,
      workEndTime: end,
      feedVersion: null,
      createdAt: 1,
    }),
  }));
  const taken = book.flatMap(({ employee, at, minutes, canceled }) => {
    const employeeId = employees[employee]?.id ?? 0;
    const startsAt = addMinutes(midnight, at);
    const endsAt = addMinutes(startsAt, minutes);
    const id = insertAppointment(given.app.db, {
      employeeId,
      clientName: "Ruth",
      nameKey: "ruth",
      phone: null,
      startsAt,
      endsAt,
      durationMinutes: minutes,
      service: "Cut",
      source: "staff",
      createdAt: 1,
    });
    if (canceled)
      given.app.db.query("update appointments set status = 'canceled' where id = ?").run(id);
    return canceled ? [] : [{ employeeId, startsAt, endsAt }];
  });
  return { given, employees, booked: taken };
}

/** Every minute of it is within the hours and nobody else's, and it is not over yet. */
function isFreeSlowly(
  { given, booked: taken }: Salon,
  { id, start, end }: { id: number; start: string; end: string },
  startsAt: string,
  minutes: number,
): boolean {
  for (let minute = 0; minute < minutes; minute += 1) {
    const at = addMinutes(startsAt, minute);
    const isOpen =
      dayOf(at) === dayOf(startsAt) && at.slice(11, 16) >= start && at.slice(11, 16) < end;
    const isTaken = taken.some(
      (one) => one.employeeId === id && one.startsAt <= at && at < one.endsAt,
    );
    if (!isOpen || isTaken) return false;
  }
  const zoned = Temporal.PlainDateTime.from(startsAt).toZonedDateTime("America/New_York");
  const isShown = zoned.toPlainDateTime().toString({ smallestUnit: "second" }) === startsAt;
  return isShown && zoned.epochMilliseconds > given.clock.now;
}

function quarters(from: string, to: string): string[] {
  const days = from === to ? 1 : 2;
  return Array.from({ length: days * 96 }, (_, at) => addMinutes(`${from}T00:00:00`, at * 15));
}

function clockOf(minutes: number): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
