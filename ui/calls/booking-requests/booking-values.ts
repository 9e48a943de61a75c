import type { PotentialAppointment } from "#src/calls/booking-requests/contract.ts";
import { DEFAULT_APPOINTMENT_MINUTES } from "#src/shared/constants.ts";
import { clockOf, dayOf } from "#src/shared/wall-time.ts";
import { resolverWith } from "#ui/shell/form/form.ts";
import { nameOf } from "./names.ts";

export interface BookingValues {
  clientName: string;
  /** An employee's id as a select's value. */
  employeeId: string;
  date: string;
  time: string;
  minutes: string;
  service: string;
}

/** The slot that was matched to the caller's request, if any. */
export function valuesOf(request: PotentialAppointment): BookingValues {
  const { slot } = request;
  return {
    clientName: nameOf(request),
    employeeId: String(slot?.employeeId ?? ""),
    date: slot ? dayOf(slot.appointmentDate) : "",
    time: slot ? clockOf(slot.appointmentDate) : "",
    minutes: String(slot?.durationMinutes ?? DEFAULT_APPOINTMENT_MINUTES),
    service: request.requestedService,
  };
}

export function startOf({ date, time }: BookingValues): string {
  return `${date}T${time}:00`;
}

export function bodyOf(values: BookingValues) {
  return {
    clientName: values.clientName.trim(),
    employeeId: Number(values.employeeId),
    appointmentDate: startOf(values),
    durationMinutes: Number(values.minutes),
    service: values.service.trim(),
  };
}

export const resolver = resolverWith(errorsOf);

function errorsOf(values: BookingValues): Partial<Record<keyof BookingValues, string | undefined>> {
  const minutes = Number(values.minutes);
  return {
    clientName: values.clientName.trim() === "" ? "Client name is required" : undefined,
    employeeId: values.employeeId === "" ? "Choose an employee" : undefined,
    date: values.date === "" ? "Date is required" : undefined,
    time: values.time === "" ? "Start time is required" : undefined,
    minutes:
      Number.isInteger(minutes) && minutes >= 1 && minutes <= 24 * 60
        ? undefined
        : "From 1 to 1440 minutes",
  };
}
