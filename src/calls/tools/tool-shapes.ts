import { z } from "zod";

/** The parameters of the tools: sent to the model as JSON Schema and checked on every tool call. */
export const FreeSlots = z.strictObject({
  from: z.string().nullable().describe("First day, YYYY-MM-DD; null: today"),
  to: z.string().nullable().describe("Last day, YYYY-MM-DD; null: the same day"),
  part: z.enum(["morning", "afternoon", "evening"]).nullable(),
  employee: z.string().nullable().describe("A first name of the staff; null: anybody"),
  service: z.string().nullable(),
});

export const RequestAppointment = z.strictObject({
  name: z.string().describe("The caller's name as they said it"),
  service: z.string(),
  day_words: z.string().describe("The day as the caller said it, such as next Friday"),
  time_words: z.string().describe("The time as the caller said it"),
  date: z.string().nullable().describe("That day as YYYY-MM-DD, where it is clear"),
  time: z.string().nullable().describe("That time as HH:MM of 24 hours, where it is clear"),
  employee: z.string().nullable().describe("A first name of the staff; null: anybody"),
  notes: z.string().nullable(),
});

export const LeaveMessage = z.strictObject({ words: z.string().describe("In the caller's words") });
export const HandOver = z.strictObject({ reason: z.string() });
