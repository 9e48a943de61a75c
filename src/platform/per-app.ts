import type { App } from "#src/app.ts";

/** Declares state in memory that each app has for itself. It is created with the first use. */
export function perApp<State>(create: (app: App) => State): (app: App) => State {
  const states = new WeakMap<App, State>();
  return (app) => states.getOrInsertComputed(app, create);
}
