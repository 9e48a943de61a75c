import * as store from "#db/calls/booking-requests.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { notifyStaff } from "#src/platform/push/push.ts";

/** If `contactId` is null, the contact is looked up by phone number. */
export interface NewBookingRequest extends Omit<store.NewPotentialAppointment, "createdAt"> {
  readonly callId: number;
}

/** Stores a caller's request for an appointment and returns its id. Nothing is booked until staff approve it. */
export function createBookingRequest(app: App, request: NewBookingRequest): number {
  return inTransaction(app.db, () => {
    const contactId = request.contactId ?? findContactId(app, request.phone);
    const id = store.insertPotentialAppointment(app.db, {
      ...request,
      contactId,
      createdAt: app.now(),
    });
    recordSystem(app, {
      action: "potential_appointment.create",
      target: ["potential_appointment", id],
      metadata: { call: request.callId },
    });
    app.events.changed("potential-appointments", id);
    const { callerName: name, phone, requestedService, preferredDate, preferredTime } = request;
    notifyStaff(app, {
      kind: "request",
      title: "Appointment request: ",
      client: { id: contactId, name, phone },
      body: [requestedService, preferredDate, preferredTime].filter(Boolean).join(", "),
      employeeId: request.slot?.employeeId ?? null,
      path: "/potential-appointments",
      tag: `request-${id}`,
    });
    return id;
  });
}

/** Replaces a pending request whose caller changed their mind in the same call. */
export function replaceBookingRequest(app: App, id: number, fields: store.RequestFields): void {
  inTransaction(app.db, () => {
    store.setPotentialAppointment(app.db, id, fields);
    recordSystem(app, {
      action: "potential_appointment.replace",
      target: ["potential_appointment", id],
    });
    app.events.changed("potential-appointments", id);
  });
}

function findContactId(app: App, phone: string | null): number | null {
  return phone === null ? null : (findContactByPhone(app.db, phone)?.id ?? null);
}
