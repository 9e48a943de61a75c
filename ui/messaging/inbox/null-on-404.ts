import { ApiError } from "#ui/api.ts";

/** For what may be gone by now. */
export function nullOn404(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
