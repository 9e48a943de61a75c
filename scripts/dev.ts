import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { openForServing } from "#src/commands/open.ts";
import { connectSimulated } from "#src/demo/phone.ts";
import { DEMO_PASSWORD, DEMO_USER, fillSalon } from "#src/demo/salon.ts";
import { startSender } from "#src/messaging/outbox/sender.ts";
import { readConfig } from "#src/platform/config.ts";
import { readManifest } from "#src/platform/pages/assets.ts";
import { createServer } from "#src/server.ts";
import page from "#ui/dev.html";
import clientPage from "#ui/dev-client-pages.html";

/**
 * Runs `npm run dev`: the sample salon with hot reloading. Screens keep their state in the browser, and
 * server modules are reloaded with each edit. The database and the sender keep running, so a change of
 * the sender needs a restart.
 */
const kept = globalThis as typeof globalThis & { parlorDev?: App };
kept.parlorDev ??= await openSalon();
const app = kept.parlorDev;

const server = Bun.serve({
  hostname: app.config.host,
  port: app.config.port,
  development: { hmr: true, console: true },
  routes: { "/__dev": page, "/__dev-client-pages": clientPage },
  async fetch(request, bun) {
    if (request.headers.get("accept")?.includes("text/html")) await updateHeads();
    return hono.fetch(request, { server: bun });
  },
});
const manifest = { ...readManifest(), lateImports: "", devHead: "", devHeadForClients: "" };
const hono = createServer(app, manifest);
await updateHeads();
process.stdout.write(`Parlor is running at ${server.url} (${DEMO_USER}, ${DEMO_PASSWORD})\n`);

/** Runs for each page, because a script's address changes after an edit, or once the other page is bundled. */
async function updateHeads(): Promise<void> {
  manifest.devHead = await headOf("/__dev");
  manifest.devHeadForClients = await headOf("/__dev-client-pages");
}

async function headOf(path: string): Promise<string> {
  const markup = await (await fetch(new URL(path, server.url))).text();
  return /<head>([\s\S]*)<\/head>/.exec(markup)?.[1] ?? "";
}

async function openSalon(): Promise<App> {
  const config = readConfig(process.env, { data: "data/dev", demo: true });
  const opened = openForServing(config);
  if (!readState<boolean>(opened.db, "demo")) {
    writeState(opened.db, "demo", true);
    await fillSalon(opened);
  }
  startSender(opened);
  connectSimulated(opened);
  return opened;
}
