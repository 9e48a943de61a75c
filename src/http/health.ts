import { statfsSync } from "node:fs";
import type { Hono } from "hono";
import { SCHEMA_VERSION, schemaVersion } from "#db/migrate.ts";
import { writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";

const LEAST_FREE_BYTES = 100 * 1024 * 1024;
const STALLED_MS = 60_000;

/** Where the sender tells that it is alive; /ready must not reach into it. */
export interface Heartbeat {
  lastTurn?: () => number;
}

export const heartbeats = new WeakMap<App, Heartbeat>();

/** GET /up: the process answers. GET /ready: it can do its work, else 503 naming what it cannot. */
export function mountHealth(hono: Hono, app: App): void {
  hono.get("/up", (c) => c.text("up"));
  hono.get("/ready", (c) => {
    const troubles = Object.entries(CHECKS).flatMap(([name, check]) =>
      passes(check, app) ? [] : name,
    );
    return c.json({ ready: troubles.length === 0, troubles }, troubles.length === 0 ? 200 : 503);
  });
}

const CHECKS: Readonly<Record<string, (app: App) => boolean>> = {
  "the database takes writes": (app) => {
    writeState(app.db, "ready", app.now());
    return true;
  },
  "the schema is current": (app) => schemaVersion(app.db) === SCHEMA_VERSION,
  "the disk has room": (app) => {
    if (app.db.filename === ":memory:") return true;
    const { bavail, bsize } = statfsSync(app.config.dataFolder);
    return bavail * bsize > LEAST_FREE_BYTES;
  },
  "the sender is awake": (app) => {
    const lastTurn = heartbeats.get(app)?.lastTurn?.();
    return lastTurn === undefined || app.now() - lastTurn < STALLED_MS;
  },
};

function passes(check: (app: App) => boolean, app: App): boolean {
  try {
    return check(app);
  } catch {
    return false;
  }
}
