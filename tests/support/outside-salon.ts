import { createApp } from "#src/create-app.ts";
import type { Config } from "#src/platform/config.ts";
import { createProviders } from "#src/platform/providers/providers.ts";
import { createServer } from "#src/server.ts";
import { requestWith, type TestApp, testApp } from "./test-app.ts";

interface OutsideSalon extends TestApp {
  /** GETs with this cookie, the admin's by default. */
  readonly ask: (path: string, cookie?: string) => Promise<Response>;
}

/** The server with the real adapters, which find the outside services where the configuration says. */
export function outsideSalon(config: Partial<Config>): OutsideSalon {
  const parlor = testApp({ config });
  const app = createApp({ ...parlor.app, providers: createProviders(parlor.app.config) });
  const hono = createServer(app);
  const { cookie } = parlor.admin;
  return {
    ...parlor,
    app,
    hono,
    admin: { ...parlor.admin, request: requestWith(hono, cookie) },
    ask: async (path, by = cookie) => hono.request(path, { headers: { cookie: by } }),
  };
}
