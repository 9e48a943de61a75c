import { type DehydratedState, hydrate } from "@tanstack/react-query";
import { setNonce } from "get-nonce";
import { hydrateRoot } from "react-dom/client";
import * as z from "zod/mini";
import { createCall, createQueryClient } from "#ui/api.ts";
import { App } from "#ui/app.tsx";
import { createToasts } from "#ui/kit/toasts.tsx";
import { screenAt } from "#ui/screens.ts";
import { followServerEvents } from "#ui/server-events.ts";
import { createNotifier } from "#ui/shell/new-text-notifier.ts";
import { holdWhileVisible } from "#ui/shell/visible-tabs.ts";
import { createUiState, type UiBoot } from "#ui/ui-state.ts";

interface Boot {
  readonly queries: DehydratedState;
  readonly ui: UiBoot;
}

// zod probes `new Function`, which the page's CSP would report as an error.
z.config({ jitless: true });

const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce) setNonce(nonce);

const boot = JSON.parse(document.getElementById("boot")?.textContent ?? "{}") as Boot;
const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element");

const client = createQueryClient();
hydrate(client, boot.queries);
const call = createCall((path, init) => fetch(path, init));
await screenAt(location.pathname)?.preload();

hydrateRoot(
  root,
  <App call={call} client={client} ui={createUiState(boot.ui)} toasts={createToasts()} />,
);
document.documentElement.dataset["hydrated"] = "true";
followServerEvents(client, createNotifier(call));
holdWhileVisible();
