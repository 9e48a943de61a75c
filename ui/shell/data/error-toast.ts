import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { ApiError, errorMessage, fieldErrorsOf, isUnreachable } from "#ui/api.ts";
import type { Toasts } from "#ui/kit/toasts.tsx";

export interface ErrorOptions {
  readonly title?: string | undefined;
  /** The description when the server gave none. */
  readonly fallback?: string | undefined;
  /** The description in place of the server's. */
  readonly description?: string | undefined;
  /** Shows field errors at their fields instead. */
  // biome-ignore lint/suspicious/noExplicitAny: the fields are those of whichever form sent them
  readonly setError?: UseFormSetError<any> | undefined;
}

/**
 * Shows an error in a toast; with `setError`, the errors of fields at their fields, with the focus on
 * the first of them, unless the user is typing in another field by then. `sentFrom` is the element that
 * had the focus when the change was sent.
 */
export function showError(
  toasts: Toasts,
  error: unknown,
  options: ErrorOptions = {},
  sentFrom?: Element | null,
): void {
  // The session ended: the page asks to sign in again.
  if (isSessionEnd(error)) return;
  // A bug in our own code. The journeys fail on errors in the console.
  if (!(error instanceof ApiError) && !isUnreachable(error)) reportError(error);
  const { title = "Error", fallback, description, setError } = options;
  const fields = setError ? Object.entries(fieldErrorsOf(error)) : [];
  const isTyping = isTypingElsewhere(sentFrom);
  fields.forEach(([field, message], at) => {
    setError?.(
      field as FieldPath<FieldValues>,
      { message },
      { shouldFocus: at === 0 && !isTyping },
    );
  });
  if (fields.length === 0) toasts.error(title, description ?? errorMessage(error, fallback));
}

export function isTypingElsewhere(element: Element | null | undefined): boolean {
  const { activeElement } = document;
  return activeElement !== element && !!activeElement?.matches("input, textarea, select");
}

function isSessionEnd(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status === 401 &&
    document.querySelector("[data-signed-in]") !== null
  );
}
