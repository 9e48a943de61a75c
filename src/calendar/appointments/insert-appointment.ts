import * as store from "#db/calendar/appointments.ts";
import type { App } from "#src/app.ts";
import { processingWithin } from "#src/calendar/visits.ts";
import { leaveAsBooked } from "#src/calendar/waitlist/book-entry.ts";
import { spellAsContact } from "#src/clients/ensure-contact.ts";
import { nameKey } from "#src/shared/names.ts";
import { addMinutes, type WallTime } from "#src/shared/wall-time.ts";
import { type BookedService, findBookedService } from "./booked-service.ts";

export interface NewAppointment {
  readonly employeeId: number;
  /** As typed. The number's contact decides how the same name is spelled. */
  readonly clientName: string;
  /** E.164, or null. */
  readonly phone: string | null;
  readonly startsAt: WallTime;
  readonly durationMinutes: number;
  /** As typed. A name that equals one in the list of services books that service. */
  readonly service: string;
  /** Found by the name if undefined. */
  readonly booked?: BookedService | undefined;
  readonly status?: "requested" | "booked";
  readonly source: store.AppointmentSource;
  readonly seriesId?: number | null;
  readonly notes?: string;
}

/**
 * Stores an appointment unchecked, in the caller's transaction, and takes its client off the waitlist for the service.
 * The caller records it.
 */
export function insertAppointment(app: App, { booked, ...typed }: NewAppointment): number {
  const input = { ...typed, clientName: spellAsContact(app, typed.clientName, typed.phone) };
  const { serviceId, services, priceCents, bufferMinutes, processing } =
    booked ?? findBookedService(app, input.employeeId, { service: input.service });
  const id = store.insertAppointment(app.db, {
    ...input,
    serviceId,
    services,
    priceCents,
    bufferMinutes,
    processing: processingWithin(processing, input.durationMinutes),
    nameKey: nameKey(input.clientName),
    endsAt: addMinutes(input.startsAt, input.durationMinutes),
    createdAt: app.now(),
  });
  leaveAsBooked(app, { ...input, services }, id);
  return id;
}
