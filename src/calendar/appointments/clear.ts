import { countAppointments, deleteAppointments } from "#db/calendar/appointments.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";

/** Appointments at a time: about ten milliseconds of the loop. */
const SLICE = 500;

/** All of them, slice by slice; what is booked meanwhile goes too. */
export async function clearAppointments(app: App, actor: Staff): Promise<{ count: number }> {
  let count = await clearSlice(app, () =>
    record(app, actor, {
      action: "appointment.clear",
      metadata: { count: countAppointments(app.db) },
    }),
  );
  for (let gone = count; gone > 0; count += gone) gone = await clearSlice(app);
  app.events.changed("deletion-conflicts");
  return { count };
}

/** The first one says in the log what is about to happen: halfway through, the machine may stop. */
async function clearSlice(app: App, tell: () => void = () => undefined): Promise<number> {
  await Bun.sleep(0);
  return whenFree(() =>
    inTransaction(app.db, () => {
      tell();
      app.events.changed("appointments");
      return deleteAppointments(app.db, undefined, SLICE);
    }),
  );
}
