import type { FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod/mini";

/** Validates a form with the endpoint's shape, so that its errors are worded like the server's. */
export function resolverOf<
  Shape extends z.ZodMiniType,
  Values extends FieldValues & z.input<Shape> = FieldValues & z.input<Shape>,
>(shape: Shape): Resolver<Values> {
  return (values) => {
    const { success, error } = shape.safeParse(values);
    if (success) return { values, errors: {} };

    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, code, message } of error.issues)
      errors[path.join(".")] ??= { type: code, message };
    return { values: {}, errors: errors as never };
  };
}
