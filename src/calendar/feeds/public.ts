import type { Hono } from "hono";
import { appointmentsBetween, type ListedAppointment } from "#db/calendar/appointments-list.ts";
import type { EmployeeRow } from "#db/calendar/employees.ts";
import type { App } from "#src/app.ts";
import { callerOf } from "#src/platform/http/caller.ts";
import { limit } from "#src/platform/http/rate-limit.ts";
import { businessDay, settingsOf } from "#src/platform/settings/settings.ts";
import { instantOf } from "#src/platform/time.ts";
import { Problem } from "#src/shared/problem.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { CALENDAR_PATH, employeeOfToken } from "./feeds.ts";
import { type CalendarEvent, calendarText } from "./ics.ts";

/** Calendars ask every few minutes; who guesses addresses asks more often. */
const PER_MINUTE = 120;
const DAYS_BEFORE = 31;
const DAYS_AHEAD = 183;
const MOST = 2_000;

/** GET /calendar/:token.ics: for calendar programs, which have no session. The address is the key. */
export function mountCalendarFeed(hono: Hono, app: App): void {
  hono.get(`${CALENDAR_PATH}/:file{.+\\.ics}`, (c) => {
    limit(app, `calendar:${callerOf(c, app).ip}`, PER_MINUTE, 60);
    const employee = employeeOfToken(app, c.req.param("file").replace(/\.ics$/, ""));
    if (!employee) throw new Problem(404, "There is no calendar here.");

    const headers = {
      "cache-control": "private, no-cache",
      etag: etagOf(app, employee),
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
    };
    if (matches(c.req.header("if-none-match"), headers.etag))
      return new Response(null, { status: 304, headers });
    return new Response(calendarOf(app, employee), {
      headers: { ...headers, "content-type": "text/calendar; charset=utf-8" },
    });
  });
}

function calendarOf(app: App, employee: EmployeeRow): string {
  const today = businessDay(app);
  const rows = appointmentsBetween(app.db, {
    from: `${addDays(today, -DAYS_BEFORE)}T00:00:00`,
    until: `${addDays(today, DAYS_AHEAD)}T00:00:00`,
    whose: [employee.id],
    most: MOST,
  });
  const { businessName } = settingsOf(app);
  const name = businessName === "" ? employee.name : `${employee.name}, ${businessName}`;
  const events = rows.filter(({ status }) => status !== "canceled");
  return calendarText(
    name,
    events.map((row) => eventOf(app, row)),
  );
}

/** No number, and of the name no more than is called out in the waiting room. */
function eventOf(app: App, row: ListedAppointment): CalendarEvent {
  const start = instantOf(app, row.startsAt);
  return {
    // The same for ever, and another in another salon, whose ids begin with 1 too.
    uid: `appointment-${row.id}-${row.createdAt}@parlor`,
    start,
    end: Math.max(instantOf(app, row.endsAt), start),
    stamp: row.createdAt,
    summary: `${shortName(row.clientName)}: ${row.service}`,
    description: row.status === "confirmed" ? "Confirmed" : undefined,
  };
}

/** "Ruth A." of "Ruth Abernathy", and of "Abernathy, Ruth"; a number in place of a name is no name. */
function shortName(name: string): string {
  const [last = "", rest] = name.split(",");
  const words = (rest === undefined ? name : `${rest} ${last}`).trim().split(/\s+/);
  const [first = "", ...others] = words;
  if (!/\p{L}/u.test(name)) return "Client";
  const initial = [...(others.at(-1) ?? "")][0];
  return initial === undefined ? first : `${first} ${initial.toLocaleUpperCase("en")}.`;
}

function etagOf(app: App, employee: EmployeeRow): string {
  const versions = (["appointments", "employees", "settings"] as const).map((resource) =>
    app.events.version(resource),
  );
  const said = [START, ...versions, businessDay(app), employee.id, employee.feedVersion];
  return `"${Bun.hash(said.join(".")).toString(36)}"`;
}

/** Versions count from zero with each start. */
const START = crypto.randomUUID();

function matches(given: string | undefined, etag: string): boolean {
  return (given ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}
