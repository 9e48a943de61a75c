import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { findEmployee } from "#db/calendar/employees.ts";
import type { App, Caller, Staff } from "#src/app.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";

/** Records a change of one appointment, or of a visit and those after it, as one entry. `actor` is null for the system. */
export function recordChange(
  app: App,
  actor: Staff | null,
  action: string,
  ids: number | readonly number[],
  metadata?: Record<string, unknown>,
): void {
  const [first = 0, ...later] = [ids].flat();
  const entry = {
    action,
    target: ["appointment", first],
    metadata: later.length > 0 ? { ...metadata, appointmentIds: [first, ...later] } : metadata,
  } as const;
  record(app, actor, entry);
  app.events.changed("appointments", first, ...later);
}

type Recorded = Pick<AppointmentRow, "startsAt" | "employeeId" | "durationMinutes" | "status">;

/** What the audit log shows of a change as before and after. Nothing in it identifies the client. */
export function changedValues(app: App, before: Recorded, to: Recorded) {
  const values = (row: Recorded) => ({
    startsAt: row.startsAt,
    employee: findEmployee(app.db, row.employeeId)?.name ?? null,
    durationMinutes: row.durationMinutes,
    status: row.status,
  });
  const former = values(before);
  return Object.entries(values(to)).flatMap(([field, after]) => {
    const value = former[field as keyof typeof former];
    return value === after ? [] : [{ field, before: value, after }];
  });
}

export function recordBookingMove(
  app: App,
  bookingId: number,
  [before, after]: readonly [former: string, present: string],
  caller: Caller,
): void {
  const metadata = { changes: [{ field: "startsAt", before, after }] };
  recordSystem(app, { action: "booking.move", target: ["booking", bookingId], metadata }, caller);
}
