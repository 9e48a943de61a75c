import * as z from "zod/mini";
import { AffectedVisit } from "#src/calendar/hours/contract.ts";
import { get, patch, post, remove } from "#src/shared/endpoint.ts";
import { Clock, EndClock } from "#src/shared/field-shapes.ts";
import { requiredText } from "#src/shared/required-text.ts";

const Employee = z.object({
  id: z.number(),
  name: z.string(),
  displayOrder: z.number(),
  /** HH:mm; null if the business's hours apply. */
  workStartTime: z.nullable(z.string()),
  workEndTime: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Employee = z.infer<typeof Employee>;

const Name = requiredText("Name", 80).check(z.regex(/^\P{Cc}*$/u, "Use a single line"));
const hours = {
  workStartTime: z.optional(z.nullable(Clock)),
  workEndTime: z.optional(z.nullable(EndClock)),
};

const NewEmployee = z.object({ name: Name, ...hours });
export type NewEmployee = z.infer<typeof NewEmployee>;

/** Omitted fields stay unchanged. */
const EmployeeChange = z.object({
  name: z.optional(Name),
  ...hours,
  /** Zero-based position among the columns. The other columns shift. */
  displayOrder: z.optional(z.number().check(z.int(), z.gte(0))),
});
export type EmployeeChange = z.infer<typeof EmployeeChange>;

const EmployeeId = z.string().check(z.regex(/^[1-9]\d{0,14}$/));

export const employees = {
  /** The employees visible to the reader, in column order. */
  list: get("/api/employees", { reply: z.array(Employee), reads: ["employees"] }),
  create: post("/api/employees", {
    body: NewEmployee,
    reply: Employee,
    status: 201,
    changes: ["employees", "appointments"],
  }),
  change: patch("/api/employees/:id", {
    body: EmployeeChange,
    reply: Employee,
    changes: ["employees", "appointments"],
  }),
  /** How many appointments an employee has from now on, and which of them another employee could not take over. */
  upcoming: get("/api/employees/:id/upcoming", {
    query: z.object({ reassignTo: z.optional(EmployeeId) }),
    reply: z.object({ count: z.number(), affected: z.optional(z.array(AffectedVisit)) }),
    reads: ["employees", "appointments", "hours", "time-off"],
  }),
  /**
   * Deletes an employee with all appointments, after moving the upcoming ones to `reassignTo`. With `textClients` their
   * clients get a text that says who will see them, or that the visit is canceled. Visits that overlap others of that employee are refused
   * unless `allowOverlap`.
   */
  remove: remove("/api/employees/:id", {
    query: z.object({
      reassignTo: z.optional(EmployeeId),
      allowOverlap: z.optional(z.enum(["true", "false"])),
      textClients: z.optional(z.enum(["true", "false"])),
    }),
    isLong: true,
    changes: ["employees", "appointments", "deletion-conflicts", "users"],
  }),
};
