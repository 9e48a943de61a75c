import { disableAutoCheckpoint } from "#db/checkpoint.ts";
import { openDatabase } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { createApp } from "#src/create-app.ts";
import { readConfig } from "#src/platform/config.ts";
import { createProviders } from "#src/platform/providers/providers.ts";
import { createSecretBox } from "#src/platform/secrets/secret-box.ts";

/** Opens a salon's folder without a server. */
export function openApp(folder: string): App {
  const config = readConfig({ PARLOR_DATA: folder });
  const db = openDatabase(config.databaseFile);
  // As the server does, whose thread runs them.
  disableAutoCheckpoint(db);
  return createApp({
    db,
    config,
    providers: createProviders(config),
    secrets: createSecretBox(new Uint8Array(32)),
    log: () => undefined,
  });
}
