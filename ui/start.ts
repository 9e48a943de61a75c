import { type DehydratedState, hydrate, type QueryClient } from "@tanstack/react-query";
import {
  createElement,
  type PropsWithChildren,
  type ReactNode,
  startTransition,
  useEffect,
} from "react";
import { hydrateRoot } from "react-dom/client";
import type { ZoneOffsets } from "#src/shared/zone-offsets.ts";
import { createToasts } from "#ui/kit/toasts.tsx";
import { type Api, createApi, createQueryClient, type Fetch } from "./api.ts";
import type { EarlyInput } from "./early-input.ts";
import type { AppProps } from "./providers.tsx";
import { setServerTime } from "./shell/format/server-time.ts";
import { createUiState, type UiBoot, type UiState } from "./ui-state.ts";

interface Boot {
  readonly queries: DehydratedState;
  readonly ui: UiBoot;
  readonly clock?: ZoneOffsets;
  readonly build: string;
  readonly lastChange?: number;
  readonly lateImports?: string;
}

interface StartOptions {
  readonly ui: UiState;
  readonly api: Api;
  readonly client: QueryClient;
  /** Set by the build: the files that each lazy import needs. */
  readonly lateImports: string | undefined;
  readonly build: string;
  /** The number of the latest change before the page was rendered. */
  readonly lastChange: number;
  /** Hydrates the server's page. */
  readonly show: (app: (props: AppProps) => ReactNode) => void;
}

/** Shared by both entries: hydrates the data sent by the server. `fetcherOf` sends the requests. */
export function start(fetcherOf?: (ui: UiState) => Fetch): StartOptions {
  Object.assign(globalThis, {
    // zod probes `new Function`, which the page's CSP would report as an error. It reads its settings
    // here when it is loaded, and a page of the signed-out does not load it to begin with.
    __zod_globalConfig: { jitless: true },
    // Radix gives it to the styles that it injects.
    __webpack_nonce__: document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce,
  });

  const boot = JSON.parse(document.getElementById("boot")?.textContent ?? "{}") as Boot;
  globalThis.zoneOffsets = boot.clock;
  setServerTime(boot.ui.now);
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no root element");
  const client = createQueryClient();
  hydrate(client, boot.queries);
  const ui = createUiState(boot.ui);
  const api = createApi(fetcherOf?.(ui) ?? ((path, init) => fetch(path, init)));
  return {
    ui,
    api,
    client,
    lateImports: boot.lateImports,
    build: boot.build,
    lastChange: boot.lastChange ?? 0,
    show(app) {
      // In slices, so that a key or a tap in between is answered at once.
      startTransition(() => {
        const page = app({ api, client, ui, toasts: createToasts() });
        const { earlyInput } = window as WithEarlyInput;
        if (earlyInput) earlyInput.listens = true;
        hydrateRoot(root, createElement(Started, null, page));
      });
      if (boot.ui.demo)
        void import("#ui/shell/demo-phone/demo-phone.tsx").then(({ openDemoPhone }) =>
          openDemoPhone(api),
        );
    },
  };
}

type WithEarlyInput = { readonly earlyInput?: EarlyInput };

/** Marks the page once it answers to the visitor. */
function Started({ children }: PropsWithChildren) {
  useEffect(() => {
    // React makes no further part of the page live during an effect.
    setTimeout(async () => {
      const early = (window as WithEarlyInput).earlyInput;
      if (early?.sent || early?.pressed || early?.typed?.size)
        (await import("./early-input.ts")).replayEarlyInput(early);
      else if (early) early.typed = undefined;
      document.documentElement.dataset["hydrated"] = "true";
    });
  }, []);
  return children;
}
