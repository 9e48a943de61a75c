import { deleteAppointments } from "#db/calendar/appointments.ts";
import {
  deleteEmployee as deleteRow,
  removeEmployeeFromPermissions,
} from "#db/calendar/employees.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { getEmployee } from "./employees.ts";

/** Appointments per transaction, which takes about 10 ms. */
const SLICE_SIZE = 500;

/**
 * Deletes an employee and their appointments in slices. The last slice and the employee share a transaction,
 * so that no appointment booked in the meantime remains. @throws Problem 404
 */
export async function deleteEmployee(app: App, actor: Staff, id: number): Promise<void> {
  const { name } = getEmployee(app, id);
  await inSlices(app, { appointments: 0 }, (before) => {
    const deleted = deleteAppointments(app.db, id, SLICE_SIZE);
    const appointments = before.appointments + deleted;
    const done = deleted < SLICE_SIZE;
    if (done) deleteLast(app, actor, { id, name, appointments });
    app.events.changed("appointments");
    return { appointments, done };
  });
}

interface DeletedEmployee {
  readonly id: number;
  readonly name: string;
  readonly appointments: number;
}

function deleteLast(app: App, actor: Staff, { id, ...metadata }: DeletedEmployee): void {
  const users = removeEmployeeFromPermissions(app.db, id);
  deleteRow(app.db, id);
  record(app, actor, { action: "employee.delete", target: ["employee", id], metadata });
  app.events.changed("employees", id);
  app.events.changed("deletion-conflicts");
  if (users.length > 0) app.events.changed("users", ...users);
}
