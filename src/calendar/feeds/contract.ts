import * as z from "zod/mini";
import { get, post, remove } from "#src/shared/endpoint.ts";

/** The secret path of an employee's calendar, without the server's base URL; null if there is none. */
const CalendarFeed = z.object({ path: z.nullable(z.string()) });
export type CalendarFeed = z.infer<typeof CalendarFeed>;

export const calendarFeeds = {
  one: get("/api/employees/:id/calendar-feed", { reply: CalendarFeed, reads: ["employees"] }),
  /** Creates a new address. The previous one stops working. */
  create: post("/api/employees/:id/calendar-feed", { reply: CalendarFeed }),
  remove: remove("/api/employees/:id/calendar-feed"),
};
