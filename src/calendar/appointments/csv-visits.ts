import type { VisitService } from "#db/calendar/services.ts";
import type { App } from "#src/app.ts";
import { MAX_SERVICES_OF_VISIT } from "#src/calendar/services/visit-contract.ts";
import { processingWithin } from "#src/calendar/visits.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { DEFAULT_APPOINTMENT_MINUTES } from "#src/shared/constants.ts";
import { addMinutes, type WallTime } from "#src/shared/wall-time.ts";
import { type BookedService, findBookedService, toBooked } from "./booked-service.ts";
import type { CsvRow } from "./csv-read.ts";
import { minutesOf } from "./csv-times.ts";

/** A row with a known client, employee and time. */
export interface ImportedRow {
  readonly cells: CsvRow;
  readonly employeeId: number;
  readonly startsAt: WallTime;
}

/** One appointment of a visit: the rows of one employee. */
export interface ImportedPart {
  /** In order, at least one. */
  readonly rows: readonly [ImportedRow, ...ImportedRow[]];
  readonly employeeId: number;
  readonly startsAt: WallTime;
  readonly durationMinutes: number;
  readonly booked: BookedService;
  /** Whether its length is in the file or in the list of services, and not guessed. */
  readonly isExact: boolean;
}

/**
 * Joins the rows of a client's day that follow one another without a gap. Vagaro, Mindbody and Fresha write a row for each
 * service of a visit; Fresha also its reference, and rows with different ones are separate visits.
 */
export function joinVisits(app: App, rows: readonly ImportedRow[]): ImportedPart[][] {
  const visits: ImportedPart[][] = [];
  for (const row of rows.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))) {
    const part = toPart(app, row);
    const visit = visits.find((parts) => follows(parts, part));
    const last = visit?.pop();
    if (visit && last) visit.push(...joinParts(last, part));
    else visits.push([part]);
  }
  return visits;
}

function follows(visit: readonly ImportedPart[], next: ImportedPart): boolean {
  const last = visit.at(-1);
  if (!last?.isExact || !next.isExact) return false;
  const ids = [...visit, next].flatMap((part) => part.booked.services.map((one) => one.serviceId));
  return (
    addMinutes(last.startsAt, last.durationMinutes) === next.startsAt &&
    last.rows[0].cells.visit === next.rows[0].cells.visit &&
    ids.length <= MAX_SERVICES_OF_VISIT &&
    new Set(ids).size === ids.length
  );
}

/** One part where the same employee performs both and their services are in the list, else two. */
function joinParts(one: ImportedPart, next: ImportedPart): ImportedPart[] {
  const lists = [one.booked.services, next.booked.services];
  if (one.employeeId !== next.employeeId || lists.some((list) => list.length === 0))
    return [one, next];
  const services = lists.flat();
  const durationMinutes = one.durationMinutes + next.durationMinutes;
  const { bufferMinutes } = next.booked;
  const priceCents = services.reduce((total, service) => total + service.priceCents, 0);
  const booked = toBooked({ services, priceCents, bufferMinutes, durationMinutes });
  return [{ ...one, rows: [...one.rows, ...next.rows], durationMinutes, booked }];
}

function toPart(app: App, row: ImportedRow): ImportedPart {
  const { cells, employeeId, startsAt } = row;
  const found = findBookedService(app, employeeId, { service: cells.service.slice(0, 200) });
  const given = minutesOf(cells, startsAt, getSettings(app).country);
  const durationMinutes = given ?? found.durationMinutes ?? DEFAULT_APPOINTMENT_MINUTES;
  const isExact = given !== undefined || found.durationMinutes !== undefined;
  const booked = { ...found, services: found.services.map(withLength(found, durationMinutes)) };
  return { rows: [row], employeeId, startsAt, durationMinutes, booked, isExact };
}

/** The only service of a row has the row's length, and its processing time if that still fits. */
const withLength =
  ({ services }: BookedService, durationMinutes: number) =>
  (service: VisitService): VisitService => {
    if (services.length > 1) return service;
    const { processing } = service;
    const [within = null] = processingWithin(processing ? [processing] : [], durationMinutes);
    return { ...service, durationMinutes, processing: within };
  };
