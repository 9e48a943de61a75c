import type { Database } from "#db/connection.ts";
import { findValue } from "#db/rows.ts";
import {
  APPOINTMENT_COLUMNS,
  type AppointmentRow,
  parseProcessing,
  type StoredAppointment,
  toAppointmentRow,
} from "./appointments.ts";

/** All employees, or only those with these ids. */
export type EmployeeFilter = "all" | readonly number[];

const ONLY = "employee_id in (select value from json_each($employees))";

/** A visit is ahead until it ends. The earliest start lets the index skip the past ones. */
const AHEAD = `status not in ('canceled', 'no_show') and ends_at > $now
  and starts_at > strftime('%Y-%m-%dT%H:%M:%S', $now, '-1 day')`;

/**
 * Returns appointments that begin in a span of wall time, earliest first. With `earliest`, also those
 * that begin from then on and last into the span.
 */
export function appointmentsBetween(
  db: Database,
  span: {
    from: string;
    until: string;
    employees: EmployeeFilter;
    most: number;
    earliest?: string;
  },
): AppointmentRow[] {
  const { from, until, employees, most, earliest = from } = span;
  return db
    .query<StoredAppointment, Record<string, string | number | null>>(
      `select ${APPOINTMENT_COLUMNS} from appointments indexed by appointments_by_time
       where starts_at >= $earliest and starts_at < $until and (starts_at >= $from or ends_at > $from)
         and ($employees is null or ${ONLY})
       order by starts_at, employee_id, appointments.id limit $most`,
    )
    .all({ from, earliest, until, employees: employeeIdsJson(employees), most })
    .map(toAppointmentRow);
}

/** Returns an employee's appointments that overlap a span, without canceled ones. */
export function busyTimesBetween(
  db: Database,
  employeeId: number,
  span: { earliest: string; from: string; until: string },
): Pick<AppointmentRow, "id" | "startsAt" | "durationMinutes" | "processing">[] {
  return db
    .query<
      { id: number; startsAt: string; durationMinutes: number; processing: string | null },
      [number, string, string, string]
    >(
      `select id, starts_at as startsAt, duration_minutes as durationMinutes, processing from appointments indexed by appointments_of_employee
       where employee_id = ? and starts_at >= ? and starts_at < ? and ends_at > ? and status <> 'canceled'
       order by starts_at`,
    )
    .all(employeeId, span.earliest, span.until, span.from)
    .map((row) => ({ ...row, processing: parseProcessing(row.processing) }));
}

export interface VisitStarts {
  readonly contactId: number;
  /** Wall time; past while the visit is taking place. */
  readonly next: string | null;
  readonly last: string | null;
}

/** When each contact comes next, and came last: two index lookups each. */
export function visitStartsOfContacts(
  db: Database,
  contactIds: readonly number[],
  { now, employees }: { readonly now: string; readonly employees: EmployeeFilter },
): VisitStarts[] {
  const start = (isListed: string) =>
    `from appointments indexed by appointments_of_contact
     where contact_id = contacts.value and ${isListed}
       and status in ('booked', 'confirmed', 'arrived') and ($employees is null or ${ONLY})`;
  return db
    .query<VisitStarts, Record<string, string | null>>(
      `select contacts.value as contactId,
         (select min(starts_at) ${start(AHEAD)}) as next,
         (select max(starts_at) ${start("ends_at <= $now")}) as last
       from json_each($contacts) as contacts`,
    )
    .all({ now, employees: employeeIdsJson(employees), contacts: JSON.stringify(contactIds) });
}

/** Returns the first start at or after a time, or else the last one before it; null if there is none. */
export function findNearestStart(
  db: Database,
  from: string,
  employees: EmployeeFilter,
): string | null {
  return findStart(db, ">=", from, employees) ?? findStart(db, "<", from, employees);
}

function findStart(
  db: Database,
  side: ">=" | "<",
  from: string,
  employees: EmployeeFilter,
): string | null {
  const order = side === "<" ? "desc" : "asc";
  if (employees === "all")
    return (
      findValue<string>(
        db,
        `select starts_at from appointments indexed by appointments_by_time
         where starts_at ${side} ? and status <> 'canceled' order by starts_at ${order} limit 1`,
        from,
      ) ?? null
    );
  // One index lookup per employee, because their rows may be rare among all rows.
  const starts = employees.flatMap(
    (id) =>
      findValue<string>(
        db,
        `select starts_at from appointments indexed by appointments_of_employee
         where employee_id = ? and starts_at ${side} ? and status <> 'canceled'
         order by starts_at ${order} limit 1`,
        id,
        from,
      ) ?? [],
  );
  return starts.sort().at(side === "<" ? -1 : 0) ?? null;
}

/**
 * Returns a client's current and upcoming appointments, soonest first, and past ones, latest first. Of the canceled ones,
 * only those with a paid deposit, among the past ones.
 */
export function appointmentsOfContact(
  db: Database,
  contactId: number,
  options: { now: string; employees: EmployeeFilter; most: number },
): { ahead: AppointmentRow[]; before: AppointmentRow[] } {
  const hasDeposit = `status = 'canceled' and exists (select 1 from online_bookings
    where appointment_id = appointments.id and paid_at is not null)`;
  const read = (isListed: string, order: "asc" | "desc") =>
    db
      .query<StoredAppointment, Record<string, string | number | null>>(
        `select ${APPOINTMENT_COLUMNS} from appointments indexed by appointments_of_contact
         where contact_id = $contactId and (${isListed})
           and ($employees is null or ${ONLY})
         order by starts_at ${order}, id limit $most`,
      )
      .all({
        contactId,
        now: options.now,
        employees: employeeIdsJson(options.employees),
        most: options.most,
      })
      .map(toAppointmentRow);
  return {
    ahead: read(AHEAD, "asc"),
    before: read(`status <> 'canceled' and not (${AHEAD}) or ${hasDeposit}`, "desc"),
  };
}

export function appointmentsWithoutPhone(
  db: Database,
  span: { from: string; until: string; employees: EmployeeFilter; most: number },
): { id: number; clientName: string; nameKey: string }[] {
  return db
    .query<
      { id: number; clientName: string; nameKey: string },
      Record<string, string | number | null>
    >(
      `select id, client_name as clientName, name_key as nameKey
       from appointments indexed by appointments_without_phone
       where phone is null and starts_at >= $from and starts_at < $until and ($employees is null or ${ONLY})
       order by starts_at limit $most`,
    )
    .all({ ...span, employees: employeeIdsJson(span.employees) });
}

function employeeIdsJson(employees: EmployeeFilter): string | null {
  return employees === "all" ? null : JSON.stringify(employees);
}
