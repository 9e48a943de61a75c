import { Database } from "bun:sqlite";
import { join } from "node:path";
import { readManifest } from "#src/platform/pages/assets.ts";
import { MODULES } from "#src/server.ts";
import { renderPage } from "#ui/entry-server.tsx";

/**
 * Parlor's modules, an empty database, and the sign-in page rendered by React: no configuration, schema, routes, sessions,
 * settings or jobs. A start can't be faster or smaller than this without loading domains later.
 */
const folder = process.argv[process.argv.indexOf("--data") + 1] ?? ".";
const db = new Database(join(folder, "bare.db"), { create: true });
const NOBODY = { status: 401, body: JSON.stringify({ message: "Sign in" }) };
const manifest = readManifest();

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const { pathname, search } = new URL(request.url);
    const tables = db.query("select count(*) as tables from sqlite_schema").get();
    const { html } = await renderPage({
      pathname,
      search,
      manifest,
      nonce: "",
      build: "",
      lastChange: MODULES.length,
      clock: { timeZone: "UTC", from: 0, until: 0, offsets: [] },
      demo: false,
      site: "all",
      sidebarOpen: undefined,
      setUpHidden: false,
      servicesSkipped: false,
      read: async () => NOBODY,
    });
    return new Response(html, { headers: { "x-tables": JSON.stringify(tables) } });
  },
});
process.once("SIGTERM", () => process.exit(0));
process.stdout.write(`listening on http://127.0.0.1:${server.port}\n`);
