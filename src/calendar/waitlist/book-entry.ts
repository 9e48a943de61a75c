import type { AppointmentRow } from "#db/calendar/appointments.ts";
import * as entries from "#db/calendar/waitlist.ts";
import { findOpenOffer } from "#db/calendar/waitlist-offers.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { toWallTime } from "#src/platform/time.ts";
import { nameKey } from "#src/shared/names.ts";
import { closeOffer } from "./close-offer.ts";

/** Takes a client off the list whose time is booked, in the caller's transaction. Idempotent. */
export function bookEntry(app: App, id: number, appointmentId: number): void {
  if (entries.findEntry(app.db, id)?.status === "booked") return;
  const offer = findOpenOffer(app.db, id);
  if (offer) closeOffer(app, offer, "withdrawn");
  entries.closeEntry(app.db, id, { status: "booked", appointmentId, at: app.now() });
  recordSystem(app, {
    action: "waitlist.book",
    target: ["waitlist", id],
    metadata: { appointment: appointmentId },
  });
  app.events.changed("waitlist", id);
}

/**
 * Takes a client off the list who has a visit of all services that they wait for, however it was booked, in its
 * transaction. Who waits under another name, such as a child, stays on it.
 */
export function leaveAsBooked(
  app: App,
  visit: Pick<AppointmentRow, "phone" | "clientName" | "startsAt" | "services">,
  appointmentId: number,
): void {
  const { phone, clientName, services, startsAt } = visit;
  const booked = new Set(services.map(({ serviceId }) => serviceId));
  if (phone === null || booked.size === 0 || startsAt <= toWallTime(app, app.now())) return;
  for (const entry of entries.listOpenEntriesOf(app.db, phone))
    if (
      entry.serviceIds.every((id) => booked.has(id)) &&
      nameKey(entry.clientName) === nameKey(clientName)
    )
      bookEntry(app, entry.id, appointmentId);
}
