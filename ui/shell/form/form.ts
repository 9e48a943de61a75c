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

/** Validates a form with a function that names the error of each field, if any. */
export function resolverWith<Values extends FieldValues>(
  errorsOf: (values: Values) => Partial<Record<keyof Values, string | undefined>>,
): Resolver<Values> {
  return (values) => {
    const errors = Object.entries(errorsOf(values)).flatMap(([field, message]) =>
      message === undefined ? [] : [[field, { type: "said", message }]],
    );
    if (errors.length === 0) return { values, errors: {} };
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}
