import type { App } from "#src/app.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { findTerms, getService, type ServiceTerms } from "#src/calendar/services/services.ts";

/** What is to be booked: services, or only a length where there is none. */
export type Visit =
  | {
      /** Performed one after another by the same employee. */
      readonly serviceIds: readonly number[];
    }
  | { readonly minutes: number; readonly bufferMinutes?: number };

/** Returns the employees who perform a visit, in the order of the calendar, each with their terms. @throws Problem 404 */
export function performersOf(
  app: App,
  visit: Visit,
  employeeId?: number | undefined,
): Map<number, ServiceTerms> {
  const services =
    "serviceIds" in visit ? visit.serviceIds.map((id) => getService(app, id)) : undefined;
  const fixed = "minutes" in visit ? { bufferMinutes: 0, ...visit, priceCents: 0 } : undefined;
  const found = new Map<number, ServiceTerms>();
  for (const id of employeesById(app).keys()) {
    if (employeeId !== undefined && id !== employeeId) continue;
    const terms = fixed ?? sumTerms(services?.map((service) => findTerms(service, id)) ?? []);
    if (terms) found.set(id, terms);
  }
  return found;
}

/** Cleanup takes place once, at the end, for as long as the longest of the services needs. */
function sumTerms(all: readonly (ServiceTerms | undefined)[]): ServiceTerms | undefined {
  const terms = all.flatMap((one) => one ?? []);
  if (terms.length === 0 || terms.length < all.length) return undefined;
  return {
    minutes: terms.reduce((sum, one) => sum + one.minutes, 0),
    bufferMinutes: Math.max(...terms.map((one) => one.bufferMinutes)),
    priceCents: terms.reduce((sum, one) => sum + one.priceCents, 0),
  };
}
