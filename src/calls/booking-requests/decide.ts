import {
  findPotentialAppointment,
  type PotentialAppointmentRow,
  type RequestStatus,
  settlePotentialAppointment,
} from "#db/calls/booking-requests-list.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { bookAppointment } from "#src/calendar/appointments/appointments.ts";
import { confirmBooking } from "#src/calendar/reminders/reminders.ts";
import { record } from "#src/platform/audit/audit.ts";
import { DEFAULT_APPOINTMENT_MINUTES } from "#src/shared/constants.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Approval, Approved, PotentialAppointment } from "./contract.ts";
import { shown } from "./list.ts";

/**
 * Marks it, and where it is said when and with whom, books it and texts the caller once, all of it
 * together or not at all.
 * @throws Problem 404, 409 when it is decided already, or while the employee is taken or off
 */
export function approveRequest(app: App, actor: Staff, id: number, said: Approval): Approved {
  return inTransaction(app.db, () => {
    const asked = pending(app, id);
    const appointmentId = book(app, actor, asked, said);
    const settled = settle(app, actor, id, "approved", appointmentId);
    return {
      ...settled,
      confirmation: appointmentId === null ? null : confirmBooking(app, appointmentId),
    };
  });
}

/** @throws Problem 404, 409 */
export function rejectRequest(app: App, actor: Staff, id: number): PotentialAppointment {
  return inTransaction(app.db, () => {
    pending(app, id);
    return settle(app, actor, id, "rejected");
  });
}

/** @throws Problem 404, 409 for one that waits already, or whose appointment is in the book */
export function reopenRequest(app: App, actor: Staff, id: number): PotentialAppointment {
  return inTransaction(app.db, () => {
    const { status, appointmentId } = found(app, id);
    if (status === "pending") throw new Problem(409, "This request is waiting already.");
    if (appointmentId !== null)
      throw new Problem(409, "This request was booked. Move or cancel the appointment instead.");
    return settle(app, actor, id, "pending");
  });
}

function book(
  app: App,
  actor: Staff,
  asked: PotentialAppointmentRow,
  said: Approval,
): number | null {
  const { employeeId, appointmentDate } = said;
  if (employeeId === undefined || appointmentDate === undefined) return null;
  return bookAppointment(
    app,
    actor,
    {
      employeeId,
      appointmentDate,
      clientName: said.clientName ?? asked.contactName ?? asked.callerName,
      durationMinutes: said.durationMinutes ?? asked.durationMinutes ?? DEFAULT_APPOINTMENT_MINUTES,
      service: said.service ?? asked.requestedService,
      allowOverlap: said.allowOverlap,
    },
    { phone: asked.phone, source: "call" },
  );
}

function settle(
  app: App,
  actor: Staff,
  id: number,
  status: RequestStatus,
  appointmentId: number | null = null,
): PotentialAppointment {
  const isDecided = status !== "pending";
  settlePotentialAppointment(app.db, id, {
    status,
    by: isDecided ? actor.id : null,
    at: isDecided ? app.now() : null,
    appointmentId,
  });
  record(app, actor, {
    action: `potential_appointment.${DEEDS[status]}`,
    target: ["potential_appointment", id],
    ...(appointmentId !== null && { metadata: { appointment: appointmentId } }),
  });
  app.events.changed("potential-appointments", id);
  return shown(actor, found(app, id));
}

const DEEDS = { approved: "approve", rejected: "reject", pending: "reopen" } as const;

function found(app: App, id: number): PotentialAppointmentRow {
  const row = findPotentialAppointment(app.db, id);
  if (!row) throw new Problem(404, "This request does not exist any more.");
  return row;
}

function pending(app: App, id: number): PotentialAppointmentRow {
  const row = found(app, id);
  if (row.status !== "pending")
    throw new Problem(
      409,
      `This request was ${row.status} already${row.processedByName ? ` by ${row.processedByName}` : ""}.`,
    );
  return row;
}
