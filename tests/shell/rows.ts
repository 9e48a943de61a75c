import type { Employee } from "#src/calendar/employees/contract.ts";
import type { Service } from "#src/calendar/services/contract.ts";
import type { Contact } from "#src/clients/contacts/contract.ts";

/** A client who agreed to texts, as the server replies it. */
export function contactRow(details: Pick<Contact, "id" | "name"> & Partial<Contact>): Contact {
  return {
    phoneNumber: "+15125550142",
    email: null,
    birthday: null,
    userId: "u1",
    optedOut: false,
    optOutDate: null,
    undeliverable: false,
    basis: "agreed",
    createdAt: "2026-11-01T10:00:00Z",
    tags: [],
    ...details,
  };
}

/** Employees with the ids 1, 2, …, as the server replies them. */
export function employeeRows(...names: readonly string[]): Employee[] {
  return names.map((name, at) => ({
    id: at + 1,
    name,
    displayOrder: at,
    workStartTime: null,
    workEndTime: null,
    createdAt: "2026-11-01T00:00:00Z",
  }));
}

/** A service that all employees perform, as the server replies it. */
export function serviceRow(details: Pick<Service, "id" | "name"> & Partial<Service>): Service {
  return {
    category: "",
    durationMinutes: 45,
    bufferMinutes: 0,
    processing: null,
    returnWeeks: null,
    price: "95.00",
    deposit: null,
    color: "plum",
    employeeIds: null,
    overrides: [],
    onlineBooking: true,
    ...details,
  };
}
