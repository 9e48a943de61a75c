import { randomInt } from "node:crypto";
import type { Hono } from "hono";
import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { appointmentsBetween } from "#db/calendar/appointments-list.ts";
import { type EmployeeRow, findEmployee, setFeedVersion } from "#db/calendar/employees.ts";
import { type TimeOffRow, timeOffBetween } from "#db/calendar/time-off.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { getEmployee } from "#src/calendar/employees/employees.ts";
import { record } from "#src/platform/audit/audit.ts";
import { callerOf } from "#src/platform/http/caller.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { admin, defineModule } from "#src/platform/http/routes.ts";
import { isSame, sign } from "#src/platform/secrets/signatures.ts";
import { businessDay, getSettings } from "#src/platform/settings/settings.ts";
import { toInstant } from "#src/platform/time.ts";
import { Problem } from "#src/shared/problem.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { type CalendarFeed, calendarFeeds } from "./contract.ts";
import { type CalendarEvent, formatCalendar } from "./ics.ts";

export const calendarFeedModule = defineModule(calendarFeeds, {
  one: admin(({ app, id }) => getFeed(app, id)),
  create: admin(({ app, actor, id }) => createFeed(app, actor, id)),
  remove: admin(({ app, actor, id }) => saveVersion(app, actor, id, null)),
});

const HASH_NAME = "calendar-feed";
const MAX_VERSION = 2 ** 47;
const CALENDAR_PATH = "/calendar";

function getFeed(app: App, id: number): CalendarFeed {
  const { feedVersion } = getEmployee(app, id);
  return { path: feedVersion === null ? null : pathOf(app, id, feedVersion) };
}

/**
 * Creates a new address. The signature covers the version, so a new version invalidates the previous
 * address.
 */
function createFeed(app: App, actor: Staff, id: number): CalendarFeed {
  // A random version, because a counter would repeat old addresses after a removal.
  saveVersion(app, actor, id, randomInt(MAX_VERSION));
  return getFeed(app, id);
}

function saveVersion(app: App, actor: Staff, id: number, version: number | null): void {
  inTransaction(app.db, () => {
    const { name } = getEmployee(app, id);
    setFeedVersion(app.db, id, version);
    record(app, actor, {
      action: version === null ? "employee.remove_feed" : "employee.make_feed",
      target: ["employee", id],
      metadata: { name },
    });
    app.events.changed("employees", id);
  });
}

/** Returns the employee of a calendar token; undefined if it is forged or no longer valid. */
function findEmployeeByToken(app: App, token: string): EmployeeRow | undefined {
  const [, id = "", signed = ""] = /^(\d{1,15})-([\w-]{43})$/.exec(token) ?? [];
  const employee = id === "" ? null : findEmployee(app.db, Number(id));
  // Compare even without an employee, so that all wrong tokens take the same time.
  const isValid = isSame(signed, signatureOf(app, Number(id), employee?.feedVersion ?? 0));
  return isValid && employee && employee.feedVersion !== null ? employee : undefined;
}

function pathOf(app: App, id: number, version: number): string {
  return `${CALENDAR_PATH}/${id}-${signatureOf(app, id, version)}.ics`;
}

function signatureOf(app: App, id: number, version: number): string {
  return sign(app, HASH_NAME, `${id}.${version}`);
}

/** Calendar programs poll every few minutes. The limit stops guessing of addresses. */
const REQUESTS: Limit = { name: "calendar feeds", most: 120, seconds: 60 };
const DAYS_BEFORE = 31;
const DAYS_AHEAD = 183;
const MAX_EVENTS = 2_000;

/** Serves GET /calendar/:token.ics. Calendar programs have no session, so the secret address grants access. */
export function mountCalendarFeed(hono: Hono, app: App): void {
  hono.get(`${CALENDAR_PATH}/:file{.+\\.ics}`, (c) => {
    limitRate(app, REQUESTS, callerOf(c, app));
    const employee = findEmployeeByToken(app, c.req.param("file").replace(/\.ics$/, ""));
    if (!employee) throw new Problem(404, "Calendar not found.");

    const headers = {
      "cache-control": "private, no-cache",
      etag: etagOf(app, employee),
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
    };
    if (matchesEtag(c.req.header("if-none-match"), headers.etag))
      return new Response(null, { status: 304, headers });
    return new Response(renderCalendar(app, employee), {
      headers: { ...headers, "content-type": "text/calendar; charset=utf-8" },
    });
  });
}

function renderCalendar(app: App, employee: EmployeeRow): string {
  const today = businessDay(app);
  const span = {
    from: `${addDays(today, -DAYS_BEFORE)}T00:00:00`,
    until: `${addDays(today, DAYS_AHEAD)}T00:00:00`,
  };
  const rows = appointmentsBetween(app.db, {
    ...span,
    employees: [employee.id],
    most: MAX_EVENTS,
  });
  const { businessName } = getSettings(app);
  const name = businessName === "" ? employee.name : `${employee.name}, ${businessName}`;
  const appointments = rows.filter(({ status }) => status !== "canceled");
  const timeOff = timeOffBetween(app.db, span).filter(
    ({ employeeId }) => employeeId === null || employeeId === employee.id,
  );
  return formatCalendar(name, [
    ...appointments.map((row) => toCalendarEvent(app, row)),
    ...timeOff.map((row) => toBusyEvent(app, row)),
  ]);
}

/** Without the reason, which only staff may see. Time off is never edited. */
function toBusyEvent(app: App, row: TimeOffRow): CalendarEvent {
  const { id, createdAt, startsAt, endsAt, employeeId, kind } = row;
  const ownName = kind === "block" ? "Blocked" : "Time Off";
  return {
    uid: `time-off-${id}-${createdAt}@parlor`,
    start: toInstant(app, startsAt),
    end: toInstant(app, endsAt),
    stamp: createdAt,
    sequence: 0,
    summary: employeeId === null ? "Closed" : ownName,
  };
}

/** The event contains no phone number and only a shortened client name. */
function toCalendarEvent(app: App, row: AppointmentRow): CalendarEvent {
  const start = toInstant(app, row.startsAt);
  return {
    // Permanent, and unique across salons, whose appointment ids all begin with 1.
    uid: `appointment-${row.id}-${row.createdAt}@parlor`,
    start,
    // Elapsed time: the difference of the local times is wrong across a change of clocks.
    end: start + row.durationMinutes * 60_000,
    stamp: row.changedAt ?? row.createdAt,
    sequence: row.revision,
    summary: `${shortName(row.clientName)}: ${row.service}`,
    description: row.status === "confirmed" ? "Confirmed" : undefined,
  };
}

/** Shortens "Ruth Abernathy" or "Abernathy, Ruth" to "Ruth A."; a name without letters becomes "Client". */
function shortName(name: string): string {
  const [last = "", rest] = name.split(",");
  const words = (rest === undefined ? name : `${rest} ${last}`).trim().split(/\s+/);
  const [first = "", ...others] = words;
  if (!/\p{L}/u.test(name)) return "Client";
  const initial = [...(others.at(-1) ?? "")][0];
  return initial === undefined ? first : `${first} ${initial.toLocaleUpperCase("en")}.`;
}

function etagOf(app: App, employee: EmployeeRow): string {
  const versions = (["appointments", "time-off", "employees", "settings"] as const).map(
    (resource) => app.events.version(resource),
  );
  const parts = [STARTUP_ID, ...versions, businessDay(app), employee.id, employee.feedVersion];
  return `"${Bun.hash(parts.join(".")).toString(36)}"`;
}

/** Distinguishes server runs, because event versions restart at zero. */
const STARTUP_ID = crypto.randomUUID();

function matchesEtag(header: string | undefined, etag: string): boolean {
  return (header ?? "").split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}
