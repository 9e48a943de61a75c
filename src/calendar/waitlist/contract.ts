import * as z from "zod/mini";
import { ServiceIds } from "#src/calendar/services/visit-contract.ts";
import { clientName, clientPhone } from "#src/shared/client-fields.ts";
import { contactInputs } from "#src/shared/contact-fields.ts";
import { Moment } from "#src/shared/day-shape.ts";
import { get, post, remove } from "#src/shared/endpoint.ts";
import { Clock } from "#src/shared/field-shapes.ts";
import { isDay } from "#src/shared/wall-time.ts";

const Id = z.number().check(z.int(), z.gte(1));
const Day = z.string("Date is required").check(z.refine(isDay, "Use a date such as 2026-11-20"));
const Weekday = z.enum(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]);

/** Who would be offered a time next. */
const NextClient = z.object({
  contactId: z.number(),
  clientName: clientName("contactId"),
  /** Wall time in the business's time zone: YYYY-MM-DDTHH:mm:ss. */
  start: z.string(),
});
export type NextClient = z.infer<typeof NextClient>;

export const WaitlistEntry = z.object({
  id: z.number(),
  contactId: z.number(),
  clientName: clientName("contactId"),
  phoneNumber: clientPhone(),
  /** The first of the services. */
  serviceId: z.number(),
  /** Their ids, in the order of the visit. */
  services: z.array(z.number()),
  serviceName: z.string(),
  /** Null for anyone who performs the service. */
  employeeId: z.nullable(z.number()),
  /** Both days included. */
  from: z.string(),
  to: z.string(),
  /** Null for any day of the week. */
  weekdays: z.nullable(z.array(Weekday)),
  /** The visit lies between these times of day; null for any. */
  timeFrom: z.nullable(z.string()),
  timeTo: z.nullable(z.string()),
  status: z.enum(["waiting", "offered", "booked", "expired", "canceled"]),
  offer: z.nullable(
    z.object({
      /** Wall time in the business's time zone: YYYY-MM-DDTHH:mm:ss. */
      start: z.string(),
      durationMinutes: z.number(),
      employeeId: z.number(),
      /** Who performs each service, where several employees do; null for one. */
      performers: z.nullable(z.array(z.number())),
      offeredAt: z.string(),
      expiresAt: z.string(),
      next: z.nullable(NextClient),
    }),
  ),
  /** Who is offered the rest of a time that was just accepted, null if no one now; omitted otherwise. */
  nextOffer: z.optional(z.nullable(NextClient)),
  /** Whether the client opted out, so that no time is offered to them. */
  optedOut: z.boolean(),
  /** The last coming time that a waiting client passed on, as wall time. It isn't offered to them again. */
  passedOn: z.nullable(z.string()),
  /** A coming time that they accepted after that, if its deposit isn't paid. It isn't offered to them again either. */
  unpaid: z.nullable(z.string()),
  /** The appointment of a booked entry; null once it is deleted. */
  booked: z.nullable(
    z.object({
      start: z.string(),
      employeeId: z.number(),
      /** True while the owner has not approved the booking. */
      isRequested: z.boolean(),
    }),
  ),
  /** Who put the client on the list: staff, the client on the page, or the AI receptionist. */
  source: z.enum(["staff", "online", "call"]),
  createdAt: z.string(),
  closedAt: z.nullable(z.string()),
});
export type WaitlistEntry = z.infer<typeof WaitlistEntry>;

/** What a client waits for. */
export const WaitlistPreferences = z.object({
  /** In the order of the visit. */
  services: z.optional(ServiceIds),
  /** The only service, instead of a list. */
  serviceId: z.optional(z.number("Choose a service").check(z.int(), z.gte(1, "Choose a service"))),
  /** Null for anyone. */
  employeeId: z._default(z.nullable(Id), null),
  from: Day,
  to: Day,
  weekdays: z._default(
    z.nullable(z.array(Weekday).check(z.minLength(1, "Choose at least one day"), z.maxLength(7))),
    null,
  ),
  timeFrom: z._default(z.nullable(Clock), null),
  timeTo: z._default(z.nullable(Clock), null),
});
export type WaitlistPreferences = z.infer<typeof WaitlistPreferences>;

/** Of a contact, or of a new client, who becomes one. */
const NewWaitlistEntry = z.extend(WaitlistPreferences, {
  contactId: z.optional(z.number("Choose a client").check(z.int(), z.gte(1, "Choose a client"))),
  clientName: z.optional(contactInputs.name),
  phoneNumber: z.optional(contactInputs.phoneNumber),
});
export type NewWaitlistEntry = z.infer<typeof NewWaitlistEntry>;

export const waitlist = {
  /** Open entries in their order, then the last 100 that were booked or closed, latest first. */
  list: get("/api/waitlist", {
    reply: z.array(WaitlistEntry),
    reads: ["waitlist", "appointments", "contacts", "services", "settings"],
  }),
  /** The open entries that are offered an appointment's time once it is canceled, in their order. */
  fitting: get("/api/waitlist/fitting/:id", {
    reply: z.array(WaitlistEntry),
    reads: ["waitlist", "appointments", "contacts", "services", "settings"],
  }),
  /** Who waits for a time with an employee and would fit in, in their order. */
  fittingAt: get("/api/waitlist/fitting-at", {
    query: z.object({ employeeId: z.coerce.number().check(z.int(), z.gte(1)), start: Moment }),
    reply: z.array(WaitlistEntry),
    reads: ["waitlist", "appointments", "contacts", "services", "employees", "hours", "time-off"],
    // A hold expires without a change.
    etag: false,
  }),
  add: post("/api/waitlist", {
    body: NewWaitlistEntry,
    reply: WaitlistEntry,
    status: 201,
    changes: ["waitlist"],
  }),
  /** Books the time of the entry's open offer, as the client's YES would. */
  acceptOffer: post("/api/waitlist/:id/accept-offer", {
    reply: WaitlistEntry,
    changes: ["waitlist", "appointments", "conversations"],
  }),
  /** Ends the entry's open offer and offers the time to the next client. */
  offerNext: post("/api/waitlist/:id/offer-next", { reply: WaitlistEntry, changes: ["waitlist"] }),
  /** Ends the entry's open offer. No one else is offered the time. */
  stopOffer: remove("/api/waitlist/:id/offer", { reply: WaitlistEntry, changes: ["waitlist"] }),
  /** Takes a client off the list. An open offer goes to the next client. */
  remove: remove("/api/waitlist/:id", { changes: ["waitlist"] }),
};
