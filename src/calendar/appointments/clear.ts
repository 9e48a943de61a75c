import { countAppointments, deleteAppointments } from "#db/calendar/appointments.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";

/** Appointments per transaction, which takes about 10 ms. */
const SLICE_SIZE = 500;

/** Deletes all appointments in slices, including those booked in the meantime. */
export async function clearAppointments(app: App, actor: Staff): Promise<{ count: number }> {
  let count = await clearSlice(app, () =>
    record(app, actor, {
      action: "appointment.clear",
      metadata: { count: countAppointments(app.db) },
    }),
  );
  for (let deleted = count; deleted > 0; count += deleted) deleted = await clearSlice(app);
  app.events.changed("deletion-conflicts");
  return { count };
}

/** The first slice writes the audit entry, because the server may stop halfway. */
async function clearSlice(app: App, recordStart: () => void = () => undefined): Promise<number> {
  await Bun.sleep(0);
  return whenFree(() =>
    inTransaction(app.db, () => {
      recordStart();
      app.events.changed("appointments");
      return deleteAppointments(app.db, undefined, SLICE_SIZE);
    }),
  );
}
