import { randomInt, timingSafeEqual } from "node:crypto";
import { type EmployeeRow, findEmployee, setFeedVersion } from "#db/calendar/employees.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { foundEmployee } from "#src/calendar/employees/employees.ts";
import { record } from "#src/platform/audit/audit.ts";
import type { CalendarFeed } from "./contract.ts";

const NAME = "calendar-feed";
const MOST_VERSION = 2 ** 47;
export const CALENDAR_PATH = "/calendar";

export function readFeed(app: App, id: number): CalendarFeed {
  const { feedVersion } = foundEmployee(app, id);
  return { path: feedVersion === null ? null : pathOf(app, id, feedVersion) };
}

/** The version is part of what is signed, so a new one voids the address before. */
export function makeFeed(app: App, actor: Staff, id: number): CalendarFeed {
  return inTransaction(app.db, () => {
    const { name } = foundEmployee(app, id);
    // By chance, no count: one that was removed and made again must not have its old address.
    setFeedVersion(app.db, id, randomInt(MOST_VERSION));
    record(app, actor, {
      action: "employee.make_feed",
      target: ["employee", id],
      metadata: { name },
    });
    app.events.changed("employees", id);
    return readFeed(app, id);
  });
}

export function removeFeed(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    const { name } = foundEmployee(app, id);
    setFeedVersion(app.db, id, null);
    record(app, actor, {
      action: "employee.remove_feed",
      target: ["employee", id],
      metadata: { name },
    });
    app.events.changed("employees", id);
  });
}

/** Whose calendar an address opens; undefined when it was made up or is no longer valid. */
export function employeeOfToken(app: App, token: string): EmployeeRow | undefined {
  const [, id = "", signed = ""] = /^(\d{1,15})-([\w-]{43})$/.exec(token) ?? [];
  const employee = id === "" ? null : findEmployee(app.db, Number(id));
  // Somebody's or nobody's, a wrong address takes as long.
  const expected = Buffer.from(signatureOf(app, Number(id), employee?.feedVersion ?? 0));
  const given = Buffer.from(signed.padEnd(expected.length));
  const valid = given.length === expected.length && timingSafeEqual(given, expected);
  return valid && employee && employee.feedVersion !== null ? employee : undefined;
}

function pathOf(app: App, id: number, version: number): string {
  return `${CALENDAR_PATH}/${id}-${signatureOf(app, id, version)}.ics`;
}

function signatureOf(app: App, id: number, version: number): string {
  return Buffer.from(app.secrets.keyedHash(NAME, `${id}.${version}`)).toString("base64url");
}
