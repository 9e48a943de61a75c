import { App } from "#ui/app.tsx";
import { currentUserQuery } from "#ui/current-user.ts";
import { frame } from "#ui/frame.ts";
import { screenAt } from "#ui/screens.ts";
import { holdWhileVisible } from "#ui/shell/visible-tabs.ts";
import { start } from "#ui/start.ts";

/** Who signs in later has the table before the frame's code is fetched (ui/app.tsx). */
const IDLE_MS = 500;

const { call, client, lateImports, show } = start();
const signedIn = () => Boolean(client.getQueryData(currentUserQuery(call).queryKey));
const screen = screenAt(location.pathname);
await Promise.all([screen?.preload(), signedIn() && frame.preload()]);

show((props) => <App {...props} />);
holdWhileVisible();
if (signedIn()) begin(false);
else {
  setTimeout(knowLateImports, IDLE_MS);
  const stop = client.getQueryCache().subscribe(() => {
    if (!signedIn()) return;
    stop();
    begin(true);
  });
}

function begin(waited: boolean): void {
  follow(waited).catch(() => undefined);
  knowLateImports();
}

/** From then on a late part's files come all at once; before, the first tells of the others. */
function knowLateImports(): void {
  if (lateImports) import(lateImports).catch(() => undefined);
}

/** Server events are for the signed-in alone; without their code the screens still poll. */
async function follow(waited: boolean): Promise<void> {
  const { followServerEvents } = await import("./server-events.ts");
  followServerEvents(client, call, waited);
}
