import type { EmployeeRow } from "#db/calendar/employees.ts";
import { type UsualService, usualServices } from "#db/calls/calls-figures.ts";
import type { App } from "#src/app.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { DEFAULT_APPOINTMENT_MINUTES, DEFAULT_SERVICE } from "#src/shared/constants.ts";
import { firstNameOf, nameKey } from "#src/shared/names.ts";

const MOST_SERVICES = 20;

/** What callers are told of the staff: a first name, and a letter more where two have the same. */
export function firstNamesOf(app: App): string[] {
  return [...namesById(app).values()];
}

export function namesById(app: App): Map<number, string> {
  const employees = [...employeesById(app).values()];
  const firsts = employees.map(({ name }) => nameKey(firstNameOf(name)));
  return new Map(
    employees.map(({ id, name }) => {
      const first = firstNameOf(name);
      const isShared = firsts.filter((one) => one === nameKey(first)).length > 1;
      const letter = nameKey(name).split(" ").at(-1)?.[0]?.toUpperCase();
      return [id, isShared && letter ? `${first} ${letter}.` : first];
    }),
  );
}

/** Undefined for none of that name, and where two could be meant. */
export function employeeCalled(app: App, said: string): EmployeeRow | undefined {
  const names = namesById(app);
  const wanted = nameKey(said);
  const fitting = [...employeesById(app).values()].filter(({ id, name }) =>
    [names.get(id) ?? "", name, firstNameOf(name)].some((one) => nameKey(one) === wanted),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** What clients mostly come for, as callers may say it. */
export function servicesOf(app: App): UsualService[] {
  return usualServices(app.db, MOST_SERVICES).filter(({ service }) => service !== DEFAULT_SERVICE);
}

/** How long that mostly takes. */
export function minutesOf(app: App, service: string): number {
  const wanted = nameKey(service);
  const usual = servicesOf(app).find((one) => nameKey(one.service) === wanted);
  return usual?.minutes ?? DEFAULT_APPOINTMENT_MINUTES;
}
