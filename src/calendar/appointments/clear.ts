import { countAppointments } from "#db/calendar/appointments.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { deleteSlice } from "./delete.ts";

/** Appointments per transaction, which takes about 10 ms. */
const SLICE_SIZE = 500;

/**
 * Deletes all appointments in slices, including those booked in the meantime. The first slice writes
 * the audit entry, because the server may stop halfway.
 */
export async function clearAppointments(app: App, actor: Staff): Promise<{ count: number }> {
  const { count } = await inSlices(app, { count: 0, isFirst: true }, (before) => {
    if (before.isFirst)
      record(app, actor, {
        action: "appointment.clear",
        metadata: { count: countAppointments(app.db) },
      });
    const deleted = deleteSlice(app, undefined, SLICE_SIZE);
    app.events.changed("appointments");
    return { count: before.count + deleted, isFirst: false, done: deleted === 0 };
  });
  app.events.changed("deletion-conflicts");
  return { count };
}
