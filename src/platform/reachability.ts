import type { App } from "#src/app.ts";
import { perApp } from "#src/platform/per-app.ts";

type Service = "carrier" | "stripe";

/** Since when each service has not answered, in epoch milliseconds. A restart forgets it, and the next failure starts it again. */
const silencesOf = perApp(() => new Map<Service, number>());

/** Records whether a service answered, with whatever result. */
export function recordReach(app: App, service: Service, answered: boolean): void {
  const silent = silencesOf(app);
  if (answered) silent.delete(service);
  else if (!silent.has(service)) silent.set(service, app.now());
}

export function isSilent(app: App, service: Service): boolean {
  return silencesOf(app).has(service);
}

/** Returns true when all requests to the service have failed for at least this long. */
export function isUnreachable(app: App, service: Service, ms: number): boolean {
  const since = silencesOf(app).get(service);
  return since !== undefined && app.now() - since >= ms;
}
