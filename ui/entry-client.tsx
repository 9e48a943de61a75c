import { holdWhileVisible } from "#ui/shell/layout/visible-tabs.ts";
import { App } from "./app.tsx";
import { currentUserQuery } from "./current-user.ts";
import { staffLayout } from "./layout.ts";
import { screenAt } from "./screens.ts";
import { start } from "./start.ts";
import { watchBuild, watchedFetch } from "./watch-connection.ts";

/** After a later sign-in, the table is loaded before the layout's code (ui/app.tsx). */
const IDLE_MS = 500;

const { ui, api, client, lateImports, build, lastChange, show } = start(watchedFetch);
const signedIn = () => Boolean(client.getQueryData(currentUserQuery(api).queryKey));
const screen = screenAt(location.pathname);
await Promise.all([screen?.preload(), signedIn() && staffLayout.preload()]);

show((props) => <App {...props} />);
holdWhileVisible();
if (signedIn()) begin();
else {
  setTimeout(registerLazyImports, IDLE_MS);
  const stop = client.getQueryCache().subscribe(() => {
    if (!signedIn()) return;
    stop();
    begin();
  });
}

function begin(): void {
  follow().catch(() => undefined);
  // Browsers offer it on HTTPS and localhost only. It shows the offline page and notifications.
  navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
  registerLazyImports();
}

/** Preloads all files of a lazy import together; before, each file reveals the next. */
function registerLazyImports(): void {
  if (lateImports) import(lateImports).catch(() => undefined);
}

/** Server events need a session. If their code cannot be loaded, the screens still poll. */
async function follow(): Promise<void> {
  const { followServerEvents } = await import("./server-events.ts");
  followServerEvents(client, api, lastChange, watchBuild(ui, build));
}
