import * as z from "zod/mini";
import { get } from "#src/shared/endpoint.ts";

/** The first time today that a waiting client would take. */
const FitsToday = z.object({
  id: z.number(),
  /** Wall time in the business's time zone: YYYY-MM-DDTHH:mm:ss. */
  start: z.string(),
  employeeId: z.number(),
});
export type FitsToday = z.infer<typeof FitsToday>;

/** Apart from the others, which the calendar loads too. */
export const waitlistToday = {
  /** Which open entries fit a time that is free today. */
  fitting: get("/api/waitlist/fitting-today", {
    reply: z.array(FitsToday),
    // A time that has passed meanwhile is left out by the screen.
    reads: ["waitlist", "appointments", "services", "employees", "hours", "time-off"],
  }),
};
