import { expect, test } from "bun:test";
import { offeredOn, planVisits } from "#src/demo/visits.ts";
import { addDays, addMinutes, clockOf, dayOf } from "#src/shared/wall-time.ts";

test("the demo books nothing into the times that its texts and calls offer", () => {
  const taken = [0, 1, 2, 3, 4, 5, 6].flatMap((later) => {
    const today = addDays("2026-11-23", later);
    return planVisits(today).filter(({ worker, days, startsAt, durationMinutes }) => {
      const offered = days > 0 ? offeredOn(dayOf(startsAt), worker) : undefined;
      const end = clockOf(addMinutes(startsAt, durationMinutes));
      return offered && clockOf(startsAt) < offered.to && end > offered.from;
    });
  });
  expect(taken).toEqual([]);
});
