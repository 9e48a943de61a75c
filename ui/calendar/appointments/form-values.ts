import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { TextRefusalQuery } from "#src/calendar/appointments/fields-contract.ts";
import { formatTimeRange, toEnd } from "#src/shared/clock-time.ts";
import { DEFAULT_APPOINTMENT_MINUTES } from "#src/shared/constants.ts";
import { formatPhone, parseFormattedPhone } from "#src/shared/format-phone.ts";
import { clockOf, dayOf, minutesBetween } from "#src/shared/wall-time.ts";
import { endOf } from "#ui/calendar/parts/visit-times.ts";
import { resolverWith } from "#ui/shell/form/form.ts";
import { NO_REPEAT, type RepeatValues, repeatErrorsOf } from "./repeat-values.ts";

export interface FormValues extends RepeatValues {
  clientName: string;
  phoneNumber: string;
  /** An employee's id as a select's value. */
  employeeId: string;
  date: string;
  startTime: string;
  endTime: string;
  service: string;
  /** The ids of the chosen services, in order; empty for a typed one. */
  services: number[];
  notes: string;
}

/** What is known of a new appointment before its form opens: the slot that was pressed, or the client. */
export type Prefill = Partial<FormValues>;

/** A new appointment, without a client, employee and time unless they are known. */
export function newValues(prefill: Prefill): FormValues {
  return {
    clientName: "",
    phoneNumber: "",
    employeeId: "",
    date: "",
    startTime: "",
    endTime: "",
    service: "",
    services: [],
    notes: "",
    ...NO_REPEAT,
    ...prefill,
  };
}

export function valuesOf(appointment: Appointment): FormValues {
  return newValues({
    clientName: appointment.clientName,
    phoneNumber: formatPhone(appointment.phoneNumber ?? ""),
    employeeId: String(appointment.employeeId),
    date: dayOf(appointment.appointmentDate),
    startTime: clockOf(appointment.appointmentDate),
    endTime: clockOf(endOf(appointment)),
    service: appointment.service,
    services: appointment.services.map(({ serviceId }) => serviceId),
    notes: appointment.notes,
  });
}

/** The request body for values that passed the resolver. */
export function bodyOf(values: FormValues) {
  const from = `${values.date}T${values.startTime}:00`;
  return {
    employeeId: Number(values.employeeId),
    clientName: values.clientName,
    phoneNumber: parseFormattedPhone(values.phoneNumber.trim()) || null,
    appointmentDate: from,
    durationMinutes: minutesBetween(from, endAt(values)),
    ...(values.services.length > 0
      ? { services: values.services }
      : { service: values.service.trim() }),
    notes: values.notes.trim(),
  };
}

export const resolver = resolverWith(errorsOf);

export function errorsOf(
  values: FormValues,
): Partial<Record<keyof FormValues, string | undefined>> {
  const { clientName, employeeId, date, startTime, endTime } = values;
  return {
    clientName: clientName.trim() === "" ? "Client name is required" : undefined,
    employeeId: employeeId === "" ? "Choose an employee" : undefined,
    date: date === "" ? "Date is required" : undefined,
    startTime: startTime === "" ? "Start time is required" : undefined,
    endTime: endTimeError(startTime, endTime),
    ...repeatErrorsOf(values),
  };
}

function endTimeError(startTime: string, endTime: string): string | undefined {
  if (endTime === "") return "End time is required";
  return startTime !== "" && toEnd(endTime) <= startTime
    ? "End time must be after start time"
    : undefined;
}

/** What the client of the entered visit would be texted about: a new visit, or one that moves. */
export function textedAbout(
  appointment: Appointment | undefined,
  values: FormValues,
): TextRefusalQuery | undefined {
  const { date, startTime, employeeId } = values;
  const hasTime = date !== "" && startTime !== "";
  const when = hasTime ? { appointmentDate: `${date}T${startTime}:00` } : {};
  if (!appointment) {
    const phoneNumber = parseFormattedPhone(values.phoneNumber.trim());
    const isWhole = phoneNumber.replace(/\D/g, "").length >= 10;
    return isWhole ? { phoneNumber, ...when } : undefined;
  }
  if (appointment.status === "canceled" || appointment.status === "requested") return undefined;
  const isMoved =
    when.appointmentDate !== appointment.appointmentDate ||
    employeeId !== String(appointment.employeeId);
  return hasTime && isMoved
    ? { appointmentId: String(appointment.id), ...when, employeeId }
    : undefined;
}

/** The length that was dragged, or an hour. */
export function lengthOf({ date, startTime, endTime }: Prefill = {}): string {
  return String(
    date && startTime && endTime
      ? minutesBetween(`${date}T${startTime}:00`, endAt({ date, endTime }))
      : DEFAULT_APPOINTMENT_MINUTES,
  );
}

/** "2:30 – 4:00 PM" */
export function rangeOf(values: FormValues): string {
  return formatTimeRange(`${values.date}T${values.startTime}:00`, endAt(values));
}

/** Midnight is that of the next day. */
export function endAt({ date, endTime }: Pick<FormValues, "date" | "endTime">): string {
  return `${date}T${toEnd(endTime)}:00`;
}
