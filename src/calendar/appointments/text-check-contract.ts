import * as z from "zod/mini";
import { Moment } from "#src/shared/day-shape.ts";
import { DepositChoice } from "./fields-contract.ts";

export const TextRefusalQuery = z.object({
  appointmentId: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
  phoneNumber: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  /** The time of the visit, by default the appointment's, or tomorrow. */
  appointmentDate: z.optional(Moment),
  /** The employee it is moved to. */
  employeeId: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
  /** "true" if the visit is canceled or deleted. */
  cancels: z.optional(z.literal("true")),
  deposit: z.optional(DepositChoice),
});
export type TextRefusalQuery = z.infer<typeof TextRefusalQuery>;

export const TextCheck = z.object({
  /** Why the client can't be texted, as the end of a sentence. */
  reason: z.nullable(z.string()),
  /** The text that would be sent; null if it isn't known yet, or the client's name is hidden from the user. */
  text: z.nullable(z.string()),
});
export type TextCheck = z.infer<typeof TextCheck>;
