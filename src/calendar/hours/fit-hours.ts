import { allEmployees } from "#db/calendar/employees.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import {
  differingDays,
  mapWeek,
  WEEKDAYS,
  type Weekday,
  type Weekly,
} from "#src/shared/working-hours.ts";
import type { BusinessHours, FitHours } from "./contract.ts";
import {
  type ChangedHours,
  changeInTransaction,
  getBusinessHours,
  publish,
  requireFirstDay,
  setEmployeeWeek,
} from "./hours.ts";
import { getOpenHours, type OpenHours, within } from "./open-hours.ts";
import { describeOutsideHours, renderDays } from "./outside-hours.ts";

/**
 * Limits employees' own hours on some days of the week to the hours of the business. Without a first day, from that of its
 * newest hours on. @throws Problem 400 for a day that has passed
 */
export function fitEmployeeHours(
  app: App,
  actor: Staff,
  { days = [...WEEKDAYS], from: firstDay }: FitHours,
): ChangedHours<BusinessHours> {
  return changeInTransaction(app, null, () => {
    const hours = getOpenHours(app);
    const today = businessDay(app);
    const from = requireFirstDay(app, firstDay ?? hours.upcomingAfter(null, today).at(-1));
    const employees = allEmployees(app.db).filter(
      (one) => describeOutsideHours(hours, one, from, days).length > 0,
    );
    for (const employee of employees)
      for (const version of limitVersions(hours, employee.id, { days, from }))
        setEmployeeWeek(app, employee, version);
    const names = employees.map(({ name }) => name);
    record(app, actor, {
      action: "hours.fit",
      metadata: { from, on: renderDays(days), employees: names },
    });
    publish(app);
    return getBusinessHours(app, actor);
  });
}

/** Returns the versions of an employee's hours from a day on that lie within the hours that the business has then. */
function limitVersions(
  hours: OpenHours,
  employeeId: number,
  { days, from: firstDay }: { readonly days: readonly Weekday[]; readonly from: string },
) {
  const own = hours.upcomingAfter(employeeId, firstDay);
  const begins = new Set([...own, ...hours.upcomingAfter(null, firstDay)].toSorted());
  const versions: { from: string; weekly: Weekly | null }[] = [];
  let before = "";
  for (const from of [firstDay, ...begins]) {
    const [week, business] = [hours.weekOn(employeeId, from), hours.weekOn(null, from)];
    const limited = mapWeek((day) =>
      days.includes(day) ? within(week[day], business[day]) : week[day],
    );
    const weekly = hours.followsBusiness(employeeId, from) ? null : limited;
    const isUnchanged = own.includes(from)
      ? differingDays(week, limited).length === 0
      : JSON.stringify(weekly) === before;
    if (!isUnchanged) versions.push({ from, weekly });
    before = JSON.stringify(weekly);
  }
  return versions;
}
