import type { FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod/mini";

/** Checks a form by the contract's shape, so that it says the server's own words before asking it. */
export function resolverOf<Values extends FieldValues>(
  shape: z.ZodMiniType<unknown, Values>,
): Resolver<Values> {
  return (values) => {
    const { success, error } = shape.safeParse(values);
    if (success) return { values, errors: {} };

    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, code, message } of error.issues)
      errors[path.join(".")] ??= { type: code, message };
    return { values: {}, errors: errors as never };
  };
}
