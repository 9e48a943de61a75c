/** Whether a connection works, as shown to the owner. Whatever the provider answers is a value. */
export interface Check {
  readonly ok: boolean;
  readonly message: string;
  /** Set when the provider did not answer or failed with a server error, and not when it refused. */
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
