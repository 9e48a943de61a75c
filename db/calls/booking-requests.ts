import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";

/** The slot that a caller's words came to: wall time where the business is. */
interface Slot {
  readonly employeeId: number;
  readonly startsAt: string;
  readonly durationMinutes: number;
}

export interface AskedAppointment {
  readonly callId: number | null;
  readonly contactId: number | null;
  readonly callerName: string;
  /** E.164, or null. */
  readonly phone: string | null;
  /** As said, both. */
  readonly preferredDate: string;
  readonly preferredTime: string;
  readonly requestedService: string;
  readonly notes: string;
  /** Where those words came to a free one. */
  readonly slot: Slot | undefined;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

export function insertPotentialAppointment(
  db: Database,
  { slot, ...asked }: AskedAppointment,
): number {
  const { lastInsertRowid } = db
    .query(
      `insert into potential_appointments (call_id, contact_id, caller_name, phone, preferred_date,
         preferred_time, requested_service, notes, employee_id, starts_at, duration_minutes, created_at)
       values ($callId, $contactId, $callerName, $phone, $preferredDate, $preferredTime,
         $requestedService, $notes, $employeeId, $startsAt, $durationMinutes, $createdAt)`,
    )
    .run({
      ...asked,
      phone: asked.phone === null ? null : phoneKey(asked.phone),
      employeeId: slot?.employeeId ?? null,
      startsAt: slot?.startsAt ?? null,
      durationMinutes: slot?.durationMinutes ?? null,
    });
  return Number(lastInsertRowid);
}
