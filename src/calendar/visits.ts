import type { AppointmentRow } from "#db/calendar/appointments.ts";
import type { Processing, ServiceRow, VisitService } from "#db/calendar/services.ts";
import type { App } from "#src/app.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { findTerms, getService, type ServiceTerms } from "#src/calendar/services/services.ts";
import { joinWords } from "#src/shared/join-words.ts";
import { fieldProblem } from "#src/shared/problem.ts";
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

/** What a visit with one employee takes and costs. */
export interface VisitTerms extends ServiceTerms {
  /** As they are booked, in their order; empty where there is only a length. */
  readonly services: readonly VisitService[];
}

/** Returns the employees who perform a visit, in the order of the calendar, each with their terms. @throws Problem 404 */
export function performersOf(
  app: App,
  visit: Visit,
  employeeId?: number | undefined,
): Map<number, VisitTerms> {
  const services =
    "serviceIds" in visit ? visit.serviceIds.map((id) => getService(app, id)) : undefined;
  const fixed =
    "minutes" in visit
      ? { bufferMinutes: 0, processing: [], ...visit, priceCents: 0, services: [] }
      : undefined;
  const found = new Map<number, VisitTerms>();
  for (const id of employeesById(app).keys()) {
    if (employeeId !== undefined && id !== employeeId) continue;
    const terms = fixed ?? findVisitTerms(services ?? [], id);
    if (terms) found.set(id, terms);
  }
  return found;
}

/**
 * Returns what services take and cost that one employee performs one after another, as they are now. Cleanup takes place
 * once, after the last one. Undefined if the employee does not perform them all, or there are none.
 */
export function findVisitTerms(
  rows: readonly ServiceRow[],
  employeeId: number,
): VisitTerms | undefined {
  const services = rows.flatMap((row) => {
    const terms = findTerms(row, employeeId);
    return terms ? toVisitService(row, terms) : [];
  });
  const last = services.at(-1);
  if (!last || services.length < rows.length) return undefined;
  return {
    services,
    minutes: sum(services, "durationMinutes"),
    priceCents: sum(services, "priceCents"),
    bufferMinutes: last.bufferMinutes,
    processing: processingOf(services),
  };
}

function toVisitService({ id, name }: ServiceRow, terms: ServiceTerms): VisitService {
  const { minutes, priceCents, bufferMinutes, processing } = terms;
  return {
    serviceId: id,
    name,
    priceCents,
    durationMinutes: minutes,
    bufferMinutes,
    processing: processing[0] ?? null,
  };
}

/** Returns the processing times of services that follow one another, in minutes from the start of the first. */
export function processingOf(services: readonly VisitService[]): Processing[] {
  return services.flatMap(({ processing }, at) => {
    if (processing === null) return [];
    const before = sum(services.slice(0, at), "durationMinutes");
    return { afterMinutes: before + processing.afterMinutes, minutes: processing.minutes };
  });
}

function sum(services: readonly VisitService[], field: "durationMinutes" | "priceCents"): number {
  return services.reduce((total, one) => total + one[field], 0);
}

/** The services of a request: a list, or the only one, as programs send it that know of one. */
export interface ChosenServices {
  readonly services?: readonly number[] | undefined;
  readonly serviceId?: number | null | undefined;
}

export function chosenServices({
  services,
  serviceId,
}: ChosenServices): readonly number[] | undefined {
  return services ?? (serviceId ? [serviceId] : undefined);
}

/** The same in an address. */
export interface QueriedServices {
  /** Such as "1,5,9". */
  readonly services?: string | undefined;
  readonly serviceId?: number | undefined;
}

export function parseServiceIds(services: string | undefined): number[] | undefined {
  return services?.split(",").map(Number);
}

/** @throws Problem 400 without a service */
export function requireServices(chosen: ChosenServices): readonly number[] {
  const ids = chosenServices(chosen);
  if (!ids) throw fieldProblem(400, "serviceId", "Choose a service");
  return ids;
}

/** "Color, Cut, and Blow-Dry" */
export function joinServices(services: readonly { readonly name: string }[]): string {
  return joinWords(services.map(({ name }) => name));
}
