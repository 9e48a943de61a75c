import type { FieldPath, FieldValues, Resolver, UseFormSetError } from "react-hook-form";
import type * as z from "zod/mini";
import { ApiError } from "#ui/api.ts";
import type { Toasts } from "#ui/kit/toasts.tsx";
import { type ErrorWords, tellError } from "#ui/shell/data/error-toast.ts";

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

/**
 * Puts the server's words at the fields they are about, and the focus on the first of them; a toast
 * says what is about none.
 */
export function tellFormError<Values extends FieldValues>(
  toasts: Toasts,
  error: unknown,
  setError: UseFormSetError<Values>,
  otherwise?: ErrorWords,
): void {
  const words = error instanceof ApiError ? Object.entries(error.errors) : [];
  words.forEach(([field, message], at) => {
    setError(field as FieldPath<Values>, { message }, { shouldFocus: at === 0 });
  });
  if (words.length === 0) tellError(toasts, error, otherwise);
}
