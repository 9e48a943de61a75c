import * as z from "zod/mini";
import { clientName } from "#src/shared/client-fields.ts";
import { Day } from "#src/shared/day-shape.ts";
import { get, post, put, remove } from "#src/shared/endpoint.ts";
import { Clock, EndClock, Line } from "#src/shared/field-shapes.ts";
import { WEEKDAYS } from "#src/shared/working-hours.ts";

const MAX_INTERVALS = 6;
const MAX_CLOSED_DAYS = 500;

const Interval = z.object({ start: Clock, end: EndClock }).check(
  z.refine(({ start, end }) => start < end, {
    path: ["end"],
    error: "End time must be after start time",
  }),
);
const Intervals = z.readonly(z.array(Interval)).check(
  z.maxLength(MAX_INTERVALS, `A day can have up to ${MAX_INTERVALS} time spans`),
  z.refine((intervals) => {
    const sorted = intervals.toSorted((a, b) => (a.start < b.start ? -1 : 1));
    return sorted.every((one, at) => one.start >= (sorted[at - 1]?.end ?? ""));
  }, "These hours overlap"),
);
const Weekly = z.object({
  mon: Intervals,
  tue: Intervals,
  wed: Intervals,
  thu: Intervals,
  fri: Intervals,
  sat: Intervals,
  sun: Intervals,
});

const Weekday = z.enum(WEEKDAYS);

const ClosedDay = z.object({
  /** With `yearly`, the same day of every year. */
  date: Day,
  name: Line(80),
  yearly: z._default(z.boolean(), false),
  /** The hours of this day instead of the weekly ones; omitted if it is closed all day. */
  open: z.optional(Intervals),
});

const Upcoming = z.object({ from: z.string(), weekly: Weekly });
const BusinessHours = z.object({
  weekly: Weekly,
  /** Later versions, earliest first. */
  upcoming: z.array(Upcoming),
  closedDays: z.array(ClosedDay),
  /** Whether an admin has saved the hours or confirmed that they are right. */
  reviewed: z.boolean(),
  /** Which employees work while the business is closed, in sentences, by its newest hours. */
  notes: z.array(z.string()),
  /** How many upcoming visits are booked then. */
  visitsOutside: z.number(),
  /** When it is open and no employee works, in sentences, by its newest hours. */
  unstaffed: z.array(z.string()),
});
export type BusinessHours = z.infer<typeof BusinessHours>;

const EmployeeHours = z.object({
  /** Null if the employee works when the business is open. */
  weekly: z.nullable(Weekly),
  upcoming: z.array(z.object({ from: z.string(), weekly: z.nullable(Weekly) })),
  /** Where they lie outside the business's hours, in sentences. After saving, of the saved hours. */
  notes: z.array(z.string()),
});
export type EmployeeHours = z.infer<typeof EmployeeHours>;

/** Omitted fields stay unchanged. */
const BusinessHoursChange = z.object({
  weekly: z.optional(Weekly),
  /** The first day of these hours; today by default. Earlier days keep theirs. */
  from: z.optional(Day),
  /** Whether employees' own hours are limited to these on the days that change. */
  shortensStaff: z.optional(z.boolean()),
  /** All of them. */
  closedDays: z.optional(z.array(ClosedDay).check(z.maxLength(MAX_CLOSED_DAYS))),
});
export type BusinessHoursChange = z.infer<typeof BusinessHoursChange>;

const EmployeeHoursChange = z.object({
  weekly: z._default(z.nullable(Weekly), null),
  from: z.optional(Day),
});
export type EmployeeHoursChange = z.infer<typeof EmployeeHoursChange>;

const OpenInterval = z.object({ start: z.string(), end: z.string() });
const OpenDay = z.object({
  date: z.string(),
  /** The name of a closed day, empty for one without a name; null on any other day. */
  closedFor: z.nullable(z.string()),
  open: z.array(OpenInterval),
  /** The employees that the reader may see. */
  employees: z.array(z.object({ employeeId: z.number(), open: z.array(OpenInterval) })),
});
export type OpenDay = z.infer<typeof OpenDay>;

/** An upcoming visit that hours or time off no longer allow. */
export const AffectedVisit = z.object({
  id: z.number(),
  contactId: z.nullable(z.number()),
  clientName: clientName("contactId", "id"),
  /** Wall time in the business's time zone. */
  appointmentDate: z.string(),
  employeeName: z.string(),
  /** Whether its client can be texted about it. */
  canText: z.boolean(),
  /** Null for a visit that doesn't repeat. */
  seriesId: z.nullable(z.number()),
});
export type AffectedVisit = z.infer<typeof AffectedVisit>;
/** The visits that a change affects. They stay, and are not reminded until someone decides. */
export const affected = { affected: z.array(AffectedVisit) };

/**
 * The days of the week whose hours change, from which day on, which employees work outside of these, in sentences, and
 * how many visits are booked then.
 */
const OutsideHours = z.object({
  from: z.string(),
  days: z.array(Weekday),
  notes: z.array(z.string()),
  visitsOutside: z.number(),
});
export type OutsideHours = z.infer<typeof OutsideHours>;

const SavedHours = z.extend(BusinessHours, { ...affected, outside: OutsideHours });
export type SavedHours = z.infer<typeof SavedHours>;

const FitHours = z.object({ days: z.optional(z.array(Weekday)), from: z.optional(Day) });
export type FitHours = z.infer<typeof FitHours>;

const CHANGES = ["hours", "settings", "employees", "appointments"] as const;

/** Times of day are HH:mm of the business's time zone; "24:00" ends at midnight. */
export const hours = {
  business: get("/api/hours", { reply: BusinessHours, reads: ["hours", "employees"] }),
  saveBusiness: put("/api/hours", {
    body: BusinessHoursChange,
    reply: SavedHours,
    changes: CHANGES,
  }),
  /** Says which employees would work outside of new hours, without saving these. */
  previewBusiness: post("/api/hours/preview", {
    body: z.object({ weekly: Weekly, from: z.optional(Day) }),
    reply: OutsideHours,
  }),
  /** Limits employees' own hours to the business's: on these days of the week or all, from this day or the newest hours on. */
  fitEmployees: post("/api/hours/fit", {
    body: FitHours,
    reply: z.extend(BusinessHours, affected),
    changes: CHANGES,
  }),
  /** "Looks right": confirms the hours as they are. */
  confirm: post("/api/hours/confirm", { reply: BusinessHours, changes: ["hours"] }),
  /** The affected visits that no one has decided about, earliest first. */
  affected: get("/api/hours/affected", {
    reply: z.array(AffectedVisit),
    reads: ["appointments", "hours", "time-off", "employees"],
  }),
  /** Leaves an affected visit as it is, or with `series` all affected visits of its series. Their client is reminded. */
  leave: post("/api/hours/affected/:id/leave", {
    query: z.object({ series: z.optional(z.literal("true")) }),
    changes: ["appointments"],
  }),
  /** Removes a version that has not begun. */
  removeUpcoming: remove("/api/hours/upcoming/:from", { changes: CHANGES }),
  employee: get("/api/employees/:id/hours", {
    reply: EmployeeHours,
    reads: ["hours", "employees"],
  }),
  saveEmployee: put("/api/employees/:id/hours", {
    body: EmployeeHoursChange,
    reply: z.extend(EmployeeHours, affected),
    changes: CHANGES,
  }),
  removeUpcomingOfEmployee: remove("/api/employees/:id/hours/upcoming/:from", {
    changes: CHANGES,
  }),
  /** The hours of each day of a span of at most 62 days, for the business and each employee. */
  days: get("/api/hours/days", {
    query: z.object({ from: Day, to: Day }),
    reply: z.array(OpenDay),
    reads: ["hours", "employees"],
  }),
};
