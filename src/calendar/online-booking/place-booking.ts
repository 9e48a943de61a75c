import * as store from "#db/calendar/online-bookings.ts";
import type { ServiceRow } from "#db/calendar/services.ts";
import type { App, Caller } from "#src/app.ts";
import { layOutParts } from "#src/calendar/availability/find-parts.ts";
import { holdParts } from "#src/calendar/availability/holds.ts";
import { addVisit } from "#src/calendar/book-visit.ts";
import { confirmBooking } from "#src/calendar/reminders/reminders.ts";
import { processingOf, sumTerms, type VisitPart } from "#src/calendar/visits.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { askForCard } from "./card-bookings.ts";
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

interface NewVisit extends Pick<AssignedBooking, "phone" | "clientName" | "email" | "marketing"> {
  /** As they are in the list now, in the visit's order. */
  readonly services: readonly ServiceRow[];
  /** Who performs what, and when. They are free. */
  readonly parts: readonly [VisitPart, ...VisitPart[]];
  readonly source: Source;
  /** The client adds a card first. */
  readonly needsCard?: boolean;
}

/**
 * Books a free slot for a client who booked it themselves, requests it where the owner approves bookings, or holds it
 * until the deposit is paid, in the caller's transaction. The client exists as a contact by then.
 */
export function placeBooking(app: App, visit: NewVisit, caller?: Caller): Placed {
  const { services, parts, source, needsCard = false, ...client } = visit;
  const status = needsCard ? "card" : bookingStatus(app, services);
  const { employeeId, startsAt } = parts[0];
  const id = store.insertOnlineBooking(app.db, {
    ...{ ...client, employeeId, startsAt },
    serviceId: services[0]?.id ?? 0,
    ...sumParts(parts),
    depositCents: depositCentsOf(app, services),
    appointmentId: null,
    holdId:
      status === "deposit" || status === "card" ? holdParts(app, parts, app.now() + HOLD_MS) : null,
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
  if (status === "card") return { booking: askForCard(app, booking), status };
  if (status === "deposit") return { booking, status };
  const appointmentId = createAppointmentOf(app, booking, { status, source });
  return { booking: { ...booking, appointmentId }, status };
}

/** What a booking stores of its parts; without the employees where there is only one. */
function sumParts(parts: NewVisit["parts"]) {
  const services = parts.flatMap(({ employeeId, terms }) =>
    parts.length === 1 ? terms.services : terms.services.map((one) => ({ ...one, employeeId })),
  );
  const sum = (field: "minutes" | "priceCents") =>
    parts.reduce((total, { terms }) => total + terms[field], 0);
  return {
    services,
    durationMinutes: sum("minutes"),
    bufferMinutes: parts.at(-1)?.terms.bufferMinutes ?? 0,
    priceCents: sum("priceCents"),
  };
}

/** Returns who performs what of a booking, as it was booked. */
export function partsOfBooking(app: App, booking: AssignedBooking): VisitPart[] {
  const { employeeId, startsAt, services, durationMinutes: minutes } = booking;
  if (services.every((one) => one.employeeId === undefined)) {
    const { bufferMinutes, priceCents } = booking;
    const terms = {
      services,
      minutes,
      bufferMinutes,
      priceCents,
      processing: processingOf(services),
    };
    return [{ employeeId, startsAt, terms }];
  }
  return layOutParts(
    app,
    startsAt,
    services.map(({ employeeId: performer = employeeId, ...one }) => ({
      employeeId: performer,
      terms: sumTerms([one]),
    })),
  );
}

/** Puts a booking on the calendar and texts the client, in the caller's transaction. Returns the appointment's id. */
export function createAppointmentOf(
  app: App,
  booking: AssignedBooking,
  { status, source }: { status: "requested" | "booked"; source: Source },
): number {
  const phone = booking.contactId === null ? null : booking.phone;
  const client = { clientName: booking.clientName, phone, status, source };
  const appointmentId = addVisit(app, null, client, partsOfBooking(app, booking));
  store.setBookingAppointment(app.db, booking.id, appointmentId);
  if (status === "booked") confirmBooking(app, appointmentId);
  return appointmentId;
}
