import type { AppointmentRow } from "#db/calendar/appointments.ts";
import type { EmployeeRow } from "#db/calendar/employees.ts";
import type { Processing } from "#db/calendar/services.ts";
import type { App } from "#src/app.ts";
import { getEmployee } from "#src/calendar/employees/employees.ts";
import { findServiceByName, findTerms, getService } from "#src/calendar/services/services.ts";
import { DEFAULT_APPOINTMENT_MINUTES, DEFAULT_SERVICE } from "#src/shared/constants.ts";
import type { WallTime } from "#src/shared/wall-time.ts";
import type { AppointmentChange } from "./contract.ts";
import { parseStart } from "./parse-fields.ts";

/** What an appointment stores of its service at booking. */
export interface BookedService {
  readonly service: string;
  readonly serviceId: number | null;
  readonly priceCents: number | null;
  readonly bufferMinutes: number;
  readonly processing: readonly Processing[];
  /** Undefined without a service of the list. */
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
    readonly serviceId?: number | null | undefined;
  },
): BookedVisit {
  const employee = getEmployee(app, input.employeeId);
  const startsAt = parseStart(app, input.appointmentDate);
  const booked = findBookedService(app, employee.id, input);
  const durationMinutes =
    input.durationMinutes ?? booked.durationMinutes ?? DEFAULT_APPOINTMENT_MINUTES;
  return { employee, startsAt, durationMinutes, booked };
}

/**
 * Returns the chosen service, or the one with that name, or else the text without a price. Staff may book a service
 * with an employee who usually does not perform it.
 * @throws Problem 404 for a chosen service that was deleted
 */
export function findBookedService(
  app: App,
  employeeId: number,
  input: { serviceId?: number | null | undefined; service: string },
): BookedService {
  const service = input.serviceId
    ? getService(app, input.serviceId)
    : findServiceByName(app, input.service);
  if (!service) return { ...toUnlisted(input.service), durationMinutes: undefined };
  const terms = findTerms({ ...service, employeeIds: null }, employeeId);
  return {
    // Another spelling of the name stays as it was written.
    service: input.serviceId ? service.name : input.service,
    serviceId: service.id,
    priceCents: terms?.priceCents ?? service.priceCents,
    bufferMinutes: service.bufferMinutes,
    processing: terms?.processing ?? [],
    durationMinutes: terms?.minutes,
  };
}

/** The price, cleanup and processing times of the booking stay unless the service changes. */
export function changedService(
  app: App,
  employeeId: number,
  before: AppointmentRow,
  change: AppointmentChange,
): Omit<BookedService, "durationMinutes"> {
  const isChosen = change.serviceId !== undefined && change.serviceId !== before.serviceId;
  const isRenamed = change.service !== undefined && change.service !== before.service;
  if (!isChosen && !isRenamed) {
    const { service, serviceId, priceCents, bufferMinutes, processing } = before;
    return { service, serviceId, priceCents, bufferMinutes, processing };
  }
  const service = change.service ?? before.service;
  if (change.serviceId === null) return toUnlisted(service);
  const { durationMinutes: _, ...booked } = findBookedService(app, employeeId, {
    serviceId: change.serviceId,
    service,
  });
  return booked;
}

/** A service that is only a text. */
function toUnlisted(service: string): Omit<BookedService, "durationMinutes"> {
  return {
    service: service || DEFAULT_SERVICE,
    serviceId: null,
    priceCents: null,
    bufferMinutes: 0,
    processing: [],
  };
}
