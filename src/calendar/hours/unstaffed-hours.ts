import { allEmployees } from "#db/calendar/employees.ts";
import type { App, Staff } from "#src/app.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { type Interval, WEEKDAYS } from "#src/shared/working-hours.ts";
import { type OpenHours, without } from "./open-hours.ts";
import { renderDays } from "./outside-hours.ts";

/**
 * Says when the business is open and no employee works: "No one works after 5:00 PM on Fridays." Only to those who see all
 * employees.
 */
export function listUnstaffed(app: App, actor: Staff, hours: OpenHours, on: string): string[] {
  const employees = allEmployees(app.db);
  if (employees.length === 0 || !employees.every(({ id }) => maySeeEmployee(actor, id))) return [];
  const business = hours.weekOn(null, on);
  const weeks = employees.map(({ id }) => hours.weekOn(id, on));
  const gaps = WEEKDAYS.flatMap((day) => {
    const open = business[day];
    const unstaffed = weeks.reduce((left, week) => without(left, week[day]), open);
    return unstaffed.map((gap) => ({ day, when: describeGap(gap, open) }));
  });
  return [...Map.groupBy(gaps, ({ when }) => when)].map(
    ([when, those]) => `No one works${when} ${renderDays(those.map(({ day }) => day))}.`,
  );
}

/** " after 5:00 PM", " before 9:00 AM", " from 12:00 PM to 1:00 PM", or nothing for a whole day. */
function describeGap({ start, end }: Interval, open: readonly Interval[]): string {
  const isFirst = start === open[0]?.start;
  const isLast = end === open.at(-1)?.end;
  if (isFirst && isLast) return "";
  if (isFirst) return ` before ${formatClock(end)}`;
  return isLast
    ? ` after ${formatClock(start)}`
    : ` from ${formatClock(start)} to ${formatClock(end)}`;
}
