import * as store from "#db/calendar/appointments.ts";
import { setVisit } from "#db/calendar/visit-parts.ts";
import type { App, Staff } from "#src/app.ts";
import {
  bookedServices,
  findChosenParts,
  findVisit,
  toBooked,
} from "#src/calendar/appointments/booked-service.ts";
import { requireFreeTime } from "#src/calendar/appointments/conflict-message.ts";
import type { NewAppointment as AppointmentInput } from "#src/calendar/appointments/contract.ts";
import {
  insertAppointment,
  type NewAppointment,
} from "#src/calendar/appointments/insert-appointment.ts";
import { parseStart } from "#src/calendar/appointments/parse-fields.ts";
import { recordChange } from "#src/calendar/appointments/record-change.ts";
import { partsOf } from "#src/calendar/appointments/whole-visit.ts";
import { findParts } from "#src/calendar/availability/availability.ts";
import { notifyDesk } from "#src/calendar/desk-news.ts";
import {
  type ChosenServices,
  joinServices,
  performersOf,
  type VisitPart,
} from "#src/calendar/visits.ts";
import { leaveAsBooked } from "#src/calendar/waitlist/book-entry.ts";
import { ensureContact } from "#src/clients/ensure-contact.ts";
import { recordOwnWords } from "#src/platform/masking/own-words.ts";
import { fieldProblem } from "#src/shared/problem.ts";

type BookingInput = Omit<
  AppointmentInput,
  "phoneNumber" | "serviceId" | "textConfirmation" | "askDeposit" | "isHere" | "notes"
> & {
  readonly serviceId?: number | null;
  readonly notes?: string;
};

interface BookingSource extends Pick<NewAppointment, "phone" | "source"> {
  /** False when the service is the client's wording rather than the actor's. */
  readonly isOwnService?: boolean;
}

/**
 * Books an appointment in the caller's transaction and returns its id. A client whose number is new becomes a contact.
 * `phone` is E.164, or null.
 * @throws Problem 404 for a deleted employee, 409 when the employee is busy or off
 */
export function bookAppointment(
  app: App,
  actor: Staff,
  input: BookingInput,
  from: BookingSource,
): number {
  const id = bookVisit(app, actor, input, from);
  addBookedClient(app, actor, { name: input.clientName, phone: from.phone });
  return id;
}

/** Makes a booked client a contact, unless the number is missing or already a contact's. Runs in the caller's transaction. */
export function addBookedClient(
  app: App,
  actor: Staff,
  { name, phone }: { readonly name: string; readonly phone: string | null },
): void {
  if (phone !== null) ensureContact(app, { name, phone, email: "" }, "appointment", actor);
}

function bookVisit(
  app: App,
  actor: Staff,
  input: BookingInput,
  { isOwnService = true, ...from }: BookingSource,
): number {
  const parts = findChosenParts(app, input);
  if (parts) return bookParts(app, actor, { ...input, ...from, isOwnService }, parts);
  const { employee, startsAt, durationMinutes, booked } = findVisit(app, input);
  if (!input.allowOverlap)
    requireFreeTime(app, [{ ...booked, employeeId: employee.id, startsAt, durationMinutes }]);
  const id = addAppointment(app, actor, {
    ...from,
    employeeId: employee.id,
    clientName: input.clientName,
    startsAt,
    durationMinutes,
    service: booked.service,
    booked,
    notes: input.notes ?? "",
  });
  if (isOwnService) recordOwnWords(app, actor, "appointment", id, booked.service);
  return id;
}

/**
 * Returns who performs each service at a time for an employee who doesn't perform all of them; undefined for one who does,
 * and for a visit without services.
 * @throws Problem 404 for a deleted service, 409 with `errors.allowOverlap` when no one is free for the others
 */
export function findPerformers(
  app: App,
  input: Pick<AppointmentInput, "employeeId" | "appointmentDate" | "service"> & ChosenServices,
): number[] | undefined {
  const { employeeId } = input;
  const services = bookedServices(app, input);
  const visit = { serviceIds: services.map(({ id }) => id) };
  if (services.length < 2 || performersOf(app, visit, employeeId).size > 0) return undefined;
  const startsAt = parseStart(app, input.appointmentDate);
  const parts = findParts(app, visit, { startsAt, employeeId });
  if (parts) return parts.flatMap((part) => part.terms.services.map(() => part.employeeId));
  throw fieldProblem(
    409,
    "allowOverlap",
    "This visit takes several employees, who aren't all free then.",
  );
}

/** Books a visit with several employees as one. */
function bookParts(
  app: App,
  actor: Staff,
  input: Parameters<typeof addVisit>[2] & {
    readonly allowOverlap: boolean;
    readonly isOwnService: boolean;
  },
  parts: readonly VisitPart[],
): number {
  const { clientName, phone, source, notes = "", allowOverlap, isOwnService } = input;
  if (!allowOverlap)
    requireFreeTime(
      app,
      parts.map(({ terms, ...slot }) => ({ ...slot, ...terms, durationMinutes: terms.minutes })),
    );
  const id = addVisit(app, actor, { clientName, phone, source, notes }, parts);
  const row = store.findAppointment(app.db, id);
  if (row && isOwnService)
    for (const part of partsOf(app, row))
      recordOwnWords(app, actor, "appointment", part.id, part.service);
  return id;
}

/**
 * Stores an appointment unchecked, in the caller's transaction, and returns its id. `actor` is null for a client who
 * booked it, which the desk learns.
 */
export function addAppointment(app: App, actor: Staff | null, input: NewAppointment): number {
  const id = insertAppointment(app, input);
  recordNew(app, actor, [id], input.source);
  return id;
}

/**
 * Stores a visit unchecked in the same way, one appointment for each part, and returns the id of the first. `service` is
 * what a visit with one employee is called, unless by its services.
 */
export function addVisit(
  app: App,
  actor: Staff | null,
  client: Pick<NewAppointment, "clientName" | "phone" | "status" | "source" | "notes">,
  parts: readonly VisitPart[],
  service?: string,
): number {
  const ids = parts.map(({ employeeId, startsAt, terms }, at) => {
    const booked = toBooked({ ...terms, durationMinutes: terms.minutes });
    const name = (parts.length === 1 && service) || joinServices(terms.services);
    return insertAppointment(app, {
      ...client,
      // A note is about the whole visit.
      notes: (at === 0 && client.notes) || "",
      ...{ employeeId, startsAt, durationMinutes: terms.minutes },
      service: name,
      booked: { ...booked, service: name },
    });
  });
  const [first = 0] = ids;
  if (ids.length > 1) {
    setVisit(app.db, ids, first);
    const services = parts.flatMap(({ terms }) => terms.services);
    leaveAsBooked(app, { ...client, startsAt: parts[0]?.startsAt ?? "", services }, first);
  }
  recordNew(app, actor, ids, client.source);
  return first;
}

function recordNew(
  app: App,
  actor: Staff | null,
  ids: readonly number[],
  source: NewAppointment["source"],
): void {
  recordChange(app, actor, "appointment.create", ids, { source });
  const visit = actor ? null : store.findAppointment(app.db, ids[0] ?? 0);
  if (visit) notifyDesk(app, visit.status === "requested" ? "requested" : "booked", visit);
}
