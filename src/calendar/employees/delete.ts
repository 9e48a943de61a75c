import { deleteAppointments } from "#db/calendar/appointments.ts";
import {
  deleteEmployee as deleteRow,
  forgetEmployeeInPermissions,
} from "#db/calendar/employees.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { foundEmployee } from "./employees.ts";

/** Appointments at a time: about ten milliseconds of the loop. */
const SLICE = 500;

/**
 * With all their appointments, slice by slice; the last slice and the employee go together, so that
 * nothing booked meanwhile is left without one.
 */
export async function deleteEmployee(app: App, actor: Staff, id: number): Promise<void> {
  const { name } = foundEmployee(app, id);
  let appointments = 0;
  for (let isLast = false; !isLast; ) {
    const gone = await whenFree(() =>
      inTransaction(app.db, () => {
        const slice = deleteAppointments(app.db, id, SLICE);
        if (slice < SLICE) finish(app, actor, { id, name, appointments: appointments + slice });
        return slice;
      }),
    );
    appointments += gone;
    isLast = gone < SLICE;
    app.events.changed("appointments");
    await Bun.sleep(0);
  }
}

interface Gone {
  readonly id: number;
  readonly name: string;
  readonly appointments: number;
}

function finish(app: App, actor: Staff, { id, ...metadata }: Gone): void {
  const users = forgetEmployeeInPermissions(app.db, id);
  deleteRow(app.db, id);
  record(app, actor, { action: "employee.delete", target: ["employee", id], metadata });
  app.events.changed("employees", id);
  app.events.changed("deletion-conflicts");
  if (users.length > 0) app.events.changed("users", ...users);
}
