import type { App, Staff } from "#src/app.ts";
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
  if (actor) record(app, actor, entry);
  else recordSystem(app, entry);
  app.events.changed("appointments", first, ...later);
}
