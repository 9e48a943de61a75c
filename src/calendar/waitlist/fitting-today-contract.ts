import * as z from "zod/mini";
import { clientName } from "#src/shared/client-fields.ts";
import { Moment } from "#src/shared/day-shape.ts";
import { get, post } from "#src/shared/endpoint.ts";

/** The first time today that a waiting client would take. */
const FitsToday = z.object({
  id: z.number(),
  /** Wall time in the business's time zone: YYYY-MM-DDTHH:mm:ss. */
  start: z.string(),
  employeeId: z.number(),
});
export type FitsToday = z.infer<typeof FitsToday>;

const WaitingClient = z.object({ contactId: z.number(), clientName: clientName("contactId") });

/** A time of today that an employee has free, or that is offered to a client. */
const TodayGap = z.object({
  employeeId: z.number(),
  /** Wall times in the business's time zone: YYYY-MM-DDTHH:mm:ss. A free time begins at a quarter hour. */
  start: z.string(),
  end: z.string(),
  /** Who would be offered the time now, and which part of it for how long; null if no one fits or may be texted. */
  fits: z.nullable(
    z.extend(WaitingClient, {
      service: z.string(),
      /** Wall times, as above. */
      start: z.string(),
      end: z.string(),
      /** How long it is held for the client. */
      holdMinutes: z.number(),
    }),
  ),
  /** Who was offered it, and until when it is held for them. */
  offer: z.nullable(z.extend(WaitingClient, { expiresAt: z.string() })),
});
export type TodayGap = z.infer<typeof TodayGap>;

/** Apart from the others, which the calendar loads too. */
export const waitlistToday = {
  /** Which open entries fit a time that is free today. */
  fitting: get("/api/waitlist/fitting-today", {
    reply: z.array(FitsToday),
    // A time that has passed meanwhile is left out by the screen.
    reads: ["waitlist", "appointments", "services", "employees", "hours", "time-off"],
  }),
  /** The times from now on that a service fits into, earliest first, and those that are offered. */
  gaps: get("/api/waitlist/gaps-today", {
    reply: z.array(TodayGap),
    reads: [
      "waitlist",
      "appointments",
      "contacts",
      "services",
      "employees",
      "hours",
      "time-off",
      "settings",
    ],
  }),
  /** Offers a free time to the clients who wait for it, one after another, as if an appointment had been canceled. */
  offerTime: post("/api/waitlist/offers", {
    body: z.object({
      employeeId: z.number("Employee is required").check(z.int(), z.gte(1)),
      start: Moment,
      end: Moment,
    }),
    changes: ["waitlist"],
  }),
};
