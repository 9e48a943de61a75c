import { type AskedAppointment, insertPotentialAppointment } from "#db/calls/booking-requests.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";

/** Where `contactId` is null, it is whoever has the number. */
export interface Asked extends Omit<AskedAppointment, "createdAt"> {
  readonly callId: number;
}

/** A caller asks for an appointment: nothing is booked until staff approve it. Answers its id. */
export function askForAppointment(app: App, asked: Asked): number {
  return inTransaction(app.db, () => {
    const id = insertPotentialAppointment(app.db, {
      ...asked,
      contactId: asked.contactId ?? ownerOf(app, asked.phone),
      createdAt: app.now(),
    });
    recordSystem(app, {
      action: "potential_appointment.create",
      target: ["potential_appointment", id],
      metadata: { call: asked.callId },
    });
    app.events.changed("potential-appointments", id);
    return id;
  });
}

function ownerOf(app: App, phone: string | null): number | null {
  return phone === null ? null : (findContactByPhone(app.db, phone)?.id ?? null);
}
