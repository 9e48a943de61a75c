import type { EmployeeRow } from "#db/calendar/employees.ts";
import { type UsualService, usualServices } from "#db/calls/calls-figures.ts";
import type { App } from "#src/app.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { cleanText } from "#src/calls/tools/clean-text.ts";
import { DEFAULT_APPOINTMENT_MINUTES, DEFAULT_SERVICE } from "#src/shared/constants.ts";
import { firstNameOf, nameKey } from "#src/shared/names.ts";

const MAX_SERVICES = 20;
const MAX_NAME_LENGTH = 60;

/** Returns the staff's first names, with the initial of the last name where two share a first name. */
export function staffFirstNames(app: App): string[] {
  return [...firstNamesById(app).values()];
}

export function firstNamesById(app: App): Map<number, string> {
  const employees = [...employeesById(app).values()];
  const firsts = employees.map(({ name }) => nameKey(firstNameOf(name)));
  return new Map(
    employees.map(({ id, name }) => {
      const first = firstNameOf(name);
      const isShared = firsts.filter((one) => one === nameKey(first)).length > 1;
      const letter = nameKey(name).split(" ").at(-1)?.[0]?.toUpperCase();
      const spoken = isShared && letter ? `${first} ${letter}.` : first;
      return [id, cleanText(spoken, MAX_NAME_LENGTH)];
    }),
  );
}

/** Returns undefined if no employee has the name or if it is ambiguous. */
export function findEmployeeByName(app: App, spokenName: string): EmployeeRow | undefined {
  const names = firstNamesById(app);
  const key = nameKey(spokenName);
  const matches = [...employeesById(app).values()].filter(({ id, name }) =>
    [names.get(id) ?? "", name, firstNameOf(name)].some((one) => nameKey(one) === key),
  );
  return matches.length === 1 ? matches[0] : undefined;
}

/** Returns the most frequent services in one line each, as callers may name them. */
export function commonServices(app: App): UsualService[] {
  return usualServices(app.db, MAX_SERVICES)
    .filter(({ service }) => service !== DEFAULT_SERVICE)
    .map((usual) => ({ ...usual, service: cleanText(usual.service, MAX_NAME_LENGTH) }));
}

/** Returns the usual duration of a service in minutes. */
export function usualMinutes(app: App, service: string): number {
  const key = nameKey(service);
  const usual = commonServices(app).find((one) => nameKey(one.service) === key);
  return usual?.minutes ?? DEFAULT_APPOINTMENT_MINUTES;
}
