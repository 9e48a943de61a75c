import { type DehydratedState, hydrate } from "@tanstack/react-query";
import { setNonce } from "get-nonce";
import { hydrateRoot } from "react-dom/client";
import { createCall, createQueryClient } from "#ui/api.ts";
import { App } from "#ui/app.tsx";
import { currentUserQuery } from "#ui/current-user.ts";
import { frame } from "#ui/frame.ts";
import { createToasts } from "#ui/kit/toasts.tsx";
import { screenAt } from "#ui/screens.ts";
import { holdWhileVisible } from "#ui/shell/visible-tabs.ts";
import { createUiState, type UiBoot } from "#ui/ui-state.ts";

interface Boot {
  readonly queries: DehydratedState;
  readonly ui: UiBoot;
}

// zod probes `new Function`, which the page's CSP would report as an error. It reads its settings
// here when it is loaded, and a page of the signed-out does not load it to begin with.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce) setNonce(nonce);

const boot = JSON.parse(document.getElementById("boot")?.textContent ?? "{}") as Boot;
const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element");

const client = createQueryClient();
hydrate(client, boot.queries);
const call = createCall((path, init) => fetch(path, init));
const signedIn = () => Boolean(client.getQueryData(currentUserQuery(call).queryKey));
const screen = screenAt(location.pathname);
await Promise.all([screen?.preload(), signedIn() && frame.preload()]);

hydrateRoot(
  root,
  <App call={call} client={client} ui={createUiState(boot.ui)} toasts={createToasts()} />,
);
document.documentElement.dataset["hydrated"] = "true";
holdWhileVisible();
if (signedIn()) void follow(false);
else if (!screen?.forClients) {
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
