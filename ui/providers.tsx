import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Router, type SsrContext } from "wouter";
import { ToastRegion, type Toasts, ToastsProvider } from "#ui/kit/toasts.tsx";
import { type Api, ApiProvider } from "./api.ts";
import { type UiState, UiStateProvider } from "./ui-state.ts";

export interface AppProps {
  readonly api: Api;
  readonly client: QueryClient;
  readonly ui: UiState;
  readonly toasts: Toasts;
  /** On the server: the requested address, and where a <Redirect> writes its own. */
  readonly place?: {
    readonly pathname: string;
    readonly search: string;
    readonly redirect: SsrContext;
  };
}

/** The providers of every screen. One set per request or browser: nothing is shared between visitors. */
export function Providers({
  api,
  client,
  ui,
  toasts,
  place,
  children,
}: AppProps & { children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <ApiProvider value={api}>
        <UiStateProvider value={ui}>
          <ToastsProvider value={toasts}>
            <Router
              {...(place && {
                ssrPath: place.pathname,
                ssrSearch: place.search,
                ssrContext: place.redirect,
              })}
            >
              {children}
            </Router>
            <ToastRegion />
          </ToastsProvider>
        </UiStateProvider>
      </ApiProvider>
    </QueryClientProvider>
  );
}
