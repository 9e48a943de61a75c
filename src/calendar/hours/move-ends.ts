import { extentOf, type Interval, mapWeek, type Weekly } from "#src/shared/working-hours.ts";

/**
 * Moves the week's earliest start and latest end, on the days that have it. Breaks inside the new times stay, and
 * so does a day that would end before it starts.
 */
export function moveEnds(week: Weekly, to: Interval): Weekly {
  const extent = extentOf(week);
  return mapWeek((day) => {
    const [first, last] = [week[day][0], week[day].at(-1)];
    if (!first || !last) return [];
    const start = first.start === extent?.start ? to.start : first.start;
    const end = last.end === extent?.end ? to.end : last.end;
    if (end <= start) return week[day];
    const kept = week[day].filter((one) => start < one.end && one.start < end);
    if (kept.length === 0) return [{ start, end }];
    return kept.map((one, at) => ({
      start: at === 0 ? start : one.start,
      end: at === kept.length - 1 ? end : one.end,
    }));
  });
}
