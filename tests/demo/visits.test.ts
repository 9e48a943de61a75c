import { expect, test } from "bun:test";
import { planVisits, timesKept } from "#src/demo/visits.ts";
import { addDays, addMinutes, clockOf } from "#src/shared/wall-time.ts";

test("the demo books nothing into times that its texts, calls and requests use", () => {
  const taken = [0, 1, 2, 3, 4, 5, 6].flatMap((later) => {
    const today = addDays("2026-11-23", later);
    return planVisits(today).filter(({ worker, days, startsAt, durationMinutes }) => {
      const end = clockOf(addMinutes(startsAt, durationMinutes));
      return timesKept(today, days, worker).some(
        ({ from, to }) => clockOf(startsAt) < to && end > from,
      );
    });
  });
  expect(taken).toEqual([]);
});
