import type { App } from "#src/app.ts";

/** Publishes a changed payment. Its visits show it too. */
export function publish(app: App, id: number): void {
  app.events.changed("payments", id);
  app.events.changed("appointments");
}
