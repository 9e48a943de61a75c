import { ownerOf, presentNumber } from "#db/clients/contact-numbers.ts";
import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { exists, reader, type Stored } from "#db/rows.ts";
import type { Processing, VisitService } from "./services.ts";

type AppointmentStatus = "requested" | "booked" | "confirmed" | "arrived" | "no_show" | "canceled";
export type AppointmentSource = "staff" | "webhook" | "import" | "call" | "online" | "waitlist";

interface VisitFields {
  readonly employeeId: number;
  readonly clientName: string;
  /** E.164, or null. The client's present number, or the one that was booked for someone who is no contact. */
  readonly phone: string | null;
  /** Wall time in the business's time zone: YYYY-MM-DDTHH:mm:ss. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly durationMinutes: number;
  readonly service: string;
  /** What staff wrote about it; empty for nothing. */
  readonly notes: string;
}

interface ServiceOfVisit {
  /** The first of the services; null when the service was typed. */
  readonly serviceId: number | null;
  /** In their order, as booked; they may have been deleted since. Empty when the service was typed. */
  readonly services: readonly VisitService[];
  /** The price at booking, of all services; null without one. */
  readonly priceCents: number | null;
  /** Cleanup time after the visit. */
  readonly bufferMinutes: number;
  /** When the employee is free meanwhile, in minutes from the start, in order. */
  readonly processing: readonly Processing[];
}

/** The columns that a change may write. The senders of texts own the others. */
export interface AppointmentFields extends VisitFields, ServiceOfVisit {
  readonly status: AppointmentStatus;
  readonly nameKey: string;
}

export interface AppointmentRow extends Omit<AppointmentFields, "nameKey"> {
  readonly id: number;
  readonly contactId: number | null;
  readonly source: AppointmentSource;
  readonly thankYou: "sent" | "skipped" | null;
  /** Epoch milliseconds. */
  readonly thankYouAt: number | null;
  readonly reminder: "sent" | "skipped" | null;
  readonly createdAt: number;
  /** Null for an appointment that does not repeat. */
  readonly seriesId: number | null;
  /** The id of the first part that takes place of a visit with several employees; null for any other. */
  readonly visitId: number | null;
  /** What the client last knew, where it is not the present: "" for a visit that they don't know of. */
  readonly knownStartsAt: string | null;
  readonly knownEmployeeId: number | null;
  /** When the text about the last change is due; null if none is planned. */
  readonly textDueAt: number | null;
  /** The last text about a change. */
  readonly textMessageId: number | null;
  /** Grows with each change. */
  readonly revision: number;
  /** Epoch milliseconds; null for one that never changed. */
  readonly changedAt: number | null;
}

/** The columns of JSON. */
interface StoredLists {
  readonly processing: string | null;
  /** Null for one service or none. */
  readonly services: string | null;
}

export type StoredAppointment<Row extends AppointmentRow = AppointmentRow> = Omit<
  Stored<Row, "phone">,
  keyof StoredLists
> &
  StoredLists;

/** `nameKey` is nameKey(clientName). */
export interface NewAppointmentRow extends Omit<VisitFields, "notes">, Partial<ServiceOfVisit> {
  readonly nameKey: string;
  /** "booked" by default. */
  readonly status?: "requested" | "booked";
  readonly source: AppointmentSource;
  /** "skipped" prevents the thank-you text. */
  readonly thankYou?: "skipped" | undefined;
  readonly createdAt: number;
  readonly seriesId?: number | null;
  readonly notes?: string | undefined;
}

export const APPOINTMENT_COLUMNS = `appointments.id, employee_id as employeeId, client_name as clientName,
  ${presentNumber("appointments")} as phone, appointments.contact_id as contactId, starts_at as startsAt, ends_at as endsAt, duration_minutes as durationMinutes, service, visit_notes as notes,
  service_id as serviceId, price_cents as priceCents, buffer_minutes as bufferMinutes, processing, services, status, source,
  thank_you as thankYou, thank_you_at as thankYouAt, reminder, appointments.created_at as createdAt, series_id as seriesId,
  known_starts_at as knownStartsAt, known_employee_id as knownEmployeeId, text_due_at as textDueAt, text_message_id as textMessageId, revision,
  changed_at as changedAt, visit_id as visitId`;
export const appointments = reader<StoredAppointment, AppointmentRow>(
  `select ${APPOINTMENT_COLUMNS} from appointments`,
  toAppointmentRow,
);

export function findAppointment(db: Database, id: number): AppointmentRow | null {
  return appointments.find(db, "where id = ?", id);
}

/** Returns a client's appointments by name from a wall time on, earliest first, including canceled ones. */
export function appointmentsOfName(
  db: Database,
  nameKey: string,
  from: string,
  most: number,
): AppointmentRow[] {
  return appointments.list(
    db,
    "where name_key = ? and starts_at >= ? order by starts_at, id limit ?",
    nameKey,
    from,
    most,
  );
}

/**
 * Returns whether the client has an appointment in any status with that employee that begins at that time, or whose
 * second or later service does.
 */
export function hasAppointment(
  db: Database,
  { nameKey, startsAt, employeeId }: Pick<NewAppointmentRow, "nameKey" | "startsAt" | "employeeId">,
): boolean {
  return exists(
    db,
    `select 1 from appointments where name_key = ?1 and starts_at between substr(?2, 1, 10) and ?2 and employee_id = ?3
       and (starts_at = ?2 or (services is not null and ends_at > ?2))`,
    nameKey,
    startsAt,
    employeeId,
  );
}

export function insertAppointment(db: Database, appointment: NewAppointmentRow): number {
  const { lastInsertRowid } = db
    .query(
      `insert into appointments (employee_id, client_name, name_key, phone, contact_id, starts_at, ends_at, duration_minutes,
         service, service_id, services, price_cents, buffer_minutes, processing, status, source, thank_you, created_at, series_id, visit_notes)
       values ($employeeId, $clientName, $nameKey, $phone, ${ownerOf("$phone")}, $startsAt, $endsAt, $durationMinutes, $service,
         $serviceId, $services, $priceCents, $bufferMinutes, $processing, $status, $source, $thankYou, $createdAt, $seriesId, $notes)`,
    )
    .run({
      ...appointment,
      phone: appointment.phone && phoneKey(appointment.phone),
      serviceId: appointment.serviceId ?? null,
      services: servicesText(appointment.services),
      priceCents: appointment.priceCents ?? null,
      bufferMinutes: appointment.bufferMinutes ?? 0,
      processing: processingText(appointment.processing),
      status: appointment.status ?? "booked",
      thankYou: appointment.thankYou ?? null,
      seriesId: appointment.seriesId ?? null,
      notes: appointment.notes ?? "",
    });
  return Number(lastInsertRowid);
}

/** Null, unless a text about the change before this one has not left. */
const toldBefore = (column: string) =>
  `iif((starts_at <> $startsAt or employee_id <> $employeeId or status <> $status) and exists (
     select 1 from messages where messages.id = text_message_id and messages.status = 'pending'), ${column}, null)`;

/** The client still knows the former time and employee, and a decision about closed hours is made with a move. */
const KEEP_KNOWN = `known_starts_at = nullif(coalesce(${toldBefore("told_starts_at")}, known_starts_at, starts_at), $startsAt),
  known_employee_id = nullif(coalesce(${toldBefore("told_employee_id")}, known_employee_id, employee_id), $employeeId),
  undecided = iif(starts_at = $startsAt and employee_id = $employeeId and $status <> 'canceled', undecided, 0)`;

/** A changed number is another client's; an unchanged one leaves the number that was booked. */
const KEEP_CLIENT = `phone = iif($phone is ${presentNumber("appointments")}, phone, $phone),
  contact_id = iif($phone is ${presentNumber("appointments")}, contact_id, ${ownerOf("$phone")})`;

export function setAppointment(
  db: Database,
  id: number,
  fields: AppointmentFields,
  now: number,
): void {
  db.query(
    `update appointments set ${KEEP_KNOWN}, ${KEEP_CLIENT}, revision = revision + 1, changed_at = $now,
       employee_id = $employeeId, client_name = $clientName, name_key = $nameKey,
       starts_at = $startsAt, ends_at = $endsAt, duration_minutes = $durationMinutes,
       service = $service, service_id = $serviceId, services = $services, price_cents = $priceCents, buffer_minutes = $bufferMinutes,
       processing = $processing, status = $status, visit_notes = $notes where id = $id`,
  ).run({
    ...fields,
    id,
    now,
    phone: fields.phone && phoneKey(fields.phone),
    processing: processingText(fields.processing),
    services: servicesText(fields.services),
  });
}

export function setAppointmentPhone(db: Database, id: number, phone: string): void {
  db.query(
    `update appointments set phone = ?1, contact_id = ${ownerOf("?1")} where id = ?2 and phone is null`,
  ).run(phoneKey(phone), id);
}

export function toAppointmentRow<Row extends StoredAppointment>(
  row: Row,
): Omit<Row, "phone" | keyof StoredLists> &
  Pick<AppointmentRow, "phone" | "processing" | "services"> {
  const processing = parseProcessing(row.processing);
  return {
    ...row,
    phone: row.phone === null ? null : phoneText(row.phone),
    processing,
    services:
      row.services === null
        ? onlyService(row, processing[0] ?? null)
        : (JSON.parse(row.services) as VisitService[]),
  };
}

function onlyService(
  { serviceId, service: name, priceCents, durationMinutes, bufferMinutes }: StoredAppointment,
  processing: Processing | null,
): VisitService[] {
  if (serviceId === null) return [];
  return [
    { serviceId, name, priceCents: priceCents ?? 0, durationMinutes, bufferMinutes, processing },
  ];
}

export function parseProcessing(text: string | null): readonly Processing[] {
  return text === null ? [] : (JSON.parse(text) as Processing[]);
}

function processingText(processing: readonly Processing[] = []): string | null {
  return processing.length === 0 ? null : JSON.stringify(processing);
}

/** One service is in the columns of the visit. */
function servicesText(services: readonly VisitService[] = []): string | null {
  return services.length < 2 ? null : JSON.stringify(services);
}
