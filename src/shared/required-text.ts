import * as z from "zod/mini";

/** Such as `requiredText("Name", 120)`. */
export const requiredText = (what: string, most: number) =>
  z
    .string(`${what} is required`)
    .check(
      z.trim(),
      z.minLength(1, `${what} is required`),
      z.maxLength(most, `A ${what.toLowerCase()} can be up to ${most} characters`),
    );
