import { type Background, inThisThread } from "#db/background-thread.ts";
import type { Database } from "#db/connection.ts";
import type { Config } from "#src/platform/config.ts";
import { createEvents } from "#src/platform/http/events.ts";
import type { Log } from "#src/platform/log.ts";
import type { SecretBox } from "#src/platform/secrets/secret-box.ts";
import type { App, Providers } from "./app.ts";

export interface Parts {
  readonly db: Database;
  readonly config: Config;
  readonly providers: Providers;
  readonly secrets: SecretBox;
  readonly log: Log;
  readonly now?: () => number;
  readonly background?: Background;
}

export function createApp({ now = Date.now, background, ...parts }: Parts): App {
  return {
    ...parts,
    now,
    background: background ?? inThisThread(parts.db),
    events: createEvents(parts.db),
  };
}
