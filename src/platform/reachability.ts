import type { App } from "#src/app.ts";

type Service = "twilio" | "stripe";

/** Since when each service has not answered, in epoch milliseconds. A restart forgets it, and the next failure starts it again. */
const silences = new WeakMap<App, Map<Service, number>>();

/** Records whether a service answered, with whatever result. */
export function recordReach(app: App, service: Service, answered: boolean): void {
  const silent = silences.getOrInsertComputed(app, () => new Map());
  if (answered) silent.delete(service);
  else if (!silent.has(service)) silent.set(service, app.now());
}

export function isSilent(app: App, service: Service): boolean {
  return silences.get(app)?.has(service) ?? false;
}

/** Returns true when all requests to the service have failed for at least this long. */
export function isUnreachable(app: App, service: Service, ms: number): boolean {
  const since = silences.get(app)?.get(service);
  return since !== undefined && app.now() - since >= ms;
}
