import Papa from "papaparse";
import { Problem } from "#src/shared/problem.ts";

/** Characters per chunk, which take a few milliseconds. */
const CHUNK_LENGTH = 64 * 1024;
const NOT_CSV = "This file can't be read as CSV.";
const REQUIRED = ["ServiceStartDateTime", "ServicingClientName", "Resource"] as const;
const SPECIFIED = [...REQUIRED.slice(0, 2), "ServiceDisplayName", "Resource"].join(", ");

/** A row by what its columns hold; empty where the file has no such column. */
export interface CsvRow {
  /** Day and time as written. */
  readonly start: string;
  readonly end: string;
  readonly minutes: string;
  readonly client: string;
  readonly service: string;
  readonly employee: string;
  readonly phone: string;
  readonly status: string;
  /** What the rows of one visit have in common. */
  readonly visit: string;
}

/** What a column of another program's file can hold. */
type ImportColumn =
  /** Day and time together. */
  | "start"
  | "date"
  | "time"
  | "end"
  | "minutes"
  | "client"
  | "firstName"
  | "lastName"
  | "service"
  | "employee"
  | "phone"
  | "status"
  | "visit";

type Headings = Readonly<Partial<Record<ImportColumn, readonly string[]>>>;

/** The headings of each program's reports. Where two fit, the earlier one is taken. */
const PROGRAMS: Readonly<Record<string, Headings>> = {
  specified: {
    start: ["ServiceStartDateTime"],
    end: ["ServiceEndDateTime"],
    client: ["ServicingClientName"],
    service: ["ServiceDisplayName"],
    employee: ["Resource"],
  },
  square: {
    start: ["Start", "Start At"],
    date: ["Start Date"],
    time: ["Start Time"],
    end: ["End Time"],
    client: ["Client Name", "Customer Name"],
    firstName: ["Customer First Name"],
    lastName: ["Customer Last Name"],
    service: ["Service", "Services"],
    employee: ["Team Member", "Staff Member", "Staff"],
    minutes: ["Duration"],
    phone: ["Customer Phone", "Phone Number"],
    status: ["Status", "Booking Status"],
  },
  vagaro: {
    date: ["Appointment Date", "Appt Date"],
    time: ["Appointment Time", "Appt Time"],
    client: ["Customer"],
    firstName: ["First Name"],
    lastName: ["Last Name"],
    service: ["Service Name", "Service Title"],
    employee: ["Service Provider", "Service Provider Name", "Employee", "Employee Name"],
    phone: ["Cell Phone", "Mobile"],
    status: ["Appointment Status"],
  },
  mindbody: {
    date: ["Date", "Visit Date", "Class Date"],
    time: ["Time"],
    client: ["Client"],
    service: ["Appointment Type", "Session Type", "Visit Type", "Visit Service Category"],
    employee: ["Staff Name", "Teacher", "Trainer", "Therapist", "Instructor"],
    phone: ["Mobile Phone", "Client Phone"],
    status: ["Visit Status"],
  },
  boulevard: {
    start: ["Starts At", "Appointment Start", "Appointment Starts At", "Date & Time"],
    end: ["Ends At", "Appointment End"],
    date: ["Service Date"],
    time: ["Service Start Time"],
    client: ["Client Full Name"],
    firstName: ["Client First Name"],
    lastName: ["Client Last Name"],
    employee: ["Provider", "Provider Name", "Staff Full Name"],
    minutes: ["Duration (minutes)", "Duration Minutes", "Service Duration"],
    phone: ["Client Mobile Phone"],
    status: ["State", "Appointment State"],
  },
  fresha: {
    date: ["Scheduled Date"],
    time: ["Scheduled Time"],
    employee: ["Team Member Name"],
    visit: ["Appt. Ref.", "Appointment Ref.", "Ref #", "Booking Reference"],
  },
};

const COLUMN_BY_HEADING = new Map<string, { column: ImportColumn; rank: number }>();

for (const headings of Object.values(PROGRAMS))
  for (const [column, names] of Object.entries(headings))
    for (const name of names)
      COLUMN_BY_HEADING.set(normalizeHeading(name), {
        column: column as ImportColumn,
        rank: COLUMN_BY_HEADING.size,
      });

/** Decodes an uploaded file as UTF-8, or as Windows-1252 if it is not UTF-8. @throws Problem 400 */
export function decodeFile(base64: string): string {
  const data = base64.replace(/^data:[^,]*,/, "");
  if (!/^[\w+/\s-]*={0,2}\s*$/.test(data)) throw new Problem(400, "The file isn't valid base64.");
  const bytes = Buffer.from(data, "base64");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Passes the rows to `onRows` in chunks, yielding to other work in between. @throws Problem 400 */
export async function readCsv(
  text: string,
  onRows: (rows: readonly CsvRow[]) => Promise<void>,
): Promise<void> {
  if (text.includes("\0")) throw new Problem(400, NOT_CSV);
  let columns: Map<ImportColumn, number> | undefined;
  const done = Promise.withResolvers<void>();
  Papa.parse<string[]>(text.replace(/^\ufeff/, ""), {
    skipEmptyLines: "greedy",
    chunkSize: CHUNK_LENGTH,
    chunk({ data }: Papa.ParseResult<string[]>, parser: Papa.Parser) {
      parser.pause();
      const rows = columns ? data : data.slice(1);
      columns ??= findImportColumns(data[0] ?? []);
      const missing = findMissing(columns);
      if (missing) {
        // Reject first, because aborting calls `complete`.
        done.reject(missing);
        return parser.abort();
      }
      const found = columns;
      onRows(rows.map((cells) => toCsvRow(cells, found))).then(
        () => parser.resume(),
        (error: unknown) => {
          done.reject(error);
          parser.abort();
        },
      );
    },
    complete: () =>
      columns ? done.resolve() : done.reject(new Problem(400, "This file has no rows.")),
    error: () => done.reject(new Problem(400, NOT_CSV)),
  });
  await done.promise;
}

function findMissing(columns: ReadonlyMap<ImportColumn, number>): Problem | undefined {
  const has = (...names: ImportColumn[]) => names.every((name) => columns.has(name));
  const hasAll = {
    ServiceStartDateTime: has("start") || has("date", "time"),
    ServicingClientName: has("client") || has("firstName") || has("lastName"),
    Resource: has("employee"),
  };
  const missing = REQUIRED.filter((name) => !hasAll[name]);
  if (missing.length === 0) return undefined;
  return new Problem(
    400,
    `This file is missing ${missing.join(", ")}. Its first row must name the columns: ${SPECIFIED}.`,
  );
}

function toCsvRow(cells: readonly string[], columns: ReadonlyMap<ImportColumn, number>): CsvRow {
  const cell = (column: ImportColumn) => (cells[columns.get(column) ?? -1] ?? "").trim();
  const joinParts = (...parts: string[]) => parts.filter(Boolean).join(" ");
  return {
    start: cell("start") || joinParts(cell("date"), cell("time")),
    end: cell("end"),
    minutes: cell("minutes"),
    client: cell("client") || joinParts(cell("firstName"), cell("lastName")),
    service: cell("service"),
    employee: cell("employee"),
    phone: cell("phone"),
    status: cell("status"),
    visit: cell("visit"),
  };
}

/** Finds the position of each column that the headings name. */
function findImportColumns(headings: readonly string[]): Map<ImportColumn, number> {
  const found = new Map<ImportColumn, { at: number; rank: number }>();
  headings.forEach((heading, at) => {
    const known = COLUMN_BY_HEADING.get(normalizeHeading(heading));
    if (known && known.rank < (found.get(known.column)?.rank ?? Number.POSITIVE_INFINITY))
      found.set(known.column, { at, rank: known.rank });
  });
  return new Map([...found].map(([column, { at }]) => [column, at]));
}

/** Ignores case, spaces, underscores and punctuation. */
function normalizeHeading(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z\d]/g, "");
}
