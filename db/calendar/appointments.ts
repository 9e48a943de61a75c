import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";

type AppointmentStatus = "booked" | "confirmed" | "arrived" | "no_show" | "canceled";
export type AppointmentSource = "staff" | "webhook" | "import" | "call";

export interface AppointmentRow {
  readonly id: number;
  readonly employeeId: number;
  readonly clientName: string;
  /** E.164, or null. */
  readonly phone: string | null;
  /** Wall time where the business is: YYYY-MM-DDTHH:mm:ss. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly durationMinutes: number;
  readonly service: string;
  readonly status: AppointmentStatus;
  readonly source: AppointmentSource;
  readonly thankYou: "sent" | "skipped" | null;
  /** Epoch milliseconds. */
  readonly thankYouAt: number | null;
  readonly reminder: "sent" | "skipped" | null;
  readonly createdAt: number;
}

/** What a change may write; the rest belongs to whoever sends texts. */
export type AppointmentFields = Pick<
  AppointmentRow,
  | "employeeId"
  | "clientName"
  | "phone"
  | "startsAt"
  | "endsAt"
  | "durationMinutes"
  | "service"
  | "status"
> & { readonly nameKey: string };

export interface StoredAppointment extends Omit<AppointmentRow, "phone"> {
  readonly phone: number | null;
}

/** `nameKey` is nameKey(clientName). */
export interface AppointmentToInsert {
  readonly employeeId: number;
  readonly clientName: string;
  readonly nameKey: string;
  readonly phone: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly durationMinutes: number;
  readonly service: string;
  readonly source: AppointmentSource;
  /** "skipped": nobody is thanked for it. */
  readonly thankYou?: "skipped" | undefined;
  readonly createdAt: number;
}

export const APPOINTMENT_COLUMNS = `appointments.id, employee_id as employeeId, client_name as clientName, appointments.phone,
  starts_at as startsAt, ends_at as endsAt, duration_minutes as durationMinutes, service, status, source,
  thank_you as thankYou, thank_you_at as thankYouAt, reminder, appointments.created_at as createdAt`;

export function findAppointment(db: Database, id: number): AppointmentRow | null {
  const row = db
    .query<StoredAppointment, [number]>(
      `select ${APPOINTMENT_COLUMNS} from appointments where id = ?`,
    )
    .get(id);
  return row && appointmentOf(row);
}

/** For the other files of this family: `rest` is what follows "where". */
export function appointmentsWhere(
  db: Database,
  rest: string,
  ...values: (string | number)[]
): AppointmentRow[] {
  return db
    .query<StoredAppointment, (string | number)[]>(
      `select ${APPOINTMENT_COLUMNS} from appointments where ${rest}`,
    )
    .all(...values)
    .map(appointmentOf);
}

/** All of one client by name, from that wall time on, earliest first; canceled ones too. */
export function appointmentsOfName(
  db: Database,
  nameKey: string,
  from: string,
  most: number,
): AppointmentRow[] {
  return db
    .query<StoredAppointment, [string, string, number]>(
      `select ${APPOINTMENT_COLUMNS} from appointments where name_key = ? and starts_at >= ? order by starts_at, id limit ?`,
    )
    .all(nameKey, from, most)
    .map(appointmentOf);
}

/** Whether this client has one at that time with that employee, in whatever state. */
export function hasAppointment(
  db: Database,
  {
    nameKey,
    startsAt,
    employeeId,
  }: Pick<AppointmentToInsert, "nameKey" | "startsAt" | "employeeId">,
): boolean {
  return (
    db
      .query("select 1 from appointments where name_key = ? and starts_at = ? and employee_id = ?")
      .get(nameKey, startsAt, employeeId) !== null
  );
}

export function insertAppointment(db: Database, appointment: AppointmentToInsert): number {
  const { lastInsertRowid } = db
    .query(
      `insert into appointments (employee_id, client_name, name_key, phone, starts_at, ends_at, duration_minutes,
         service, status, source, thank_you, created_at)
       values ($employeeId, $clientName, $nameKey, $phone, $startsAt, $endsAt, $durationMinutes, $service,
         'booked', $source, $thankYou, $createdAt)`,
    )
    .run({
      ...appointment,
      phone: keyOf(appointment.phone),
      thankYou: appointment.thankYou ?? null,
    });
  return Number(lastInsertRowid);
}

export function setAppointment(db: Database, id: number, to: AppointmentFields): void {
  db.query(
    `update appointments set employee_id = $employeeId, client_name = $clientName, name_key = $nameKey,
       phone = $phone, starts_at = $startsAt, ends_at = $endsAt, duration_minutes = $durationMinutes,
       service = $service, status = $status where id = $id`,
  ).run({ ...to, id, phone: keyOf(to.phone) });
}

/** What was said of the old time no longer holds; an answer to it must not count for the new one. */
export function forgetReminder(db: Database, id: number): void {
  db.query(
    "update appointments set reminder = null, reminder_message_id = null where id = ? and (reminder is not null or reminder_message_id is not null)",
  ).run(id);
}

export function setAppointmentPhone(db: Database, id: number, phone: string): void {
  db.query("update appointments set phone = ? where id = ? and phone is null").run(
    phoneKey(phone),
    id,
  );
}

export function deleteAppointment(db: Database, id: number): void {
  db.query("delete from appointments where id = ?").run(id);
}

/** Deletes so many at most, of one employee or of all, and answers how many. */
export function deleteAppointments(
  db: Database,
  employeeId: number | undefined,
  slice: number,
): number {
  const these =
    employeeId === undefined
      ? "select id from appointments limit ?2"
      : "select id from appointments where employee_id = ?1 limit ?2";
  return db.query(`delete from appointments where id in (${these})`).run(employeeId ?? null, slice)
    .changes;
}

export function countAppointments(db: Database): number {
  return db.query<{ n: number }, []>("select count(*) as n from appointments").get()?.n ?? 0;
}

export function appointmentOf(row: StoredAppointment): AppointmentRow {
  return { ...row, phone: row.phone === null ? null : phoneText(row.phone) };
}

function keyOf(phone: string | null): number | null {
  return phone === null ? null : phoneKey(phone);
}
