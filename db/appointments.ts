import type { Database } from "./connection.ts";
import { phoneKey, phoneText } from "./phone.ts";

export type AppointmentStatus = "booked" | "confirmed" | "arrived" | "no_show" | "canceled";
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

interface Stored extends Omit<AppointmentRow, "phone"> {
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
  readonly createdAt: number;
}

const COLUMNS = `appointments.id, employee_id as employeeId, client_name as clientName, appointments.phone,
  starts_at as startsAt, ends_at as endsAt, duration_minutes as durationMinutes, service, status, source,
  thank_you as thankYou, thank_you_at as thankYouAt, reminder, appointments.created_at as createdAt`;

export function findAppointment(db: Database, id: number): AppointmentRow | null {
  const row = db
    .query<Stored, [number]>(`select ${COLUMNS} from appointments where id = ?`)
    .get(id);
  return row && fromStored(row);
}

/** For the other files of this family: `rest` is what follows "where". */
export function appointmentsWhere(
  db: Database,
  rest: string,
  ...values: (string | number)[]
): AppointmentRow[] {
  return db
    .query<Stored, (string | number)[]>(`select ${COLUMNS} from appointments where ${rest}`)
    .all(...values)
    .map(fromStored);
}

/** All of one client by name, from that wall time on, earliest first; canceled ones too. */
export function appointmentsOfName(
  db: Database,
  nameKey: string,
  from: string,
  most: number,
): AppointmentRow[] {
  return db
    .query<Stored, [string, string, number]>(
      `select ${COLUMNS} from appointments where name_key = ? and starts_at >= ? order by starts_at, id limit ?`,
    )
    .all(nameKey, from, most)
    .map(fromStored);
}

export function insertAppointment(db: Database, appointment: AppointmentToInsert): number {
  const { lastInsertRowid } = db
    .query(
      `insert into appointments (employee_id, client_name, name_key, phone, starts_at, ends_at, duration_minutes,
         service, status, source, created_at)
       values ($employeeId, $clientName, $nameKey, $phone, $startsAt, $endsAt, $durationMinutes, $service,
         'booked', $source, $createdAt)`,
    )
    .run({
      ...appointment,
      phone: appointment.phone === null ? null : phoneKey(appointment.phone),
    });
  return Number(lastInsertRowid);
}

export function deleteAppointment(db: Database, id: number): void {
  db.query("delete from appointments where id = ?").run(id);
}

function fromStored(row: Stored): AppointmentRow {
  return { ...row, phone: row.phone === null ? null : phoneText(row.phone) };
}
