import * as z from "zod/mini";
import { ServiceIdsInQuery } from "#src/calendar/services/visit-contract.ts";
import { clientName } from "#src/shared/client-fields.ts";
import { Day } from "#src/shared/day-shape.ts";
import { get } from "#src/shared/endpoint.ts";

const Id = z.coerce.number().check(z.int(), z.gte(1));

export const MAX_AVAILABILITY_DAYS = 62;

export const FreeTime = z.object({
  /** Wall time in the business's time zone: YYYY-MM-DDTHH:mm:ss. */
  start: z.string(),
  employeeId: z.number(),
  /** The end, and when each service takes place; only with several. */
  end: z.optional(z.string()),
  parts: z.optional(
    z.array(
      z.object({
        ...{ serviceId: z.number(), employeeId: z.number(), start: z.string(), end: z.string() },
      }),
    ),
  ),
});
export type FreeTime = z.infer<typeof FreeTime>;

export const FreeTimes = z.object({
  slots: z.array(FreeTime),
  /** The next full five minutes, if they are free; with `withNow`. */
  now: z.optional(FreeTime),
  /** Days on which no one who performs the visit works from now on, or one of its services: nor does the business. */
  closedDays: z.array(z.string()),
  /** The same, while the business is open. */
  offDays: z.array(z.string()),
});
export type FreeTimes = z.infer<typeof FreeTimes>;

const HeldTime = z.object({
  id: z.number(),
  employeeId: z.number(),
  /** Wall time in the business's time zone: YYYY-MM-DDTHH:mm:ss. */
  start: z.string(),
  end: z.string(),
  /** Who can still take it. */
  contactId: z.nullable(z.number()),
  clientName: clientName("contactId", "id"),
  /** An offer to the waitlist, or a booking whose deposit or card is missing. */
  kind: z.enum(["offer", "booking"]),
  /** ISO 8601 in UTC. */
  until: z.string(),
});
export type HeldTime = z.infer<typeof HeldTime>;

export const availability = {
  /** Times that are held for a client for now, of the employees that the reader may see. */
  held: get("/api/availability/held", {
    query: z.object({ from: Day, to: Day }),
    reply: z.array(HeldTime),
    reads: ["appointments", "waitlist", "contacts"],
    // The reply also depends on the time.
    etag: false,
  }),
  /** Free times of services, earliest first, for the employees that the reader may see. */
  slots: get("/api/availability", {
    query: z.object({
      /** In the order of the visit. Without one, times for `minutes`, or for an hour. */
      services: z.optional(ServiceIdsInQuery),
      /** The only service, instead of a list. */
      serviceId: z.optional(Id),
      /** Anyone by default. Of a visit with several employees, all keep their part. */
      employeeId: z.optional(Id),
      /** A visit that moves, instead of services: times with its own employees and length, and without itself in the way. */
      appointmentId: z.optional(Id),
      minutes: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(24 * 60))),
      /** Also returns the current time if it's free, for a walk-in. */
      withNow: z.optional(z.literal("1")),
      /** Both days included, at most 62; today by default. */
      from: z.optional(Day),
      to: z.optional(Day),
    }),
    reply: FreeTimes,
    reads: ["appointments", "waitlist", "employees", "hours", "time-off", "services", "settings"],
    // The reply also depends on the time.
    etag: false,
  }),
};
