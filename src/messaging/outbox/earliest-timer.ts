/** A timer that runs at the earliest time asked for, so that a stream of requests does not postpone it. */
export function createEarliestTimer(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Number.POSITIVE_INFINITY;

  function schedule(ms: number): void {
    const asked = performance.now() + ms;
    if (asked >= due) return;
    due = asked;
    clearTimeout(timer);
    timer = setTimeout(() => {
      due = Number.POSITIVE_INFINITY;
      run();
    }, ms);
  }

  return { schedule, clear: () => clearTimeout(timer) };
}
