import { hasAppointment, insertAppointment } from "#db/calendar/appointments.ts";
import type { EmployeeRow } from "#db/calendar/employees.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { leaveAsBooked } from "#src/calendar/waitlist/book-entry.ts";
import { record } from "#src/platform/audit/audit.ts";
import { requireDiskSpace } from "#src/platform/disk/disk.ts";
import { parseValidPhone } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { movedTimeMessage } from "#src/platform/skipped-time.ts";
import { toExistingTime, toWallTime } from "#src/platform/time.ts";
import { padTwo } from "#src/shared/clock-time.ts";
import { DEFAULT_APPOINTMENT_MINUTES } from "#src/shared/constants.ts";
import { MONTHS } from "#src/shared/months.ts";
import { firstNameOf, nameKey } from "#src/shared/names.ts";
import { addMinutes, minutesBetween, parseWallTime, type WallTime } from "#src/shared/wall-time.ts";
import { findBookedService } from "./booked-service.ts";
import { type CsvRow, decodeFile, readCsv } from "./csv-read.ts";
import type { ImportResult } from "./import-contract.ts";

/** Rows per transaction, which takes about 10 ms. */
const SLICE_SIZE = 400;
/** The number of the first row below the header in a spreadsheet. */
const FIRST_ROW = 2;
const MAX_ERRORS = 2_000;
/** Older imported appointments get no thank-you text. */
const THANK_YOU_MINUTES = 24 * 60;

interface Progress {
  imported: number;
  total: number;
  alreadyThere: number;
  readonly errors: { row: number; reason: string }[];
  readonly moved: { row: number; reason: string }[];
}

/** Countries that write the month before the day. */
const MONTH_FIRST = new Set(["US", "PH"]);
const TWELVE_HOURS = /^(\d{4}-\d\d-\d\d)[ T]+(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap])\.?m\.?$/i;
const WITH_SLASHES =
  /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})[ ,T]+(\d{1,2})(?::(\d\d))?(?::\d\d)?\s*([ap])?\.?m?\.?$/i;

const WITH_MONTH =
  /^(?:[a-z]+,?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4}),?\s+(?:at\s+)?(\d{1,2})(?::(\d\d))?(?::\d\d)?\s*([ap])?\.?m?\.?$/i;

/**
 * Imports appointments from another program. Rows with an existing client, employee and time are skipped, so
 * a file can be imported again. Overlaps and working hours are not checked; the calendar shows them.
 * @throws Problem 400 for an unreadable file, 507 when the disk is nearly full
 */
export async function importAppointments(
  app: App,
  actor: Staff,
  base64: string,
): Promise<ImportResult> {
  requireDiskSpace(app.config);
  const text = decodeFile(base64);
  const employeeOf = employeeFinder([...employeesById(app).values()]);
  const thankedFrom = addMinutes(toWallTime(app, app.now()), -THANK_YOU_MINUTES);
  const progress = emptyProgress();

  await readCsv(text, async (rows) => {
    for (let at = 0; at < rows.length; at += SLICE_SIZE) {
      const slice = rows.slice(at, at + SLICE_SIZE);
      const counted = await writeWhenFree(app.db, () => {
        const one = { ...emptyProgress(), total: progress.total };
        for (const row of slice) importRow(app, row, one, employeeOf, thankedFrom);
        recordSlice(app, actor, { ...one, total: slice.length });
        return one;
      });
      progress.imported += counted.imported;
      progress.alreadyThere += counted.alreadyThere;
      progress.total = counted.total;
      progress.errors.push(...counted.errors);
      progress.moved.push(...counted.moved);
      await Bun.sleep(0);
    }
  });
  const { moved, ...rest } = progress;
  return {
    ...rest,
    errors: progress.errors.slice(0, MAX_ERRORS),
    ...(moved.length > 0 && { moved: moved.slice(0, MAX_ERRORS) }),
  };
}

function emptyProgress(): Progress {
  return { imported: 0, total: 0, alreadyThere: 0, errors: [], moved: [] };
}

/** Writes the audit entry of a slice, in its transaction. */
function recordSlice(app: App, actor: Staff, { errors, moved, ...counts }: Progress): void {
  record(app, actor, {
    action: "appointment.import",
    metadata: { ...counts, refused: errors.length, moved: moved.length },
  });
  app.events.changed("appointments");
}

type EmployeeFinder = (resource: string) => EmployeeRow | undefined;

function importRow(
  app: App,
  row: CsvRow,
  progress: Progress,
  employeeOf: EmployeeFinder,
  thankedFrom: WallTime,
): void {
  const number = FIRST_ROW + progress.total;
  progress.total += 1;
  const { country } = getSettings(app);
  const read = parseStart(row.start, country);
  const startsAt = read && toExistingTime(app, read);
  const employee = employeeOf(row.employee);
  const clientKey = nameKey(row.client);
  const reason = refusalReason(row, { startsAt, employee, key: clientKey });
  if (!startsAt || !employee || reason !== undefined) {
    progress.errors.push({ row: number, reason: reason ?? "" });
    return;
  }
  const key = { nameKey: clientKey, startsAt, employeeId: employee.id };
  if (hasAppointment(app.db, key)) {
    progress.alreadyThere += 1;
    return;
  }
  const { durationMinutes: usual = DEFAULT_APPOINTMENT_MINUTES, ...booked } = findBookedService(
    app,
    employee.id,
    { service: row.service.slice(0, 200) },
  );
  const durationMinutes = minutesOf(row, startsAt, country) ?? usual;
  const endsAt = addMinutes(startsAt, durationMinutes);
  const visit = {
    ...key,
    ...booked,
    clientName: row.client.slice(0, 120),
    phone: parseValidPhone(row.phone, country) ?? null,
  };
  const id = insertAppointment(app.db, {
    ...visit,
    endsAt,
    durationMinutes,
    source: "import",
    thankYou: endsAt < thankedFrom ? "skipped" : undefined,
    createdAt: app.now(),
  });
  leaveAsBooked(app, visit, id);
  progress.imported += 1;
  if (read !== undefined && read !== startsAt)
    progress.moved.push({ row: number, reason: movedTimeMessage(app, read) });
}

function refusalReason(
  row: CsvRow,
  read: { startsAt: unknown; employee: unknown; key: string },
): string | undefined {
  if (row.start === "") return "ServiceStartDateTime is empty";
  if (!read.startsAt) return `"${row.start}" isn't a date and time`;
  if (read.key === "") return "ServicingClientName is empty";
  if (row.employee === "") return "Resource is empty";
  if (CANCELED.test(row.status)) return "It was canceled there";
  if (!BOOKED.test(row.status)) return `We don't know the status "${row.status}"`;
  return read.employee ? undefined : `There's no employee named "${row.employee}"`;
}

const CANCELED = /^(?:early |late )?(?:cancel|declin|den(?:y|ied)|reject|delet|void)/i;
/** With any other status, the client may not be coming, and a reminder would confuse them. */
const BOOKED =
  /^(?:|new|(?:un)?(?:confirmed|paid)|pending|accepted|approved|active|open|booked|reserved|scheduled|upcoming|arrived|waiting|(?:service )?in[ _-]progress|started|ready(?: to start)?|(?:checked|signed)[ _-](?:in|out)|completed?|closed|done|final|finished|fulfilled|show(?:ed)?|no[ _-]?show(?:ed)?)$/i;
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

/** Finds an employee by full name, then by a first name that only one employee has. */
function employeeFinder(employees: readonly EmployeeRow[]): EmployeeFinder {
  const full = new Map(employees.map((one) => [nameKey(one.name), one]));
  const byFirst = Map.groupBy(employees, (one) => nameKey(firstNameOf(one.name)));
  return (resource) => {
    const same = byFirst.get(nameKey(firstNameOf(resource)));
    return full.get(nameKey(resource)) ?? (same?.length === 1 ? same[0] : undefined);
  };
}

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
