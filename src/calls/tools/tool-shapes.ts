import { z } from "zod";

const SERVICE = "A service of the list, or several in their order, such as: Color and Haircut";
const Clock = z.string().regex(/^(?:[01]\d|2[0-4]):[0-5]\d$/);

/**
 * The parameters of the tools: sent to the model as JSON Schema, where all are required, and checked on
 * every tool call, where a missing nullable one is null.
 */
export const FreeSlots = z.strictObject({
  from: z.string().nullable().describe("First day, YYYY-MM-DD; null: today"),
  to: z.string().nullable().describe("Last day, YYYY-MM-DD; null: the same day"),
  part: z.enum(["morning", "afternoon", "evening"]).nullable(),
  after: Clock.nullable().describe("Only times at or after this, 24-hour HH:MM"),
  before: Clock.nullable().describe("Only times before this, 24-hour HH:MM"),
  time: z
    .string()
    .nullable()
    .describe("An exact time on the first day, 24-hour HH:MM, to ask whether it is free"),
  employee: z.string().nullable().describe("A first name of the staff; null: anyone"),
  service: z.string().nullable().describe(SERVICE),
});

export const RequestAppointment = z.strictObject({
  name: z.string().describe("The caller's name as they said it"),
  service: z.string().describe(SERVICE),
  day_words: z.string().describe("The day as the caller said it, such as next Friday"),
  time_words: z.string().describe("The time as the caller said it, such as 4 PM"),
  date: z.string().nullable().describe("That day as YYYY-MM-DD, where it is clear"),
  time: z.string().nullable().describe("That time as 24-hour HH:MM, where it is clear"),
  employee: z.string().nullable().describe("A first name of the staff; null: anyone"),
  notes: z.string().nullable(),
  replaces_earlier: z
    .boolean()
    .nullable()
    .describe("true: the caller changed their mind about the last request of this call"),
});

export const JoinWaitlist = z.strictObject({
  name: z.string().describe("The caller's name as they said it"),
  service: z.string().describe(SERVICE),
  employee: z.string().nullable().describe("A first name of the staff; null: anyone"),
  from: z.string().nullable().describe("First day, YYYY-MM-DD; null: today"),
  to: z.string().nullable().describe("Last day, YYYY-MM-DD; null: four weeks"),
  weekdays: z
    .array(z.enum(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]))
    .min(1)
    .max(7)
    .nullable()
    .describe("null: any day"),
  after: Clock.nullable().describe("The visit begins then or later, 24-hour HH:MM"),
  before: Clock.nullable().describe("The visit ends by then, 24-hour HH:MM"),
  agrees_to_texts: z
    .boolean()
    .describe("true: the caller said that we may text offers to the number they call from"),
});

export const LeaveMessage = z.strictObject({ words: z.string().describe("In the caller's words") });
export const HandOver = z.strictObject({ reason: z.string() });

/** Parses a tool call's arguments. */
export function parseArgs<Shape extends z.ZodObject>(shape: Shape, args: unknown) {
  const nulls = Object.entries(shape.shape).flatMap(([name, field]) =>
    field instanceof z.ZodNullable ? [[name, null]] : [],
  );
  const isObject = typeof args === "object" && args !== null && !Array.isArray(args);
  return shape.safeParse(isObject ? { ...Object.fromEntries(nulls), ...args } : args);
}

/** Returns one line without control characters, at most `maxLength` characters long. */
export function cleanText(text: string, maxLength: number): string {
  return text
    .replace(/\p{C}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, maxLength);
}
