import * as z from "zod/mini";
import { Day } from "#src/shared/day-shape.ts";
import { BookedFields, ID } from "./fields-contract.ts";

export const MAX_VISITS = 52;
/** From the first visit of a series to its last. */
export const MAX_SERIES_WEEKS = 104;

/** The series of an appointment. `until` is the day of its last visit that takes place. */
export const Repeats = z.object({
  seriesId: z.number(),
  everyWeeks: z.number(),
  until: z.string(),
});
export type Repeats = z.infer<typeof Repeats>;

/** Each visit begins at the same time of day, also after a change of the clocks. */
export const Repeat = z
  .object({
    everyWeeks: z.number().check(z.int(), z.gte(1, "Repeat every 1 to 52 weeks"), z.lte(52)),
    /** The number of visits, the first and those left out included. */
    count: z.optional(
      z
        .number()
        .check(
          z.int(),
          z.gte(2, "Enter 2 visits or more"),
          z.lte(MAX_VISITS, `Enter at most ${MAX_VISITS} visits`),
        ),
    ),
    /** The last day on which a visit may begin. */
    until: z.optional(Day),
    /** Days without a visit, such as those with a conflict. */
    skip: z._default(z.array(Day).check(z.maxLength(MAX_VISITS)), []),
  })
  .check(
    z.refine(({ count, until }) => (count === undefined) !== (until === undefined), {
      path: ["until"],
      error: "Give either the number of visits or the last day",
    }),
  );
export type Repeat = z.infer<typeof Repeat>;

const { employeeId, appointmentDate, durationMinutes, service, services, serviceId } = BookedFields;
export const RepeatPreview = z.object({
  ...{ employeeId, appointmentDate, durationMinutes, service, services, serviceId },
  /** Omitted for a single visit. */
  repeat: z.optional(Repeat),
  /** The appointment that is to repeat, the first visit, which is never a conflict; or the one that moves. */
  appointmentId: z.optional(ID),
});
export type RepeatPreview = z.infer<typeof RepeatPreview>;

export const PlannedVisit = z.object({
  /** The day by the rhythm, which `skip` takes. */
  day: z.string(),
  start: z.string(),
  /** What is in its way, as a sentence. */
  conflict: z.nullable(z.string()),
});
export type PlannedVisit = z.infer<typeof PlannedVisit>;

/** Only this visit of a series, or also those after it that have not begun. */
export const Scope = z.enum(["one", "following"]);
export type Scope = z.infer<typeof Scope>;
