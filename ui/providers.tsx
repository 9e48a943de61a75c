import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Router } from "wouter";
import { ToastRegion, type Toasts, ToastsProvider } from "#ui/kit/toasts.tsx";
import { type Api, ApiProvider } from "./api.ts";
import { type UiState, UiStateProvider } from "./ui-state.ts";

export interface AppProps {
  readonly api: Api;
  readonly client: QueryClient;
  readonly ui: UiState;
  readonly toasts: Toasts;
  /** On the server: the address asked for. */
  readonly place?: { readonly pathname: string; readonly search: string };
}

/** What every screen may ask for. One of each for a request or a browser: nothing is shared between visitors. */
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
            <Router {...(place && { ssrPath: place.pathname, ssrSearch: place.search })}>
              {children}
            </Router>
            <ToastRegion />
          </ToastsProvider>
        </UiStateProvider>
      </ApiProvider>
    </QueryClientProvider>
  );
}
