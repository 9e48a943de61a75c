import { type AppointmentRow, findAppointment } from "#db/calendar/appointments.ts";
import type { App, Staff } from "#src/app.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";

/** @throws Problem 404, also if the employee is hidden from the actor */
export function getAppointment(app: App, actor: Staff, id: number): AppointmentRow {
  const row = findAppointment(app.db, id);
  if (row && maySeeEmployee(actor, row.employeeId)) return row;
  throw goneProblem("appointment");
}

export function goneProblem(what: string): Problem {
  return new Problem(404, `This ${what} no longer exists.`);
}

/** A visit with several employees moves only as a whole. */
export function hiddenPartProblem(): Problem {
  return new Problem(
    403,
    "Part of this visit is with an employee whose calendar you can't see. Ask an administrator.",
  );
}

/** Whether a visit in this status is still to take place. */
export function isAhead(status: AppointmentRow["status"]): boolean {
  return status === "requested" || status === "booked" || status === "confirmed";
}
