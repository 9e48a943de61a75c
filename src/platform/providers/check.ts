/** Whether a connection works, in words for the owner. Never throws for what the provider says. */
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

/** Somebody waits on the screen for the answer. */
export const CHECK_TIMEOUT_MS = 10_000;
