import * as z from "zod/mini";

/** The length is checked first and alone: the pattern takes quadratic time on long texts. */
export const EmailAddress = z
  .string("Invalid email address")
  .check(
    z.trim(),
    z.maxLength(200, { error: "Invalid email address", abort: true }),
    z.email("Invalid email address"),
  );
