import { wordsOf } from "#ui/api.ts";
import type { Toasts } from "#ui/kit/toasts.tsx";

export interface ErrorWords {
  title?: string | undefined;
  /** Where the server said nothing. */
  fallback?: string | undefined;
}

/** Says in a toast why it was not done. */
export function tellError(toasts: Toasts, error: unknown, words: ErrorWords = {}): void {
  const { title = "Error", fallback } = words;
  toasts.show({ title, description: wordsOf(error, fallback), kind: "destructive" });
}
