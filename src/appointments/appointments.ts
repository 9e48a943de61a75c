import * as store from "#db/appointments.ts";
import type { App, Staff } from "#src/app.ts";
import { record, recordSystem } from "#src/audit/audit.ts";
import { nameKey } from "#src/shared/names.ts";
import { addMinutes, type WallTime } from "#src/shared/wall-time.ts";

export interface NewAppointment {
  readonly employeeId: number;
  readonly clientName: string;
  /** E.164, or null. */
  readonly phone: string | null;
  readonly startsAt: WallTime;
  readonly durationMinutes: number;
  readonly service: string;
  readonly source: store.AppointmentSource;
}

/** Writes one down, unchecked, in the caller's transaction, and answers its id. `actor` is null for the machine. */
export function addAppointment(app: App, actor: Staff | null, wanted: NewAppointment): number {
  const id = store.insertAppointment(app.db, {
    ...wanted,
    nameKey: nameKey(wanted.clientName),
    endsAt: addMinutes(wanted.startsAt, wanted.durationMinutes),
    createdAt: app.now(),
  });
  note(app, actor, "appointment.create", id, { source: wanted.source });
  return id;
}

/** In the caller's transaction. */
export function removeAppointment(app: App, actor: Staff | null, id: number): void {
  store.deleteAppointment(app.db, id);
  note(app, actor, "appointment.delete", id);
}

function note(
  app: App,
  actor: Staff | null,
  action: string,
  id: number,
  metadata?: Record<string, unknown>,
): void {
  const deed = { action, target: ["appointment", id], metadata } as const;
  if (actor) record(app, actor, deed);
  else recordSystem(app, deed);
  app.events.changed("appointments", id);
}
