import type { AppointmentRow } from "#db/calendar/appointments.ts";
import type { Processing, ServiceRow, VisitService } from "#db/calendar/services.ts";
import type { App } from "#src/app.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { findTerms, getService, type ServiceTerms } from "#src/calendar/services/services.ts";
import { joinWords } from "#src/shared/join-words.ts";
import { fieldProblem } from "#src/shared/problem.ts";
import { minutesBetween, type WallTime } from "#src/shared/wall-time.ts";

/** What is to be booked: services, or only a length where there is none. */
export type Visit =
  | {
      /** Performed one after another, by the same employee where one can. */
      readonly serviceIds: readonly number[];
    }
  | {
      /** A visit that several employees were booked for: each keeps their part. */
      readonly parts: readonly BookedPart[];
    }
  | VisitLength;

interface BookedPart extends VisitLength {
  readonly employeeId: number;
}

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

/** What one employee does of a visit, without a break. */
export interface VisitPart {
  readonly employeeId: number;
  readonly startsAt: WallTime;
  readonly terms: VisitTerms;
}

/**
 * Returns the employees who perform all of a visit, in the order of the calendar, each with their terms.
 * @throws Problem 404
 */
export function performersOf(
  app: App,
  visit: Visit,
  employeeId?: number | undefined,
): Map<number, VisitTerms> {
  const services =
    "serviceIds" in visit ? visit.serviceIds.map((id) => getService(app, id)) : undefined;
  const fixed = "minutes" in visit ? toTerms(visit) : undefined;
  const found = new Map<number, VisitTerms>();
  for (const id of employeesById(app).keys()) {
    if (employeeId !== undefined && id !== employeeId) continue;
    const terms = fixed ?? findVisitTerms(services ?? [], id);
    if (terms) found.set(id, terms);
  }
  return found;
}

function toTerms(length: VisitLength): VisitTerms {
  return { bufferMinutes: 0, processing: [], ...length, priceCents: 0, services: [] };
}

/** Those who may perform a service of a visit, in the order of the calendar, each with their terms. */
export type Performers = ReadonlyMap<number, VisitTerms>;

/**
 * Returns who may perform each service of a visit, or each of its booked parts. An employee who was chosen performs every
 * service that they can, and others the rest; all are empty if they perform none. @throws Problem 404
 */
export function performersOfEach(
  app: App,
  visit: Visit,
  employeeId?: number | undefined,
): readonly Performers[] {
  if ("minutes" in visit) return [performersOf(app, visit, employeeId)];
  if ("parts" in visit)
    return visit.parts.map((part) => new Map([[part.employeeId, toTerms(part)]]));
  const each = visit.serviceIds.map((id) => performersOf(app, { serviceIds: [id] }));
  if (employeeId === undefined) return each;
  if (!each.some((of) => of.has(employeeId))) return each.map(() => new Map());
  return each.map((of) => {
    const own = of.get(employeeId);
    return own ? new Map([[employeeId, own]]) : of;
  });
}

/** Whether someone performs each service of a visit: one employee all of them, or several one after another. */
export function isPerformed(app: App, visit: Visit, employeeId?: number | undefined): boolean {
  return performersOfEach(app, visit, employeeId).every((of) => of.size > 0);
}

/** How long the parts of a visit take together. */
export function minutesOf(parts: readonly VisitPart[]): number {
  return parts.reduce((total, { terms }) => total + terms.minutes, 0);
}

/**
 * Joins the services of a visit into the parts of its employees, one for each run of services. Cleanup follows the last part of each employee.
 */
export function toParts(each: readonly VisitPart[]): VisitPart[] {
  const parts: { employeeId: number; startsAt: WallTime; services: VisitService[] }[] = [];
  for (const { employeeId, startsAt, terms } of each) {
    const last = parts.at(-1);
    if (last?.employeeId === employeeId) last.services.push(...terms.services);
    else parts.push({ employeeId, startsAt, services: [...terms.services] });
  }
  return parts.map(({ services: of, ...part }, at) => {
    const returns = parts.slice(at + 1).some(({ employeeId }) => employeeId === part.employeeId);
    const terms = sumTerms(of);
    return { ...part, terms: returns ? { ...terms, bufferMinutes: 0 } : terms };
  });
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
  return services.length === 0 || services.length < rows.length ? undefined : sumTerms(services);
}

/** What services take and cost together. Cleanup takes place once, after the last one. */
export function sumTerms(services: readonly VisitService[]): VisitTerms {
  return {
    services,
    minutes: sum(services, "durationMinutes"),
    priceCents: sum(services, "priceCents"),
    bufferMinutes: services.at(-1)?.bufferMinutes ?? 0,
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
