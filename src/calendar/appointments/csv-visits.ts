import type { VisitService } from "#db/calendar/services.ts";
import type { App } from "#src/app.ts";
import { MAX_SERVICES_OF_VISIT } from "#src/calendar/services/visit-contract.ts";
import { processingWithin } from "#src/calendar/visits.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { padTwo } from "#src/shared/clock-time.ts";
import { DEFAULT_APPOINTMENT_MINUTES } from "#src/shared/constants.ts";
import { MONTHS } from "#src/shared/months.ts";
import { addMinutes, minutesBetween, parseWallTime, type WallTime } from "#src/shared/wall-time.ts";
import { type BookedService, findBookedService, toBooked } from "./booked-service.ts";
import type { CsvRow } from "./csv-read.ts";

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

/** Countries that write the month before the day. */
const MONTH_FIRST = new Set(["US", "PH"]);
const TWELVE_HOURS = /^(\d{4}-\d\d-\d\d)[ T]+(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap])\.?m\.?$/i;
const WITH_SLASHES =
  /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})[ ,T]+(\d{1,2})(?::(\d\d))?(?::\d\d)?\s*([ap])?\.?m?\.?$/i;

const WITH_MONTH =
  /^(?:[a-z]+,?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4}),?\s+(?:at\s+)?(\d{1,2})(?::(\d\d))?(?::\d\d)?\s*([ap])?\.?m?\.?$/i;

/**
 * Parses the formats that other programs export: 2026-11-20T10:00:00-06:00, 2026-11-20 10:00 PM,
 * 11/20/2026 10:00 AM, Fri, Nov 20, 2026 at 10:00 AM. An offset is ignored, because times are local to the
 * business. Returns undefined for any other text.
 */
export function parseStart(text: string, country: string): WallTime | undefined {
  const iso = parseWallTime(text.trim().replace(/^(\d{4}-\d\d-\d\d)\s+/, "$1T"));
  if (iso !== undefined) return iso;

  const [, date, twelve = "", minute, part] = TWELVE_HOURS.exec(text.trim()) ?? [];
  if (date !== undefined && part !== undefined) {
    const hour = hourOf(Number(twelve), part);
    return hour === undefined ? undefined : parseWallTime(`${date}T${padTwo(hour)}:${minute}`);
  }

  const [, name = "", dayOfMonth = "", ofYear, clockHour = "", clockMinute = "00", clockHalf] =
    WITH_MONTH.exec(text.trim()) ?? [];
  const monthIndex = MONTHS.findIndex(
    (month) => month.slice(0, 3).toLowerCase() === name.toLowerCase(),
  );
  if (ofYear !== undefined && monthIndex >= 0) {
    const at = clockHalf === undefined ? Number(clockHour) : hourOf(Number(clockHour), clockHalf);
    if (at === undefined) return undefined;
    const day = `${ofYear}-${padTwo(monthIndex + 1)}-${padTwo(dayOfMonth)}`;
    return parseWallTime(`${day}T${padTwo(at)}:${clockMinute}`);
  }

  const [, one = "", other = "", year = "", hours = "", minutes = "00", half] =
    WITH_SLASHES.exec(text.trim()) ?? [];
  // Dates with dots are European in any file.
  const isMonthFirst = MONTH_FIRST.has(country) && !text.includes(`${one}.${other}.`);
  const [month, day] = isMonthFirst ? [one, other] : [other, one];
  const hour = half === undefined ? Number(hours) : hourOf(Number(hours), half);
  if (hour === undefined) return undefined;
  return parseWallTime(`${year}-${padTwo(month)}-${padTwo(day)}T${padTwo(hour)}:${minutes}`);
}

function hourOf(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}

const MAX_MINUTES = 24 * 60;
/** Such as "90", "90 min", "1:30", "1h 30m" and "1 hr". */
const HOURS = /^(\d{1,2})\s*(?::|h(?:ou)?rs?\b|h\b|h)\s*(?:(\d{1,2})\s*(?:m(?:in(?:ute)?s?)?)?)?$/i;
const MINUTES = /^(\d{1,4})\s*(?:m(?:in(?:ute)?s?)?)?$/i;

/** The length that the file gives, as a number or by an end on the same day or the next. */
function minutesOf({ minutes, end, start }: CsvRow, startsAt: WallTime, country: string) {
  const [, hours, rest = "0"] = HOURS.exec(minutes) ?? [];
  const [, plain] = MINUTES.exec(minutes) ?? [];
  const given =
    hours === undefined ? Number(plain ?? Number.NaN) : Number(hours) * 60 + Number(rest);
  const begins = parseStart(start, country) ?? startsAt;
  const ends = parseStart(end, country) ?? parseStart(`${begins.slice(0, 10)} ${end}`, country);
  const length = Number.isNaN(given) && ends ? minutesBetween(begins, ends) : given;
  return length > 0 && length <= MAX_MINUTES ? length : undefined;
}
