import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { findEmployee } from "#db/calendar/employees.ts";
import type { App } from "#src/app.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { firstNameOf, spokenName } from "#src/shared/names.ts";
import { clockOf, dayOf, type WallTime } from "#src/shared/wall-time.ts";

/** Fills the fields of a thank-you or a reminder; several appointments of one day are told of at once. */
export function worded(
  app: App,
  template: string,
  appointments: readonly AppointmentRow[],
): string {
  const [first] = appointments;
  if (!first) throw new Error("a text about no appointment");
  const employees = appointments.map(
    ({ employeeId }) => findEmployee(app.db, employeeId)?.name ?? "",
  );
  const values: Readonly<Record<string, string>> = {
    clientName: spokenName(first.clientName),
    firstName: firstNameOf(first.clientName),
    service: inARow(appointments.map(({ service }) => service)),
    employee: inARow(employees.map(firstNameOf)),
    date: dateWords(first.startsAt),
    time: clockWords(first.startsAt),
    businessName: settingsOf(app).businessName,
  };
  return template.replace(FIELD, (field, name: string) => values[name] ?? field).trim();
}

const FIELD = /\{(clientName|firstName|service|employee|date|time|businessName)\}/g;

/** "Friday, November 27" */
export function dateWords(wall: WallTime): string {
  return new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${dayOf(wall)}T12:00:00Z`));
}

/** "3:00 PM" */
export function clockWords(wall: WallTime): string {
  const [hours = 0, minutes = "00"] = clockOf(wall).split(":");
  const hour = Number(hours);
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? "AM" : "PM"}`;
}

function inARow(words: readonly string[]): string {
  const different = [...new Set(words)].filter((word) => word !== "");
  return new Intl.ListFormat("en-US", { type: "conjunction" }).format(different);
}
