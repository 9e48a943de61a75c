import * as z from "zod/mini";
import { AppointmentFields, Confirmation, ID } from "#src/calendar/appointments/fields-contract.ts";
import { ServiceIds } from "#src/calendar/services/visit-contract.ts";
import { clientName, clientPhone, clientText } from "#src/shared/client-fields.ts";
import { get, post } from "#src/shared/endpoint.ts";
import { Page as AnyPage } from "#src/shared/page-shape.ts";

export const RequestStatus = z.enum(["pending", "approved", "rejected"]);
export type RequestStatus = z.infer<typeof RequestStatus>;

/** The free time and employee that match the caller's request. */
const Slot = z.object({
  employeeId: z.number(),
  employeeName: z.string(),
  /** Wall time in the business's time zone: YYYY-MM-DDTHH:mm:ss. */
  appointmentDate: z.string(),
  durationMinutes: z.number(),
});

const PotentialAppointment = z.object({
  id: z.number(),
  /** Null once the call has been deleted. */
  callTranscriptId: z.nullable(z.number()),
  /** As the caller said it. */
  callerName: clientName("matchedContactId", "id"),
  /** E.164; null if unknown. */
  callerPhone: z.nullable(clientPhone()),
  /** The day and the time as the caller said them. */
  preferredDate: clientText(),
  preferredTime: clientText(),
  requestedService: clientText(),
  /** The services of the list that it names, in order. */
  services: z.array(z.number()),
  notes: clientText(),
  status: RequestStatus,
  processedBy: z.nullable(z.string()),
  processedAt: z.nullable(z.string()),
  createdAt: z.string(),
  matchedContactId: z.nullable(z.number()),
  matchedContact: z.nullable(z.object({ id: z.number(), name: clientName("id") })),
  callTranscript: z.nullable(z.object({ callStartTime: z.string() })),
  processedByUser: z.nullable(z.object({ username: z.string() })),
  /** Null when no free time matched, or when the reader may not see that employee. */
  slot: z.nullable(Slot),
  /** The booked appointment; null if approval booked none or the appointment was deleted. */
  appointmentId: z.nullable(z.number()),
  /** The current time and employee of that appointment. */
  appointment: z.nullable(z.object({ appointmentDate: z.string(), employeeName: z.string() })),
});
export type PotentialAppointment = z.infer<typeof PotentialAppointment>;

const Approved = z.extend(PotentialAppointment, {
  /** Null when nothing was booked. */
  confirmation: z.nullable(Confirmation),
});
export type Approved = z.infer<typeof Approved>;

/** An empty body only marks the request as approved. Any field books an appointment. */
const Approval = z
  .object({
    employeeId: z.optional(AppointmentFields.employeeId),
    appointmentDate: z.optional(AppointmentFields.appointmentDate),
    durationMinutes: z.optional(AppointmentFields.durationMinutes),
    service: z.optional(AppointmentFields.service),
    services: z.optional(ServiceIds),
    serviceId: z.optional(z.nullable(ID)),
    /** Defaults to the contact's name, then to the name that the caller gave. */
    performers: AppointmentFields.performers,
    clientName: z.optional(AppointmentFields.clientName),
    allowOverlap: AppointmentFields.allowOverlap,
    /** Texts the link to the services' deposit in place of a confirmation. */
    askDeposit: z.optional(z.boolean()),
  })
  .check(
    z.refine((input) => !isBooking(input) || input.employeeId !== undefined, {
      path: ["employeeId"],
      error: "Choose an employee",
    }),
    z.refine((input) => !isBooking(input) || input.appointmentDate !== undefined, {
      path: ["appointmentDate"],
      error: "Date is required",
    }),
  );
export type Approval = z.infer<typeof Approval>;

function isBooking({ allowOverlap: _, ...fields }: object & { allowOverlap?: boolean }): boolean {
  return Object.values(fields).some((value) => value !== undefined);
}

const Page = z.extend(AnyPage, { status: z.optional(RequestStatus) });
export type Page = z.infer<typeof Page>;

const Counts = z.object({
  pending: z.number(),
  approved: z.number(),
  rejected: z.number(),
  all: z.number(),
});
export type Counts = z.infer<typeof Counts>;

/** Appointments that callers asked the assistant to book. */
export const potentialAppointments = {
  /** Newest first. */
  list: get("/api/potential-appointments", {
    query: Page,
    reply: z.array(PotentialAppointment),
    reads: ["potential-appointments", "contacts", "employees", "appointments", "users"],
  }),
  count: get("/api/potential-appointments/count", {
    reply: Counts,
    reads: ["potential-appointments"],
  }),
  /** Replies 409 with `errors.allowOverlap` when the employee is busy or off. */
  approve: post("/api/potential-appointments/:id/approve", {
    body: Approval,
    reply: Approved,
    changes: ["potential-appointments", "appointments", "conversations"],
  }),
  reject: post("/api/potential-appointments/:id/reject", {
    reply: PotentialAppointment,
    changes: ["potential-appointments"],
  }),
  /** Sets the request to pending. Refused with 409 while the appointment that it booked exists. */
  reopen: post("/api/potential-appointments/:id/reopen", {
    reply: PotentialAppointment,
    changes: ["potential-appointments"],
  }),
};
