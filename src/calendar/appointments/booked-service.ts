import type { AppointmentRow } from "#db/calendar/appointments.ts";
import type { EmployeeRow } from "#db/calendar/employees.ts";
import type { Processing, ServiceRow, VisitService } from "#db/calendar/services.ts";
import type { App } from "#src/app.ts";
import { layOutParts } from "#src/calendar/availability/find-parts.ts";
import { getEmployee } from "#src/calendar/employees/employees.ts";
import { findServicesByNames, getService } from "#src/calendar/services/services.ts";
import {
  type ChosenServices,
  chosenServices,
  findVisitTerms,
  joinServices,
  processingOf,
  type VisitPart,
  type VisitTerms,
} from "#src/calendar/visits.ts";
import { DEFAULT_APPOINTMENT_MINUTES, DEFAULT_SERVICE } from "#src/shared/constants.ts";
import { fieldProblem } from "#src/shared/problem.ts";
import type { WallTime } from "#src/shared/wall-time.ts";
import type { AppointmentChange, NewAppointment } from "./contract.ts";
import { parseStart } from "./parse-fields.ts";

/** What an appointment stores of its service at booking. */
export interface BookedService {
  readonly service: string;
  readonly serviceId: number | null;
  readonly services: readonly VisitService[];
  readonly priceCents: number | null;
  readonly bufferMinutes: number;
  readonly processing: readonly Processing[];
  /** Of all services; undefined without one of the list, and where they didn't change. */
  readonly durationMinutes: number | undefined;
}

/** What is booked, with the defaults filled in. */
interface BookedVisit {
  readonly employee: EmployeeRow;
  readonly startsAt: WallTime;
  readonly durationMinutes: number;
  readonly booked: BookedService;
}

/** @throws Problem 400, 404 for a deleted employee or service */
export function findVisit(
  app: App,
  input: {
    readonly employeeId: number;
    readonly appointmentDate: string;
    readonly durationMinutes?: number | undefined;
    readonly service: string;
  } & ChosenServices,
): BookedVisit {
  const employee = getEmployee(app, input.employeeId);
  const startsAt = parseStart(app, input.appointmentDate);
  const booked = findBookedService(app, employee.id, input);
  const durationMinutes =
    input.durationMinutes ?? booked.durationMinutes ?? DEFAULT_APPOINTMENT_MINUTES;
  return { employee, startsAt, durationMinutes, booked };
}

/**
 * Returns the parts of a visit for which several employees were chosen; undefined for one.
 * @throws Problem 400, 404 for a deleted employee or service
 */
export function findChosenParts(
  app: App,
  input: Pick<NewAppointment, "performers" | "employeeId" | "appointmentDate" | "service"> &
    ChosenServices,
): VisitPart[] | undefined {
  const { performers = [], employeeId } = input;
  if (performers.every((id) => id === employeeId)) return undefined;
  const chosen = bookedServices(app, input);
  if (chosen.length !== performers.length)
    throw fieldProblem(400, "performers", "Choose an employee for each service");
  if (performers[0] !== employeeId)
    throw fieldProblem(400, "performers", "The first service is performed by the visit's employee");
  const services = chosen.flatMap((service, at) => {
    const performer = getEmployee(app, performers[at] ?? 0).id;
    const terms = findVisitTerms([{ ...service, employeeIds: null }], performer);
    return terms ? { employeeId: performer, terms } : [];
  });
  return layOutParts(app, parseStart(app, input.appointmentDate), services);
}

/** Returns the chosen services, or those that the text names. @throws Problem 404 */
export function bookedServices(
  app: App,
  input: ChosenServices & { readonly service: string },
): ServiceRow[] {
  const ids = chosenServices(input);
  return ids ? ids.map((id) => getService(app, id)) : findServicesByNames(app, input.service);
}

/**
 * Returns the chosen services, or those that the text names, or else the text without a price. Staff may book a service
 * with an employee who usually does not perform it.
 * @throws Problem 404 for a chosen service that was deleted
 */
export function findBookedService(
  app: App,
  employeeId: number,
  input: ChosenServices & { readonly service: string },
): BookedService {
  const terms = findVisitTerms(
    bookedServices(app, input).map((row) => ({ ...row, employeeIds: null })),
    employeeId,
  );
  if (!terms) return { ...toUnlisted(input.service), durationMinutes: undefined };
  const booked = toBooked({ ...terms, durationMinutes: terms.minutes });
  // Another spelling of a name stays as it was written.
  return chosenServices(input) ? booked : { ...booked, service: input.service };
}

/** Returns what an appointment stores of services with these terms. */
export function toBooked({
  services,
  priceCents,
  bufferMinutes,
  durationMinutes,
}: Pick<VisitTerms, "services" | "priceCents" | "bufferMinutes"> & {
  readonly durationMinutes: number;
}): BookedService {
  return {
    service: joinServices(services),
    serviceId: services[0]?.serviceId ?? null,
    services,
    priceCents,
    bufferMinutes,
    processing: processingOf(services),
    durationMinutes,
  };
}

/** The price, cleanup and processing times of the booking stay unless the services change. */
export function changedService(
  app: App,
  employeeId: number,
  before: AppointmentRow,
  change: AppointmentChange,
): BookedService {
  const ids = change.services ?? [change.serviceId];
  const isChosen = change.services
    ? !Bun.deepEquals(
        ids,
        before.services.map(({ serviceId }) => serviceId),
      )
    : change.serviceId !== undefined && change.serviceId !== before.serviceId;
  const isRenamed = change.service !== undefined && change.service !== before.service;
  if (!isChosen && !isRenamed) {
    const { service, serviceId, services, priceCents, bufferMinutes, processing } = before;
    return {
      ...{ service, serviceId, services, priceCents, bufferMinutes, processing },
      durationMinutes: undefined,
    };
  }
  const service = change.service ?? before.service;
  if (change.serviceId === null && !change.services)
    return { ...toUnlisted(service), durationMinutes: undefined };
  return findBookedService(app, employeeId, { ...change, service });
}

/** A service that is only a text. */
function toUnlisted(service: string): Omit<BookedService, "durationMinutes"> {
  return {
    service: service || DEFAULT_SERVICE,
    serviceId: null,
    services: [],
    priceCents: null,
    bufferMinutes: 0,
    processing: [],
  };
}
