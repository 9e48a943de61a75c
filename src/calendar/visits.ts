import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { findService, type Processing } from "#db/calendar/services.ts";
import type { App } from "#src/app.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { findTerms, getService, type ServiceTerms } from "#src/calendar/services/services.ts";
import { minutesBetween } from "#src/shared/wall-time.ts";

/** What is to be booked: services, or only a length where there is none. */
export type Visit =
  | {
      /** Performed one after another by the same employee. */
      readonly serviceIds: readonly number[];
    }
  | VisitLength;

export interface VisitLength {
  readonly minutes: number;
  readonly bufferMinutes?: number;
  readonly processing?: readonly Processing[];
}

/** In minutes from the start of a visit, or since the epoch; the end excluded. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns when the employee of a visit is busy, in minutes from its start: all of it but the processing times. */
export function busyParts({ minutes, bufferMinutes = 0, processing = [] }: VisitLength): Span[] {
  const starts = [0, ...processing.map((one) => one.afterMinutes + one.minutes)];
  const ends = [...processing.map((one) => one.afterMinutes), minutes + bufferMinutes];
  return starts
    .map((start, at) => ({ start, end: ends[at] ?? start }))
    .filter(({ start, end }) => start < end);
}

export type TakenTime = Pick<AppointmentRow, "startsAt" | "durationMinutes" | "processing">;

/** Whether two visits make their employee busy at the same time, cleanup left out. */
export function isDoubleBooked(one: TakenTime, other: TakenTime): boolean {
  const shift = minutesBetween(one.startsAt, other.startsAt);
  const parts = busyParts({ minutes: other.durationMinutes, processing: other.processing });
  return busyParts({ minutes: one.durationMinutes, processing: one.processing }).some((part) =>
    parts.some(({ start, end }) => start + shift < part.end && part.start < end + shift),
  );
}

/** Returns the processing times that end before a visit of this length does. In the others its employee is busy. */
export function processingWithin(processing: readonly Processing[], minutes: number): Processing[] {
  return processing.filter((one) => one.afterMinutes + one.minutes < minutes);
}

/** Returns the processing times of a service in a visit of this length. */
export function processingOf(app: App, serviceId: number, minutes: number): Processing[] {
  const { processing = null } = findService(app.db, serviceId) ?? {};
  return processing === null ? [] : processingWithin([processing], minutes);
}

/** Returns the employees who perform a visit, in the order of the calendar, each with their terms. @throws Problem 404 */
export function performersOf(
  app: App,
  visit: Visit,
  employeeId?: number | undefined,
): Map<number, ServiceTerms> {
  const services =
    "serviceIds" in visit ? visit.serviceIds.map((id) => getService(app, id)) : undefined;
  const fixed =
    "minutes" in visit ? { bufferMinutes: 0, processing: [], ...visit, priceCents: 0 } : undefined;
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
  let from = 0;
  const processing: Processing[] = [];
  for (const one of terms) {
    for (const { afterMinutes, minutes } of one.processing)
      processing.push({ afterMinutes: from + afterMinutes, minutes });
    from += one.minutes;
  }
  return {
    minutes: from,
    processing,
    bufferMinutes: Math.max(...terms.map((one) => one.bufferMinutes)),
    priceCents: terms.reduce((sum, one) => sum + one.priceCents, 0),
  };
}
