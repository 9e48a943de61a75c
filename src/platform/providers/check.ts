/** Whether a connection works, as shown to the owner. Whatever the provider answers is a value. */
export interface Check {
  readonly ok: boolean;
  readonly message: string;
  /** Nothing answered, or the provider has problems of its own. Absent for a refusal. */
  readonly unanswered?: true;
}

export function checkPassed(message: string): Check {
  return { ok: true, message };
}

export function checkFailed(message: string, unanswered = false): Check {
  return { ok: false, message, ...(unanswered && { unanswered: true }) };
}

/** A user waits for the result. */
export const CHECK_TIMEOUT_MS = 10_000;
