import type { App } from "#src/app.ts";
import { perApp } from "#src/platform/per-app.ts";

/** Requests without an answer so far, except those that may take minutes. */
const waitingFor = perApp(() => new Set<Request>());

export async function whileWaiting<T>(
  app: App,
  request: Request,
  answer: () => Promise<T>,
): Promise<T> {
  const requests = waitingFor(app);
  requests.add(request);
  lastArrivals.set(app, performance.now());
  try {
    return await answer();
  } finally {
    requests.delete(request);
  }
}

/** Milliseconds of `performance.now()`. Most requests are answered in the turn in which they arrive. */
const lastArrivals = new WeakMap<App, number>();

/** Whether a request has arrived within this time. */
export function isInUse(app: App, withinMs: number): boolean {
  return performance.now() - (lastArrivals.get(app) ?? Number.NEGATIVE_INFINITY) < withinMs;
}

/** Long work gives way to the other requests and not to its own. */
export function countAsLong(app: App, request: Request): void {
  waitingFor(app).delete(request);
}

/** Requests to a provider take longer, and need no time of this thread. */
const MAX_WAIT_MS = 20;

/** Between slices of long work: returns after a turn of the event loop, once waiting requests are answered. */
export async function giveWay(app: App): Promise<void> {
  const requests = waitingFor(app);
  const end = performance.now() + MAX_WAIT_MS;
  do await Bun.sleep(0);
  while (requests.size > 0 && performance.now() < end);
}
