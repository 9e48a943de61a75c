import type { EmployeeRow } from "#db/calendar/employees.ts";
import { usualServices } from "#db/calls/calls-figures.ts";
import type { App } from "#src/app.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { findServicesByNames, listServices } from "#src/calendar/services/services.ts";
import type { Visit } from "#src/calendar/visits.ts";
import { cleanText } from "#src/calls/tools/tool-shapes.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { DEFAULT_APPOINTMENT_MINUTES, DEFAULT_SERVICE } from "#src/shared/constants.ts";
import { parseCents } from "#src/shared/money.ts";
import { firstNameOf, nameKey } from "#src/shared/names.ts";

const MAX_SERVICES = 20;
/** Services in the model's instructions. */
const MAX_LISTED = 100;
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

/** Returns the salon's services, or the most frequent ones of its appointments while it has no list. */
export function serviceNames(app: App): string[] {
  const listed = listServices(app).map(({ name }) => name);
  const names = listed.length > 0 ? listed : usualNames(app);
  return names.slice(0, MAX_LISTED).map((name) => cleanText(name, MAX_NAME_LENGTH));
}

function usualNames(app: App): string[] {
  return usualServices(app.db, MAX_SERVICES)
    .map(({ service }) => service)
    .filter((service) => service !== DEFAULT_SERVICE);
}

/** Returns the prices that are the same with every employee, by the service's spoken name. */
export function servicePrices(app: App): Map<string, string> {
  const { currency } = getSettings(app);
  const fixed = listServices(app).filter(
    ({ price, overrides }) =>
      parseCents(price) !== 0 && overrides.every((one) => one.price === null),
  );
  return new Map(
    fixed.map(({ name, price }) => [cleanText(name, MAX_NAME_LENGTH), `${price} ${currency}`]),
  );
}

/** Returns the services of the list that a caller named, or a visit of that service's usual length. */
export function visitFor(app: App, service: string): Visit {
  const listed = findServicesByNames(app, service);
  if (listed.length > 0) return { serviceIds: listed.map(({ id }) => id) };
  const key = nameKey(service);
  const usual = usualServices(app.db, MAX_SERVICES).find((one) => nameKey(one.service) === key);
  return { minutes: usual?.minutes ?? DEFAULT_APPOINTMENT_MINUTES };
}
