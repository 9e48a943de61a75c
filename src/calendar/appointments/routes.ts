import { hasAppointment, insertAppointment } from "#db/calendar/appointments.ts";
import type { EmployeeRow } from "#db/calendar/employees.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { processingWithin } from "#src/calendar/visits.ts";
import { leaveAsBooked } from "#src/calendar/waitlist/book-entry.ts";
import { record } from "#src/platform/audit/audit.ts";
import { requireDiskSpace } from "#src/platform/disk/disk.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { parseValidPhone } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { movedTimeMessage, toExistingTime, toWallTime } from "#src/platform/time.ts";
import { firstNameOf, nameKey } from "#src/shared/names.ts";
import { addMinutes, type WallTime } from "#src/shared/wall-time.ts";
import {
  cancelVisits,
  changeAppointment,
  checkText,
  createAppointment,
  deleteAppointment,
} from "./appointments.ts";
import { appointments } from "./contract.ts";
import { type CsvRow, decodeFile, readCsv } from "./csv-read.ts";
import { type ImportedPart, type ImportedRow, joinVisits, parseStart } from "./csv-visits.ts";
import { clearAppointments } from "./delete.ts";
import type { ImportResult } from "./import-contract.ts";
import { appointmentsOfClient, listAppointments } from "./list.ts";
import { listClientsByName, matchPhones } from "./match-phones.ts";
import { previewRepeat } from "./series.ts";

const PAGE = "/appointments";

export const appointmentModule = defineModule(appointments, {
  list: staff(PAGE, ({ app, actor, query, answer }) => listAppointments(app, actor, query, answer)),
  create: admin(({ app, actor, body }) => createAppointment(app, actor, body)),
  previewRepeat: staff(PAGE, ({ app, actor, body }) => ({
    visits: previewRepeat(app, actor, body),
  })),
  clear: admin(({ app, actor }) => clearAppointments(app, actor)),
  change: staff(PAGE, ({ app, actor, id, body }) => changeAppointment(app, actor, id, body)),
  cancelAll: staff(PAGE, ({ app, actor, body }) => cancelVisits(app, actor, body)),
  remove: admin(({ app, actor, id, query }) =>
    deleteAppointment(app, actor, id, {
      ...query,
      notify: query.notify === undefined ? undefined : query.notify === "true",
    }),
  ),
  textRefusal: staff([PAGE, "/appointment-management"], ({ app, actor, query }) =>
    checkText(app, actor, query),
  ),
  matchPhones: staff(PAGE, ({ app, actor, body }) => matchPhones(app, actor, body)),
  importCsv: admin(({ app, actor, body }) => importAppointments(app, actor, body.file)),
  clientsByName: staff(PAGE, ({ app, actor, query }) => listClientsByName(app, actor, query.name)),
  ofClient: staff(["/contacts", "/inbox"], ({ app, actor, id }) =>
    appointmentsOfClient(app, actor, id),
  ),
});

/** Rows per transaction, which takes about 10 ms. */
const SLICE_SIZE = 400;
/** The number of the first row below the header in a spreadsheet. */
const FIRST_ROW = 2;
const MAX_ERRORS = 2_000;
/** Older imported appointments get no thank-you text. */
const THANK_YOU_MINUTES = 24 * 60;

/** A number of a row, and what to say about it. */
interface Remark {
  readonly row: number;
  readonly reason: string;
}

/** The file, checked: the rows that can be imported by client and day, and what is wrong with the others. */
interface ReadFile {
  readonly days: Map<string, ImportedRow[]>;
  readonly errors: Remark[];
  /** Rows whose time daylight saving time skips. */
  readonly moved: Remark[];
  total: number;
}

/**
 * Imports appointments from another program. Rows of one visit become one visit. Rows with an existing client, employee
 * and time are skipped, so a file can be imported again. Overlaps and working hours are not checked; the calendar shows
 * them.
 * @throws Problem 400 for an unreadable file, 507 when the disk is nearly full
 */
async function importAppointments(app: App, actor: Staff, base64: string): Promise<ImportResult> {
  requireDiskSpace(app.config);
  const { days, errors, moved, total } = await readFile(app, decodeFile(base64));
  const result = { imported: 0, alreadyThere: 0, visits: 0 };
  let unrecorded = { refused: errors.length, moved: moved.length };
  for (const slice of slices(days)) {
    const counts = await writeWhenFree(app.db, () => {
      const one = importSlice(app, slice);
      record(app, actor, { action: "appointment.import", metadata: { ...one, ...unrecorded } });
      app.events.changed("appointments");
      return one;
    });
    unrecorded = { refused: 0, moved: 0 };
    for (const key of ["imported", "alreadyThere", "visits"] as const) result[key] += counts[key];
    await Bun.sleep(0);
  }
  const { imported, alreadyThere, visits } = result;
  const byRow = (all: Remark[]) => all.toSorted((a, b) => a.row - b.row).slice(0, MAX_ERRORS);
  return {
    ...{ imported, total, alreadyThere, errors: byRow(errors) },
    ...(visits < imported && { visits }),
    ...(moved.length > 0 && { moved: byRow(moved) }),
  };
}

async function readFile(app: App, text: string): Promise<ReadFile> {
  const file: ReadFile = { days: new Map(), errors: [], moved: [], total: 0 };
  const employeeOf = employeeFinder([...employeesById(app).values()]);
  await readCsv(text, async (rows) => {
    for (let at = 0; at < rows.length; at += SLICE_SIZE) {
      for (const cells of rows.slice(at, at + SLICE_SIZE)) readRow(app, cells, file, employeeOf);
      await Bun.sleep(0);
    }
  });
  return file;
}

type EmployeeFinder = (resource: string) => EmployeeRow | undefined;

function readRow(app: App, cells: CsvRow, file: ReadFile, employeeOf: EmployeeFinder): void {
  const row = FIRST_ROW + file.total;
  file.total += 1;
  const read = parseStart(cells.start, getSettings(app).country);
  const startsAt = read && toExistingTime(app, read);
  const employee = employeeOf(cells.employee);
  const key = nameKey(cells.client);
  const reason = refusalReason(cells, { startsAt, employee, key });
  if (!startsAt || !employee || reason !== undefined) {
    file.errors.push({ row, reason: reason ?? "" });
    return;
  }
  if (read !== startsAt) file.moved.push({ row, reason: movedTimeMessage(app, read) });
  const day = `${startsAt.slice(0, 10)} ${key}`;
  const others = file.days.get(day) ?? [];
  others.push({ cells, employeeId: employee.id, startsAt });
  file.days.set(day, others);
}

/** Days of clients, with about as many rows as a transaction writes. The first slice may be empty. */
function* slices(days: ReadonlyMap<string, ImportedRow[]>): Generator<ImportedRow[][]> {
  let slice: ImportedRow[][] = [];
  let size = 0;
  for (const day of days.values()) {
    if (size + day.length > SLICE_SIZE && size > 0) {
      yield slice;
      slice = [];
      size = 0;
    }
    slice.push(day);
    size += day.length;
  }
  yield slice;
}

function importSlice(app: App, days: readonly (readonly ImportedRow[])[]) {
  const thankedFrom = addMinutes(toWallTime(app, app.now()), -THANK_YOU_MINUTES);
  const counts = { imported: 0, alreadyThere: 0, visits: 0 };
  for (const rows of days) {
    const seen = new Set<string>();
    const missing = rows.filter(({ cells, employeeId, startsAt }) => {
      const before = seen.size;
      seen.add(`${startsAt} ${employeeId}`);
      const key = { nameKey: nameKey(cells.client), startsAt, employeeId };
      return seen.size > before && !hasAppointment(app.db, key);
    });
    const visits = joinVisits(app, missing);
    for (const part of visits.flat()) insertPart(app, part, thankedFrom);
    counts.imported += missing.length;
    counts.alreadyThere += rows.length - missing.length;
    counts.visits += visits.flat().length;
  }
  return counts;
}

function insertPart(app: App, { rows, ...part }: ImportedPart, thankedFrom: WallTime): void {
  const { client, phone } = rows[0].cells;
  const endsAt = addMinutes(part.startsAt, part.durationMinutes);
  const visit = {
    ...part.booked,
    employeeId: part.employeeId,
    startsAt: part.startsAt,
    durationMinutes: part.durationMinutes,
    processing: processingWithin(part.booked.processing, part.durationMinutes),
    nameKey: nameKey(client),
    clientName: client.slice(0, 120),
    phone: parseValidPhone(phone, getSettings(app).country) ?? null,
  };
  const id = insertAppointment(app.db, {
    ...visit,
    endsAt,
    source: "import",
    thankYou: endsAt < thankedFrom ? "skipped" : undefined,
    createdAt: app.now(),
  });
  leaveAsBooked(app, visit, id);
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

/** Finds an employee by full name, then by a first name that only one employee has. */
function employeeFinder(employees: readonly EmployeeRow[]): EmployeeFinder {
  const full = new Map(employees.map((one) => [nameKey(one.name), one]));
  const byFirst = Map.groupBy(employees, (one) => nameKey(firstNameOf(one.name)));
  return (resource) => {
    const same = byFirst.get(nameKey(firstNameOf(resource)));
    return full.get(nameKey(resource)) ?? (same?.length === 1 ? same[0] : undefined);
  };
}
