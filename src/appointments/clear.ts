import { deleteAppointments } from "#db/appointments.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/audit/audit.ts";

/** Appointments at a time: about ten milliseconds of the loop. */
const SLICE = 500;

/** All of them, slice by slice; what is booked meanwhile goes too. */
export async function clearAppointments(app: App, actor: Staff): Promise<{ count: number }> {
  // Before and after: halfway through, the machine may stop.
  await whenFree(() =>
    inTransaction(app.db, () => record(app, actor, { action: "appointment.clear" })),
  );
  let count = 0;
  for (let gone = 1; gone > 0; count += gone) {
    gone = await whenFree(() =>
      inTransaction(app.db, () => deleteAppointments(app.db, undefined, SLICE)),
    );
    app.events.changed("appointments");
    await Bun.sleep(0);
  }
  await whenFree(() =>
    inTransaction(app.db, () =>
      record(app, actor, { action: "appointment.cleared", metadata: { count } }),
    ),
  );
  app.events.changed("deletion-conflicts");
  return { count };
}
