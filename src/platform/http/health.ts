import type { Hono } from "hono";
import { whenFree } from "#db/connection.ts";
import { SCHEMA_VERSION, schemaVersion } from "#db/migrate.ts";
import { writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { freeBytes, takesChanges } from "#src/platform/disk/disk.ts";
import { listClosedSecrets } from "#src/platform/settings/settings.ts";

export const STALLED_MS = 60_000;
/** The page is public, and each check would cost a durable write. */
const WRITE_EVERY_MS = 2_000;

/** Set by `serve` when the sender runs. The platform does not import messaging. */
export interface Heartbeat {
  lastTurn?: () => number;
}

export const heartbeats = new WeakMap<App, Heartbeat>();

/** Mounts GET /up, which always answers, and GET /ready, which answers 503 with the failed checks. */
export function mountHealth(hono: Hono, app: App): void {
  hono.get("/up", (c) => c.text("up"));
  hono.get("/ready", async (c) => {
    const troubles: string[] = [];
    for (const [name, check] of Object.entries(CHECKS))
      if (!(await checkSucceeds(check, app))) troubles.push(name);
    return c.json({ ready: troubles.length === 0, troubles }, troubles.length === 0 ? 200 : 503);
  });
}

const written = new WeakMap<App, number>();

const CHECKS: Readonly<Record<string, (app: App) => boolean | Promise<boolean>>> = {
  async "the database takes writes"(app) {
    const now = performance.now();
    if (now - (written.get(app) ?? Number.NEGATIVE_INFINITY) < WRITE_EVERY_MS) return true;
    await whenFree(() => writeState(app.db, "ready", app.now()));
    written.set(app, now);
    return true;
  },
  "the schema is current": (app) => schemaVersion(app.db) === SCHEMA_VERSION,
  "saved secrets open": (app) => listClosedSecrets(app).length === 0,
  // Below the alert's threshold there is still time to act; below half of it there is not.
  "the disk has room": (app) =>
    takesChanges(app) && freeBytes(app.config) > app.config.diskLowBytes / 2,
  "the sender is awake": (app) => {
    const lastTurn = heartbeats.get(app)?.lastTurn?.();
    return lastTurn === undefined || app.now() - lastTurn < STALLED_MS;
  },
};

async function checkSucceeds(
  check: (app: App) => boolean | Promise<boolean>,
  app: App,
): Promise<boolean> {
  try {
    return await check(app);
  } catch {
    return false;
  }
}
