import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseStart } from "#src/calendar/appointments/csv-visits.ts";
import { findClashes } from "#src/calendar/appointments/list.ts";
import { toInstant, toWallTime } from "#src/platform/time.ts";
import { addMinutes, minutesBetween, parseWallTime } from "#src/shared/wall-time.ts";
import { isWithin, overlaps } from "#src/shared/working-hours.ts";
import { testApp } from "#tests/support/test-app.ts";

const wall = fc
  .integer({ min: Date.parse("2026-01-01T00:00Z"), max: Date.parse("2027-12-31T00:00Z") })
  .map((at) => new Date(Math.floor(at / 60_000) * 60_000).toISOString().slice(0, 19));
const STATUSES = ["booked", "confirmed", "arrived", "no_show", "canceled"] as const;

test("two appointments overlap exactly when they share a minute", () => {
  const span = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 120 }));
  fc.assert(
    fc.property(span, span, ([a, long], [b, other]) => {
      const of = (from: number, minutes: number) => {
        const startsAt = addMinutes("2026-11-20T09:00:00", from);
        return { startsAt, endsAt: addMinutes(startsAt, minutes) };
      };
      const minutes = new Set(Array.from({ length: long }, (_, n) => a + n));
      const shared = Array.from({ length: other }, (_, n) => b + n).some((n) => minutes.has(n));
      expect(overlaps(of(a, long), of(b, other))).toBe(shared);
    }),
  );
});

interface Busy {
  readonly from: number;
  readonly durationMinutes: number;
  readonly processing: readonly { readonly afterMinutes: number; readonly minutes: number }[];
}

/** Each minute in which the employee is busy, looked at by itself. */
function busyMinutes({ from, durationMinutes, processing }: Busy): number[] {
  return Array.from({ length: durationMinutes }, (_, at) => at)
    .filter((at) =>
      processing.every((one) => at < one.afterMinutes || at >= one.afterMinutes + one.minutes),
    )
    .map((at) => from + at);
}

test("a single sweep finds the same conflicts as comparing every pair", () => {
  const one = fc.record({
    from: fc.integer({ min: 0, max: 40 }),
    minutes: fc.integer({ min: 1, max: 15 }),
    after: fc.integer({ min: 1, max: 8 }),
    free: fc.integer({ min: 0, max: 8 }),
    employeeId: fc.integer({ min: 1, max: 2 }),
    status: fc.constantFrom(...STATUSES),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 14 }), (wanted) => {
      const all = wanted
        .map(({ from, minutes, after, free, ...rest }, id) => {
          const startsAt = addMinutes("2026-11-20T09:00:00", from);
          const hasProcessing = free > 0 && after + free < minutes;
          return {
            ...{ ...rest, id, from, startsAt, endsAt: addMinutes(startsAt, minutes) },
            durationMinutes: minutes,
            processing: hasProcessing ? [{ afterMinutes: after, minutes: free }] : [],
          };
        })
        .sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
      const expected = all.filter((a) =>
        all.some(
          (b) =>
            a !== b &&
            a.employeeId === b.employeeId &&
            a.status !== "canceled" &&
            b.status !== "canceled" &&
            busyMinutes(a).some((minute) => busyMinutes(b).includes(minute)),
        ),
      );
      expect([...findClashes(all)].sort()).toEqual(expected.map(({ id }) => id).sort());
    }),
  );
});

test("a wall time converts to an instant and back, except in the skipped hour", () => {
  const { app } = testApp();
  const skipped = (time: string) => /^(2026-03-08|2027-03-14)T02/.test(time);
  fc.assert(
    fc.property(wall, (time) => {
      const back = toWallTime(app, toInstant(app, time));
      expect(back).toBe(skipped(time) ? addMinutes(time, 60) : time);
    }),
    {
      numRuns: 400,
      examples: [["2026-03-08T02:30:00"], ["2026-11-01T01:30:00"], ["2027-03-14T02:00:00"]],
    },
  );
});

test("a wall time that occurs twice means the first one", () => {
  const { app } = testApp();
  expect(new Date(toInstant(app, "2026-11-01T01:30:00")).toISOString()).toBe(
    "2026-11-01T05:30:00.000Z",
  );
  expect(new Date(toInstant(app, "2026-03-08T02:30:00")).toISOString()).toBe(
    "2026-03-08T07:30:00.000Z",
  );
});

test("added minutes are elapsed minutes, over any night", () => {
  fc.assert(
    fc.property(wall, fc.integer({ min: -5_000, max: 5_000 }), (time, minutes) => {
      expect(minutesBetween(time, addMinutes(time, minutes))).toBe(minutes);
      expect(parseWallTime(addMinutes(time, minutes))).toBe(addMinutes(time, minutes));
    }),
  );
});

test("working hours include the first and the last minute, and may end at midnight", () => {
  const open = [
    { start: "09:00", end: "12:00" },
    { start: "13:00", end: "17:00" },
  ];
  const day = (from: string, to: string) =>
    [`2026-11-20T${from}:00`, `2026-11-20T${to}:00`] as const;
  expect(isWithin(open, ...day("09:00", "12:00"))).toBe(true);
  expect(isWithin(open, ...day("13:00", "17:00"))).toBe(true);
  expect(isWithin(open, ...day("08:59", "10:00"))).toBe(false);
  expect(isWithin(open, ...day("16:30", "17:01"))).toBe(false);
  expect(isWithin(open, ...day("11:30", "13:30"))).toBe(false);
  expect(isWithin([], ...day("09:00", "10:00"))).toBe(false);
  const late = [{ start: "09:00", end: "24:00" }];
  expect(isWithin(late, "2026-11-20T23:00:00", "2026-11-21T00:00:00")).toBe(true);
  expect(isWithin(late, "2026-11-20T23:00:00", "2026-11-21T00:01:00")).toBe(false);
});

test("times in other programs' formats are read, and other text is not", () => {
  const us = (text: string) => parseStart(text, "US");
  expect(us("2026-11-20T10:00:00.000Z")).toBe("2026-11-20T10:00:00");
  expect(us("2026-11-20T10:00:00-06:00")).toBe("2026-11-20T10:00:00");
  expect(us("2026-11-20 10:00")).toBe("2026-11-20T10:00:00");
  expect(us("11/20/2026 2:05 PM")).toBe("2026-11-20T14:05:00");
  expect(us("5.1.2027 10:00")).toBe("2027-01-05T10:00:00");
  expect(us("2027-01-01T10:00:00 PM")).toBe("2027-01-01T22:00:00");
  expect(us("1/2/2026 12:00:00 AM")).toBe("2026-01-02T00:00:00");
  expect(parseStart("20/11/2026 14:05", "GB")).toBe("2026-11-20T14:05:00");
  for (const bad of [
    "",
    "tomorrow",
    "13/40/2026 10:00",
    "11/20/2026 13:00 PM",
    "2026-02-30T10:00",
    "2027-01-01T13:00 PM",
    "0001-01-01T10:00",
    "9999-01-01T10:00",
  ])
    expect(us(bad)).toBeUndefined();
});
