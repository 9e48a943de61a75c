/** Whether a connection works, as shown to the owner. Whatever the provider answers is a value. */
export interface Check {
  readonly ok: boolean;
  readonly words: string;
}

export function checkPassed(words: string): Check {
  return { ok: true, words };
}

export function checkFailed(words: string): Check {
  return { ok: false, words };
}

/** A user waits for the result. */
export const CHECK_TIMEOUT_MS = 10_000;
