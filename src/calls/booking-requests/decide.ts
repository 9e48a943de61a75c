import * as store from "#db/calls/booking-requests.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { bookAppointment, findPerformers } from "#src/calendar/book-visit.ts";
import { askForDeposit } from "#src/calendar/desk-deposit.ts";
import { confirmBooking } from "#src/calendar/reminders/reminders.ts";
import { record } from "#src/platform/audit/audit.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { DEFAULT_APPOINTMENT_MINUTES } from "#src/shared/constants.ts";
import { Problem, requireFound } from "#src/shared/problem.ts";
import {
  type Approval,
  type Approved,
  type PotentialAppointment,
  potentialAppointments,
} from "./contract.ts";
import { countRequests, listRequests, toPotentialAppointment } from "./list.ts";

const PAGE = "/potential-appointments";

export const potentialAppointmentModule = defineModule(potentialAppointments, {
  list: staff(PAGE, ({ app, actor, query }) => listRequests(app, actor, query)),
  count: staff(PAGE, ({ app }) => countRequests(app)),
  approve: admin(({ app, actor, id, body }) => approveRequest(app, actor, id, body)),
  reject: admin(({ app, actor, id }) => rejectRequest(app, actor, id)),
  reopen: admin(({ app, actor, id }) => reopenRequest(app, actor, id)),
});

/**
 * Approves a request. If the approval names an employee and a time, the same transaction also books the
 * appointment and texts the caller once.
 * @throws Problem 404, 409 when the request was already decided or the employee is busy or off
 */
export function approveRequest(app: App, actor: Staff, id: number, approval: Approval): Approved {
  return inTransaction(app.db, () => {
    const request = getPendingRequest(app, id);
    const appointmentId = bookRequest(app, actor, request, approval);
    const decided = recordDecision(app, actor, id, "approved", appointmentId);
    return {
      ...decided,
      confirmation: appointmentId === null ? null : textCaller(app, actor, appointmentId, approval),
    };
  });
}

function textCaller(app: App, actor: Staff, id: number, { askDeposit }: Approval) {
  return askDeposit ? askForDeposit(app, actor, id) : confirmBooking(app, id);
}

/** @throws Problem 404, 409 */
export function rejectRequest(app: App, actor: Staff, id: number): PotentialAppointment {
  return inTransaction(app.db, () => {
    getPendingRequest(app, id);
    return recordDecision(app, actor, id, "rejected");
  });
}

/** @throws Problem 404, 409 when the request is pending or its appointment exists */
function reopenRequest(app: App, actor: Staff, id: number): PotentialAppointment {
  return inTransaction(app.db, () => {
    const { status, appointmentId } = getRequest(app, id);
    if (status === "pending") throw new Problem(409, "This request is already pending.");
    if (appointmentId !== null)
      throw new Problem(409, "This request was booked. Move or cancel the appointment instead.");
    return recordDecision(app, actor, id, "pending");
  });
}

function bookRequest(
  app: App,
  actor: Staff,
  request: store.PotentialAppointmentRow,
  approval: Approval,
): number | null {
  const { employeeId, appointmentDate } = approval;
  if (employeeId === undefined || appointmentDate === undefined) return null;
  const visit = {
    ...{ employeeId, appointmentDate },
    service: approval.service ?? request.requestedService,
    services: approval.services,
    serviceId: approval.serviceId ?? null,
  };
  // What the caller asked for may take several employees, whom a program that knows of one doesn't name.
  const isAnyone = !approval.performers && !approval.allowOverlap;
  return bookAppointment(
    app,
    actor,
    {
      ...visit,
      clientName: approval.clientName ?? request.contactName ?? request.callerName,
      durationMinutes:
        approval.durationMinutes ?? request.durationMinutes ?? DEFAULT_APPOINTMENT_MINUTES,
      performers: isAnyone ? findPerformers(app, visit) : approval.performers,
      allowOverlap: approval.allowOverlap,
    },
    {
      phone: request.phone,
      source: "call",
      isOwnService: approval.service !== undefined || approval.services !== undefined,
    },
  );
}

function recordDecision(
  app: App,
  actor: Staff,
  id: number,
  status: store.RequestStatus,
  appointmentId: number | null = null,
): PotentialAppointment {
  const isDecided = status !== "pending";
  store.setPotentialAppointmentStatus(app.db, id, {
    status,
    by: isDecided ? actor.id : null,
    at: isDecided ? app.now() : null,
    appointmentId,
  });
  record(app, actor, {
    action: `potential_appointment.${AUDIT_ACTIONS[status]}`,
    target: ["potential_appointment", id],
    ...(appointmentId !== null && { metadata: { appointment: appointmentId } }),
  });
  app.events.changed("potential-appointments", id);
  return toPotentialAppointment(app, actor, getRequest(app, id));
}

const AUDIT_ACTIONS = { approved: "approve", rejected: "reject", pending: "reopen" } as const;

function getRequest(app: App, id: number): store.PotentialAppointmentRow {
  return requireFound(store.findPotentialAppointment(app.db, id), "This request no longer exists.");
}

function getPendingRequest(app: App, id: number): store.PotentialAppointmentRow {
  const row = getRequest(app, id);
  if (row.status !== "pending")
    throw new Problem(
      409,
      `This request was already ${row.status}${row.processedByName ? ` by ${row.processedByName}` : ""}.`,
    );
  return row;
}
