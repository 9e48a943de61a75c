import * as store from "#db/calendar/online-bookings.ts";
import type { ServiceRow } from "#db/calendar/services.ts";
import type { App, Caller } from "#src/app.ts";
import { addAppointment } from "#src/calendar/appointments/appointments.ts";
import { toBooked } from "#src/calendar/appointments/booked-service.ts";
import { holdSlot } from "#src/calendar/availability/holds.ts";
import { confirmBooking } from "#src/calendar/reminders/reminders.ts";
import { joinServices, type VisitTerms } from "#src/calendar/visits.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { Booked } from "./contract.ts";
import { HOLD_MS } from "./deposits.ts";
import { bookingStatus, depositCentsOf } from "./services.ts";

type AssignedBooking = store.OnlineBookingRow & { readonly employeeId: number };

export interface Placed {
  readonly booking: AssignedBooking;
  readonly status: Booked["status"];
}

/** Where a booking came from: the page, or an offer from the waitlist. */
type Source = "online" | "waitlist";

interface NewVisit
  extends Pick<AssignedBooking, "phone" | "clientName" | "email" | "startsAt" | "marketing"> {
  readonly employeeId: number;
  /** As they are in the list now, in the visit's order. */
  readonly services: readonly ServiceRow[];
  readonly terms: VisitTerms;
  readonly source: Source;
}

/**
 * Books a free slot for a client who booked it themselves, requests it where the owner approves bookings, or holds it
 * until the deposit is paid, in the caller's transaction. The client exists as a contact by then.
 */
export function placeBooking(app: App, visit: NewVisit, caller?: Caller): Placed {
  const { services, terms, source, ...slot } = visit;
  const status = bookingStatus(app, services);
  const { employeeId, startsAt } = slot;
  const id = store.insertOnlineBooking(app.db, {
    ...slot,
    serviceId: services[0]?.id ?? 0,
    services: terms.services,
    durationMinutes: terms.minutes,
    bufferMinutes: terms.bufferMinutes,
    priceCents: terms.priceCents,
    depositCents: depositCentsOf(app, services),
    appointmentId: null,
    holdId:
      status === "deposit"
        ? holdSlot(app, { ...terms, employeeId, startsAt, until: app.now() + HOLD_MS })
        : null,
    createdAt: app.now(),
  });
  recordSystem(
    app,
    {
      action: "booking.create",
      target: ["booking", id],
      metadata: { services: services.map((one) => one.id) },
    },
    caller,
  );
  const row = store.findOnlineBooking(app.db, id);
  if (!row) throw new Error("the booking was just inserted");
  const booking = { ...row, employeeId };
  if (status === "deposit") return { booking, status };
  const appointmentId = createAppointmentOf(app, booking, { status, source });
  return { booking: { ...booking, appointmentId }, status };
}

/** Puts a booking on the calendar and texts the client, in the caller's transaction. Returns the appointment's id. */
export function createAppointmentOf(
  app: App,
  booking: AssignedBooking,
  { status, source }: { status: "requested" | "booked"; source: Source },
): number {
  const { clientName, employeeId, startsAt, durationMinutes, services } = booking;
  const appointmentId = addAppointment(app, null, {
    employeeId,
    clientName,
    phone: booking.contactId === null ? null : booking.phone,
    startsAt,
    durationMinutes,
    service: joinServices(services),
    booked: toBooked(booking),
    status,
    source,
  });
  store.setBookingAppointment(app.db, booking.id, appointmentId);
  if (status === "booked") confirmBooking(app, appointmentId);
  return appointmentId;
}
