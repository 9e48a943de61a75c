import { screen, within } from "@testing-library/react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { employeeRows } from "#tests/shell/rows.ts";

/** In Chicago it is ten in the morning of the 19th. */
export const TODAY = "2026-11-19";

const EMPLOYEES = employeeRows("Elena Sato", "Tomas Cruz");

export function appointment(changes: Partial<Appointment> = {}): Appointment {
  return {
    id: 1,
    employeeId: 1,
    clientName: "Ruth Abernathy",
    phoneNumber: "+12025550134",
    contactId: 7,
    appointmentDate: `${TODAY}T13:00:00`,
    durationMinutes: 45,
    service: "Dermaplaning",
    serviceId: null,
    services: [],
    notes: "",
    price: null,
    deposit: null,
    payment: null,
    bufferMinutes: 0,
    processing: [],
    status: "booked",
    thankYouSent: false,
    thankYouSentAt: null,
    reminderSent: false,
    textDueAt: null,
    clash: false,
    outsideHours: false,
    repeat: null,
    visitId: null,
    parts: [],
    createdAt: "2026-11-01T00:00:00Z",
    ...changes,
  };
}

export const LIST = "GET /api/appointments";
export const CHANGE = "PATCH /api/appointments/1";
export const WITH = (rows: Appointment[]) => ({ "GET /api/employees": EMPLOYEES, [LIST]: rows });

/** Explicitly the tests' today: the server's own day is another one. */
export const DAY = `/appointments?date=${TODAY}`;
export const schedule = () => within(screen.getByRole("region", { name: /^Schedule of/ }));
export const changes = (sent: string[]) => sent.filter((one) => !one.includes("match-phones"));
