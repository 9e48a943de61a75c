/** What a column of another program's file can hold. */
export type ImportColumn =
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
  | "status";

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
};

const COLUMN_BY_HEADING = new Map<string, { column: ImportColumn; rank: number }>();
for (const headings of Object.values(PROGRAMS))
  for (const [column, names] of Object.entries(headings))
    for (const name of names)
      COLUMN_BY_HEADING.set(normalizeHeading(name), {
        column: column as ImportColumn,
        rank: COLUMN_BY_HEADING.size,
      });

/** Finds the position of each column that the headings name. */
export function findImportColumns(headings: readonly string[]): Map<ImportColumn, number> {
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
