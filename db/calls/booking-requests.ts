import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { reader, type Stored, updateRow } from "#db/rows.ts";

/** The slot that matches the caller's request, in the business's wall time. */
interface Slot {
  readonly employeeId: number;
  readonly startsAt: string;
  readonly durationMinutes: number;
}

/** What the caller said. */
export interface RequestFields {
  readonly callerName: string;
  /** The day and the time as the caller said them. */
  readonly preferredDate: string;
  readonly preferredTime: string;
  readonly requestedService: string;
  readonly notes: string;
  /** Set if they matched a free slot. */
  readonly slot: Slot | undefined;
}

export interface NewPotentialAppointment extends RequestFields {
  readonly callId: number | null;
  readonly contactId: number | null;
  /** E.164, or null. */
  readonly phone: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

export function insertPotentialAppointment(
  db: Database,
  { slot, ...request }: NewPotentialAppointment,
): number {
  const { lastInsertRowid } = db
    .query(
      `insert into potential_appointments (call_id, contact_id, caller_name, phone, preferred_date,
         preferred_time, requested_service, notes, employee_id, starts_at, duration_minutes, created_at)
       values ($callId, $contactId, $callerName, $phone, $preferredDate, $preferredTime,
         $requestedService, $notes, $employeeId, $startsAt, $durationMinutes, $createdAt)`,
    )
    .run({
      ...request,
      phone: request.phone === null ? null : phoneKey(request.phone),
      employeeId: slot?.employeeId ?? null,
      startsAt: slot?.startsAt ?? null,
      durationMinutes: slot?.durationMinutes ?? null,
    });
  return Number(lastInsertRowid);
}

/** Replaces what the caller said in a request that is still pending. */
export function setPotentialAppointment(
  db: Database,
  id: number,
  { slot, ...fields }: RequestFields,
): void {
  db.query(
    `update potential_appointments set caller_name = $callerName, preferred_date = $preferredDate,
       preferred_time = $preferredTime, requested_service = $requestedService, notes = $notes,
       employee_id = $employeeId, starts_at = $startsAt, duration_minutes = $durationMinutes
     where id = $id and status = 'pending'`,
  ).run({
    id,
    ...fields,
    employeeId: slot?.employeeId ?? null,
    startsAt: slot?.startsAt ?? null,
    durationMinutes: slot?.durationMinutes ?? null,
  });
}

export type RequestStatus = "pending" | "approved" | "rejected";

export interface PotentialAppointmentRow extends Omit<RequestFields, "slot"> {
  readonly id: number;
  /** Null once the call has been deleted. */
  readonly callId: number | null;
  readonly callStartedAt: number | null;
  readonly contactId: number | null;
  readonly contactName: string | null;
  /** E.164: the contact's present number, or the caller's; null if withheld. */
  readonly phone: string | null;
  /** The slot: all four are set or none. A deleted employee leaves none. */
  readonly employeeId: number | null;
  readonly employeeName: string | null;
  readonly startsAt: string | null;
  readonly durationMinutes: number | null;
  readonly status: RequestStatus;
  readonly processedBy: string | null;
  readonly processedByName: string | null;
  /** Epoch milliseconds. */
  readonly processedAt: number | null;
  readonly appointmentId: number | null;
  /** The current time and employee of the booked appointment. */
  readonly bookedAt: string | null;
  readonly bookedWith: number | null;
  readonly bookedWithName: string | null;
  readonly createdAt: number;
}

type StoredRequest = Stored<PotentialAppointmentRow, "phone">;

const requests = reader<StoredRequest, PotentialAppointmentRow>(
  `select p.id, call_id, calls.started_at as callStartedAt, p.contact_id,
    contacts.name as contactName, caller_name, coalesce(contacts.phone, p.phone) as phone, preferred_date, preferred_time,
    requested_service, notes, p.employee_id, employees.name as employeeName, p.starts_at,
    p.duration_minutes, p.status, processed_by, users.username as processedByName, processed_at,
    appointment_id, appointments.starts_at as bookedAt, appointments.employee_id as bookedWith,
    worker.name as bookedWithName, p.created_at
  from potential_appointments p left join calls on calls.id = call_id
    left join contacts on contacts.id = p.contact_id left join employees on employees.id = p.employee_id
    left join users on users.id = processed_by left join appointments on appointments.id = appointment_id
    left join employees worker on worker.id = appointments.employee_id`,
  (row) => ({ ...row, phone: row.phone === null ? null : phoneText(row.phone) }),
);

/** Returns the newest requests with ids below `before`. */
export function listPotentialAppointments(
  db: Database,
  page: { status: RequestStatus | undefined; before: number; limit: number },
): PotentialAppointmentRow[] {
  const { status, ...rest } = page;
  return requests.list(
    db,
    `where p.id < $before ${status ? "and p.status = $status" : ""} order by p.id desc limit $limit`,
    status ? { ...rest, status } : rest,
  );
}

export function findPotentialAppointment(db: Database, id: number): PotentialAppointmentRow | null {
  return requests.find(db, "where p.id = ?", id);
}

/** Returns the requests made in these calls, oldest first. */
export function requestsOfCalls(
  db: Database,
  callIds: readonly number[],
): PotentialAppointmentRow[] {
  return requests.list(
    db,
    "where call_id in (select value from json_each(?)) order by p.id",
    JSON.stringify(callIds),
  );
}

/** Stores a decision. A request set back to pending has no `by` and no `at`. */
export function setPotentialAppointmentStatus(
  db: Database,
  id: number,
  decision: {
    readonly status: RequestStatus;
    readonly by: string | null;
    readonly at: number | null;
    readonly appointmentId: number | null;
  },
): void {
  updateRow(db, "potential_appointments", id, {
    status: decision.status,
    processedBy: decision.by,
    processedAt: decision.at,
    appointmentId: decision.appointmentId,
  });
}
