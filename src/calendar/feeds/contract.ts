import * as z from "zod/mini";
import { get, post, remove } from "#src/shared/endpoint.ts";

/** The secret address of an employee's calendar, without the server's own; null while there is none. */
const CalendarFeed = z.object({ path: z.nullable(z.string()) });
export type CalendarFeed = z.infer<typeof CalendarFeed>;

export const calendarFeeds = {
  one: get("/api/employees/:id/calendar-feed", { reply: CalendarFeed, reads: ["employees"] }),
  /** A new address; the one before stops working. */
  make: post("/api/employees/:id/calendar-feed", { reply: CalendarFeed }),
  remove: remove("/api/employees/:id/calendar-feed"),
};
