/** Whether a connection works, as shown to the owner. Whatever the provider answers is a value. */
export interface Check {
  readonly ok: boolean;
  readonly message: string;
}

export function checkPassed(message: string): Check {
  return { ok: true, message };
}

export function checkFailed(message: string): Check {
  return { ok: false, message };
}

/** A user waits for the result. */
export const CHECK_TIMEOUT_MS = 10_000;
