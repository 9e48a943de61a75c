import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";

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
