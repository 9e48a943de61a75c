import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { findEmployee } from "#db/calendar/employees.ts";
import type { App } from "#src/app.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatLongDate } from "#src/shared/long-date.ts";
import { firstNameOf, spokenName } from "#src/shared/names.ts";

/** Fills in the fields of a thank-you or reminder for one or several appointments of one day. */
export function renderTemplate(
  app: App,
  template: string,
  appointments: readonly AppointmentRow[],
): string {
  const [first] = appointments;
  if (!first) throw new Error("a text needs at least one appointment");
  const employees = appointments.map(
    ({ employeeId }) => findEmployee(app.db, employeeId)?.name ?? "",
  );
  const values: Readonly<Record<string, string>> = {
    clientName: spokenName(first.clientName),
    firstName: firstNameOf(first.clientName),
    service: joinDistinct(appointments.map(({ service }) => service)),
    employee: joinDistinct(employees.map(firstNameOf)),
    date: formatLongDate(first.startsAt),
    time: formatClock(first.startsAt),
  };
  const named = fillBusinessName(template, getSettings(app).businessName);
  return named.replace(FIELD, (field, name: string) => values[name] ?? field).trim();
}

const FIELD = /\{(clientName|firstName|service|employee|date|time)\}/g;

function joinDistinct(words: readonly string[]): string {
  const different = [...new Set(words)].filter((word) => word !== "");
  return new Intl.ListFormat("en-US", { type: "conjunction" }).format(different);
}
