/** Milliseconds that the requests of one turn of the event loop may take together. */
const TURN_MS = 20;

let startedAt: number | undefined;

/**
 * Whether this turn of the event loop has time for another request. Bun hands over all requests that have arrived
 * before it looks at timers, so fifty at once, a few milliseconds each, would delay texts, calls and events together.
 */
export function hasTurnTime(): boolean {
  if (startedAt === undefined) {
    startedAt = performance.now();
    setImmediate(() => {
      startedAt = undefined;
    });
  }
  return performance.now() - startedAt < TURN_MS;
}

/** Returns in the first later turn that has time, in the order of the calls. */
export async function nextTurn(): Promise<void> {
  do await new Promise(setImmediate);
  while (!hasTurnTime());
}
