import { expect, test } from "bun:test";
import { CLOSES, planVisits, timesKept } from "#src/demo/visits.ts";
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

test("what the salon offers its first client has room for a peel, today or within a week", () => {
  const PEEL = { minutes: 90, cleanup: 10 };
  const taken = [0, 1, 2, 3, 4, 5, 6].flatMap((later) => {
    const today = addDays("2026-11-23", later);
    return planVisits(today).filter(({ worker, days, startsAt, durationMinutes }) => {
      const day = startsAt.slice(0, 10);
      const offered = { "2": `${day}T14:30:00`, "3": `${day}T15:30:00` }[weekday(day)];
      if (worker !== 0 || days < 0 || offered === undefined) return false;
      expect(clockOf(addMinutes(offered, PEEL.minutes)) <= CLOSES).toBe(true);
      return (
        startsAt < addMinutes(offered, PEEL.minutes + PEEL.cleanup) &&
        addMinutes(startsAt, durationMinutes + PEEL.cleanup) > offered
      );
    });
  });
  expect(taken).toEqual([]);
});

function weekday(day: string) {
  return String(new Date(`${day}T12:00:00Z`).getUTCDay()) as "2" | "3";
}
