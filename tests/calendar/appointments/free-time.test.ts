import { expect, test } from "bun:test";
import fc from "fast-check";
import { toClock } from "#src/shared/clock-time.ts";
import { busySpans, sumDay } from "#ui/calendar/appointments/free-time.ts";
import { type Lane, minuteOf } from "#ui/calendar/appointments/layout.ts";
import { appointment, TODAY } from "./screen-stand.ts";

const minute = (from: number, to: number) =>
  fc.integer({ min: from / 5, max: to / 5 }).map((n) => n * 5);

const visits = fc.array(
  fc.record({
    start: minute(420, 1080),
    durationMinutes: minute(15, 180),
    bufferMinutes: minute(0, 30),
    waits: fc.boolean(),
    status: fc.constantFrom("booked" as const, "arrived" as const, "canceled" as const),
  }),
  { maxLength: 8 },
);

test("each minute at work is a visit's, off, over, free, or part of a rest too short to fill", () => {
  fc.assert(
    fc.property(
      visits,
      fc.array(fc.tuple(minute(480, 1020), minute(15, 120)), { maxLength: 2 }),
      minute(0, 1435),
      (drawn, away, clock) => {
        const lane: Lane = {
          ...{ key: "1", employeeId: 1, employeeName: "Elena", day: TODAY, closedFor: null },
          open: [
            { start: "09:00", end: "12:00" },
            { start: "13:00", end: "17:00" },
          ],
          off: away.map(
            ([from, length]) => ({ from, until: from + length }) as Lane["off"][number],
          ),
          appointments: drawn
            .toSorted((one, other) => one.start - other.start)
            .map(({ start, waits, ...one }) =>
              appointment({
                ...one,
                appointmentDate: `${TODAY}T${toClock(start)}:00`,
                processing: waits ? [{ afterMinutes: 5, minutes: one.durationMinutes - 10 }] : [],
              }),
            ),
        };
        const { free } = sumDay(lane, `${TODAY}T${toClock(clock)}:00`);
        const taken = [...lane.off, ...lane.appointments.flatMap(busySpans)];
        const covers = (at: number) => (span: { from: number; until: number }) =>
          span.from <= at && at < span.until;
        const canBook = (at: number) =>
          at >= clock &&
          lane.open.some(({ start, end }) => minuteOf(start) <= at && at < minuteOf(end)) &&
          !taken.some(covers(at));
        for (const { from, until } of free) {
          expect(until - from).toBeGreaterThanOrEqual(30);
          for (let at = from; at < until; at += 5) expect(canBook(at)).toBe(true);
        }
        // Now is rounded up to a quarter hour, so a run may lose up to ten minutes of it.
        let run = 0;
        for (let at = 0; at < 1440; at += 5) {
          run = canBook(at) && !free.some(covers(at)) ? run + 5 : 0;
          expect(run).toBeLessThan(40);
        }
      },
    ),
  );
});
