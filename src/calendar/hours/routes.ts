import { allEmployees } from "#db/calendar/employees.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import {
  differingDays,
  joinTouching,
  mapWeek,
  WEEKDAYS,
  type Weekday,
  type Weekly,
} from "#src/shared/working-hours.ts";
import { leaveAffected, listAffected } from "./affected.ts";
import {
  type BusinessHours,
  type BusinessHoursChange,
  type FitHours,
  hours,
  type OutsideHours,
  type SavedHours,
} from "./contract.ts";
import {
  type ChangedHours,
  changeInTransaction,
  confirmHours,
  getBusinessHours,
  getEmployeeHours,
  publish,
  removeUpcomingHours,
  requireFirstDay,
  saveBusinessHours,
  saveEmployeeHours,
  setEmployeeWeek,
} from "./hours.ts";
import { getOpenHours, listOpenDays, type OpenHours, planOpenHours } from "./open-hours.ts";
import { describeOutsideHours, limitTo, listNewlyOutside, renderDays } from "./outside-hours.ts";

export const hoursModule = defineModule(hours, {
  business: staff("any", ({ app, actor }) => getBusinessHours(app, actor)),
  saveBusiness: admin(({ app, actor, body }) => saveHoursWithStaff(app, actor, body)),
  previewBusiness: admin(({ app, actor, body }) => previewHours(app, actor, body)),
  fitEmployees: admin(({ app, actor, body }) => fitEmployeeHours(app, actor, body)),
  affected: staff("/appointments", ({ app, actor }) => listAffected(app, actor)),
  leave: staff("/appointments", ({ app, actor, id, query }) =>
    leaveAffected(app, actor, id, query.series !== undefined),
  ),
  confirm: admin(({ app, actor }) => confirmHours(app, actor)),
  removeUpcoming: admin(({ app, actor, params }) =>
    removeUpcomingHours(app, actor, null, params.from),
  ),
  employee: staff("any", ({ app, actor, id }) => getEmployeeHours(app, actor, id)),
  saveEmployee: admin(({ app, actor, id, body }) => saveEmployeeHours(app, actor, id, body)),
  removeUpcomingOfEmployee: admin(({ app, actor, id, params }) =>
    removeUpcomingHours(app, actor, id, params.from),
  ),
  days: staff("any", ({ app, actor, query }) => listOpenDays(app, actor, query)),
});

/**
 * Limits employees' own hours on some days of the week to the hours of the business. Without a first day, from that of its
 * newest hours on. With the hours before a change, only to what it closes. @throws Problem 400 for a day that has passed
 */
function fitEmployeeHours(
  app: App,
  actor: Staff,
  { days = [...WEEKDAYS], from: firstDay }: FitHours,
  before?: OpenHours,
): ChangedHours<BusinessHours> {
  return changeInTransaction(app, null, () => {
    const hours = getOpenHours(app);
    const today = businessDay(app);
    const from = requireFirstDay(app, firstDay ?? hours.upcomingAfter(null, today).at(-1));
    const employees = allEmployees(app.db).filter(
      (one) => describeOutsideHours({ hours, before, on: from, days }, one).length > 0,
    );
    for (const employee of employees)
      for (const version of limitVersions(hours, employee.id, { days, from, before }))
        setEmployeeWeek(app, employee, version);
    const names = employees.map(({ name }) => name);
    record(app, actor, {
      action: "hours.fit",
      metadata: { from, days: renderDays(days).replace(/^on /, ""), employees: names },
    });
    publish(app);
    return getBusinessHours(app, actor);
  });
}

/** Saves hours from a day on, and closed days, and shortens those of employees if that is asked. @throws Problem 400 */
function saveHoursWithStaff(
  app: App,
  actor: Staff,
  { shortensStaff, ...change }: BusinessHoursChange,
): SavedHours {
  return inTransaction(app.db, () => {
    const before = getOpenHours(app);
    const saved = saveBusinessHours(app, actor, change);
    const { days, from, notes } = saved.outside;
    if (!shortensStaff || notes.length === 0) return saved;
    const fitted = fitEmployeeHours(app, actor, { days, from }, before);
    const outside = listNewlyOutside(app, actor, from, { before, hours: getOpenHours(app) });
    return { ...fitted, outside, affected: [...saved.affected, ...fitted.affected] };
  });
}

/** Says which employees would work outside of new hours on the days that change, and don't now. @throws Problem 400 */
function previewHours(
  app: App,
  actor: Staff,
  { weekly, from }: { readonly weekly: Weekly; readonly from?: string | undefined },
): OutsideHours {
  const firstDay = requireFirstDay(app, from);
  const planned = planOpenHours(
    app,
    firstDay,
    mapWeek((day) => joinTouching(weekly[day])),
  );
  return listNewlyOutside(app, actor, firstDay, { before: getOpenHours(app), hours: planned });
}

/** Returns the versions of an employee's hours from a day on that lie within the hours that the business has then. */
function limitVersions(
  hours: OpenHours,
  employeeId: number,
  {
    days,
    from: firstDay,
    before: former,
  }: {
    readonly days: readonly Weekday[];
    readonly from: string;
    readonly before: OpenHours | undefined;
  },
) {
  const own = hours.upcomingAfter(employeeId, firstDay);
  const begins = new Set([...own, ...hours.upcomingAfter(null, firstDay)].toSorted());
  const versions: { from: string; weekly: Weekly | null }[] = [];
  let before = "";
  for (const from of [firstDay, ...begins]) {
    const [week, business] = [hours.weekOn(employeeId, from), hours.weekOn(null, from)];
    const limited = mapWeek((day) =>
      days.includes(day)
        ? limitTo(business[day], week[day], former?.weekOn(null, from)[day])
        : week[day],
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
