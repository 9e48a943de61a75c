import * as z from "zod/mini";
import { toEnd } from "./clock-time.ts";

export const Clock = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Use a time such as 09:00"));
/** Midnight at the end of a day may be sent as 00:00 or 24:00; it is stored as 24:00. */
export const EndClock = z.pipe(
  z.transform((given: unknown) => (typeof given === "string" ? toEnd(given) : given)),
  z.union([z.literal("24:00"), Clock], "Use a time such as 17:00"),
);
export const Text = (most: number) => z.string().check(z.trim(), z.maxLength(most));
export const Line = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most), z.regex(/^\P{Cc}*$/u, "Use a single line"));

/** Also accepts numbers as text, as forms send them. */
export const numeric = <Shape extends z.ZodMiniType<number>>(shape: Shape) =>
  z.pipe(
    z.transform((given: unknown) =>
      typeof given === "string" && given.trim() !== "" ? Number(given) : given,
    ),
    shape,
  );

/** The body of a text to clients. */
export const Words = (what: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, `${what} cannot be empty`),
      z.maxLength(1600, "A text can be up to 1,600 characters"),
    );

export const whole = (what: string, least: number, most: number) =>
  z
    .number()
    .check(
      z.int(`${what} must be a whole number`),
      z.gte(least, `${what} must be at least ${least}`),
      z.lte(most, `${what} must be at most ${most}`),
    );

/** One email address, or empty. */
export const Email = z
  .string()
  .check(
    z.trim(),
    z.maxLength(200, { error: "Invalid email address", abort: true }),
    z.regex(/^([^\s@<>,;]+@[^\s@<>,;]+)?$/, "Invalid email address"),
  );

export const WebAddress = z
  .string()
  .check(
    z.trim(),
    z.regex(
      /^(https?:\/\/[^\s/]+(\/[^\s]*)?)?$/,
      "Use an address such as https://salon.example.com",
    ),
  );
