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
    const ends = week[day].slice(0, -1).map((one) => one.end);
    const breaks = week[day]
      .slice(1)
      .map((one, at) => ({ from: ends[at] ?? "", until: one.start }));
    const kept = breaks.filter(({ from, until }) => start < from && until < end);
    const starts = [start, ...kept.map(({ until }) => until)];
    const moved = starts.map((begin, at) => ({ start: begin, end: kept[at]?.from ?? end }));
    return start < end ? moved : week[day];
  });
}
