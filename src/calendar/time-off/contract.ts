import * as z from "zod/mini";
import { Appointment } from "#src/calendar/appointments/contract.ts";
import { affected } from "#src/calendar/hours/contract.ts";
import { Day, Moment } from "#src/shared/day-shape.ts";
import { get, post, remove } from "#src/shared/endpoint.ts";
import { Line } from "#src/shared/field-shapes.ts";

const TimeOff = z.object({
  id: z.number(),
  /** Null for the whole business. */
  employeeId: z.nullable(z.number()),
  /** Wall time in the business's time zone: YYYY-MM-DDTHH:mm:ss. */
  start: z.string(),
  end: z.string(),
  /** For staff only. */
  reason: z.string(),
  kind: z.enum(["time-off", "block"]),
});
export type TimeOff = z.infer<typeof TimeOff>;

const NewTimeOff = z.object({
  employeeId: z._default(z.nullable(z.number().check(z.int(), z.gte(1))), null),
  start: Moment,
  end: Moment,
  reason: z._default(Line(200), ""),
  kind: z._default(z.enum(["time-off", "block"]), "time-off"),
});
export type NewTimeOff = z.infer<typeof NewTimeOff>;

export const timeOff = {
  /** What overlaps the days, both included: by default from today on, for a year. */
  list: get("/api/time-off", {
    query: z.object({ from: z.optional(Day), to: z.optional(Day) }),
    reply: z.array(TimeOff),
    reads: ["time-off", "employees", "settings"],
  }),
  create: post("/api/time-off", {
    body: NewTimeOff,
    reply: z.extend(TimeOff, {
      /** Appointments in that time. They stay as they are. */
      conflicts: z.array(Appointment),
      ...affected,
    }),
    status: 201,
    changes: ["time-off"],
  }),
  remove: remove("/api/time-off/:id", { changes: ["time-off"] }),
};
