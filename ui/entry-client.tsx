import { App } from "#ui/app.tsx";
import { currentUserQuery } from "#ui/current-user.ts";
import { frame } from "#ui/frame.ts";
import { screenAt } from "#ui/screens.ts";
import { holdWhileVisible } from "#ui/shell/visible-tabs.ts";
import { start } from "#ui/start.ts";

const { call, client, show } = start();
const signedIn = () => Boolean(client.getQueryData(currentUserQuery(call).queryKey));
const screen = screenAt(location.pathname);
await Promise.all([screen?.preload(), signedIn() && frame.preload()]);

show((props) => <App {...props} />);
holdWhileVisible();
if (signedIn()) void follow(false);
else {
  const stop = client.getQueryCache().subscribe(() => {
    if (!signedIn()) return;
    stop();
    void follow(true);
  });
}

/** Server events are for the signed-in alone; without their code the screens still poll. */
async function follow(waited: boolean): Promise<void> {
  const { followServerEvents } = await import("./server-events.ts");
  followServerEvents(client, call, waited);
}
