import * as z from "zod/mini";
import { Said } from "#src/calendar/appointments/contract.ts";
import { clientName, clientPhone, clientWords } from "#src/shared/client-fields.ts";
import { get, post } from "#src/shared/endpoint.ts";

const MOST_AT_ONCE = 200;

export const RequestStatus = z.enum(["pending", "approved", "rejected"]);
export type RequestStatus = z.infer<typeof RequestStatus>;

/** The time that the caller's words came to, and with whom. */
const Slot = z.object({
  employeeId: z.number(),
  employeeName: z.string(),
  /** Wall time where the business is: YYYY-MM-DDTHH:mm:ss. */
  appointmentDate: z.string(),
  durationMinutes: z.number(),
});

const PotentialAppointment = z.object({
  id: z.number(),
  /** Null once the call is forgotten. */
  callTranscriptId: z.nullable(z.number()),
  /** As the caller said it. */
  callerName: clientName("matchedContactId", "id"),
  /** E.164; null where it is not known. */
  callerPhone: z.nullable(clientPhone()),
  /** As said, both. */
  preferredDate: clientWords(),
  preferredTime: clientWords(),
  requestedService: clientWords(),
  notes: clientWords(),
  status: RequestStatus,
  processedBy: z.nullable(z.string()),
  processedAt: z.nullable(z.string()),
  createdAt: z.string(),
  matchedContactId: z.nullable(z.number()),
  matchedContact: z.nullable(z.object({ id: z.number(), name: clientName("id") })),
  callTranscript: z.nullable(z.object({ callStartTime: z.string() })),
  processedByUser: z.nullable(z.object({ username: z.string() })),
  /** Null where the words came to none, or to one of an employee whom the reader may not see. */
  slot: z.nullable(Slot),
  /** What approving it booked; null where it only marked it, or once that is deleted. */
  appointmentId: z.nullable(z.number()),
  /** When and with whom that is by now. */
  appointment: z.nullable(z.object({ appointmentDate: z.string(), employeeName: z.string() })),
});
export type PotentialAppointment = z.infer<typeof PotentialAppointment>;

const Approved = z.extend(PotentialAppointment, {
  /** Whether the caller is texted what was booked, and if not, why; null where nothing was booked. */
  confirmation: z.nullable(z.object({ sent: z.boolean(), words: z.string() })),
});
export type Approved = z.infer<typeof Approved>;

/** Empty: it is only marked. Else it is booked. */
const Approval = z
  .object({
    employeeId: z.optional(Said.employeeId),
    appointmentDate: z.optional(Said.appointmentDate),
    durationMinutes: z.optional(Said.durationMinutes),
    service: z.optional(Said.service),
    /** Else the contact's name, or what the caller said. */
    clientName: z.optional(Said.clientName),
    allowOverlap: Said.allowOverlap,
  })
  .check(
    z.refine((said) => !isBooking(said) || said.employeeId !== undefined, {
      path: ["employeeId"],
      error: "Choose an employee",
    }),
    z.refine((said) => !isBooking(said) || said.appointmentDate !== undefined, {
      path: ["appointmentDate"],
      error: "Date is required",
    }),
  );
export type Approval = z.infer<typeof Approval>;

function isBooking({ allowOverlap: _, ...said }: object & { allowOverlap?: boolean }): boolean {
  return Object.values(said).some((value) => value !== undefined);
}

const Page = z.object({
  status: z.optional(RequestStatus),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MOST_AT_ONCE)), MOST_AT_ONCE),
  /** The id that the page before ended with. */
  before: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
});
export type Page = z.infer<typeof Page>;

const Counts = z.object({
  pending: z.number(),
  approved: z.number(),
  rejected: z.number(),
  all: z.number(),
});
export type Counts = z.infer<typeof Counts>;

/** What callers asked the assistant to book. */
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
  /** 409 with `errors.allowOverlap` while the employee is taken or off. */
  approve: post("/api/potential-appointments/:id/approve", { body: Approval, reply: Approved }),
  reject: post("/api/potential-appointments/:id/reject", { reply: PotentialAppointment }),
  /** It waits again; not one that booked an appointment which is still there. */
  reopen: post("/api/potential-appointments/:id/reopen", { reply: PotentialAppointment }),
};
