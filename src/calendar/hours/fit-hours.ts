import { allEmployees } from "#db/calendar/employees.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { mapWeek, WEEKDAYS } from "#src/shared/working-hours.ts";
import type { BusinessHours, FitHours } from "./contract.ts";
import {
  type ChangedHours,
  changeInTransaction,
  getBusinessHours,
  publish,
  requireFirstDay,
  setEmployeeWeek,
} from "./hours.ts";
import { getOpenHours, within } from "./open-hours.ts";
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
    const business = hours.weekOn(null, from);
    const employees = allEmployees(app.db).filter(
      (one) => describeOutsideHours(hours, one, from, days).length > 0,
    );
    for (const employee of employees) {
      const own = hours.weekOn(employee.id, from);
      const weekly = mapWeek((day) =>
        days.includes(day) ? within(own[day], business[day]) : own[day],
      );
      setEmployeeWeek(app, employee, { weekly, from });
    }
    const names = employees.map(({ name }) => name);
    record(app, actor, {
      action: "hours.fit",
      metadata: { from, on: renderDays(days), employees: names },
    });
    publish(app);
    return getBusinessHours(app, actor);
  });
}
