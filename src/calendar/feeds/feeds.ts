import { randomInt } from "node:crypto";
import { type EmployeeRow, findEmployee, setFeedVersion } from "#db/calendar/employees.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { getEmployee } from "#src/calendar/employees/employees.ts";
import { record } from "#src/platform/audit/audit.ts";
import { admin, defineModule } from "#src/platform/http/routes.ts";
import { isSame, sign } from "#src/platform/secrets/signatures.ts";
import { type CalendarFeed, calendarFeeds } from "./contract.ts";

export const calendarFeedModule = defineModule(calendarFeeds, {
  one: admin(({ app, id }) => getFeed(app, id)),
  create: admin(({ app, actor, id }) => createFeed(app, actor, id)),
  remove: admin(({ app, actor, id }) => removeFeed(app, actor, id)),
});

const HASH_NAME = "calendar-feed";
const MAX_VERSION = 2 ** 47;
export const CALENDAR_PATH = "/calendar";

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

function removeFeed(app: App, actor: Staff, id: number): void {
  saveVersion(app, actor, id, null);
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
export function findEmployeeByToken(app: App, token: string): EmployeeRow | undefined {
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
