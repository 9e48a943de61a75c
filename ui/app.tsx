import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Redirect, Router, useLocation } from "wouter";
import { type Call, CallProvider } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { frame } from "#ui/frame.ts";
import { ToastRegion, type Toasts, ToastsProvider } from "#ui/kit/toasts.tsx";
import { TooltipLayer } from "#ui/kit/tooltip.tsx";
import type { Screen } from "#ui/screen.ts";
import { screenAt } from "#ui/screens.ts";
import { CentredSpinner } from "#ui/shell/centred-spinner.tsx";
import { useDocumentTitle } from "#ui/shell/document-title.ts";
import { NotFound } from "#ui/shell/not-found.tsx";
import { PublicFrame } from "#ui/shell/public-frame.tsx";
import { type UiState, UiStateProvider } from "#ui/ui-state.ts";

export interface AppProps {
  readonly call: Call;
  readonly client: QueryClient;
  readonly ui: UiState;
  readonly toasts: Toasts;
  /** On the server: the address asked for. */
  readonly place?: { readonly pathname: string; readonly search: string };
}

export function App({ call, client, ui, toasts, place }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <CallProvider value={call}>
        <UiStateProvider value={ui}>
          <ToastsProvider value={toasts}>
            <Router {...(place && { ssrPath: place.pathname, ssrSearch: place.search })}>
              <CurrentScreen />
            </Router>
            <ToastRegion />
            <TooltipLayer />
          </ToastsProvider>
        </UiStateProvider>
      </CallProvider>
    </QueryClientProvider>
  );
}

/** The guard of every route; the server has decided the same before (src/pages/pages.ts). */
function CurrentScreen() {
  const [pathname] = useLocation();
  const screen = screenAt(pathname);
  // Nobody asks who is signed in: what clients see is the same for everybody.
  if (screen?.forClients)
    return (
      <Suspense fallback={<WholePageSpinner />}>
        <screen.Component />
      </Suspense>
    );
  return <StaffScreen screen={screen} />;
}

function StaffScreen({ screen }: { screen: Screen | undefined }) {
  const { user, loading } = useCurrentUser();
  useDocumentTitle(screen?.title ?? "Page not found");

  if (loading && screen?.access !== "public") return <WholePageSpinner />;
  if (!user) return <SignedOut screen={screen} />;
  return (
    <Suspense fallback={<WholePageSpinner />}>
      <frame.Component user={user} screen={screen} />
    </Suspense>
  );
}

const IDLE_MS = 1500;

function SignedOut({ screen }: { screen: Screen | undefined }) {
  // Who signs in does not wait for the frame's code; whoever is quicker sees a spinner.
  useEffect(() => {
    const timer = setTimeout(() => void frame.preload().catch(() => undefined), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);

  if (screen && screen.access !== "public") return <Redirect to="/auth" replace />;
  return (
    <PublicFrame>
      {screen ? (
        <Suspense fallback={<CentredSpinner />}>
          <screen.Component />
        </Suspense>
      ) : (
        <NotFound home="/auth" level={1} />
      )}
    </PublicFrame>
  );
}

function WholePageSpinner() {
  return (
    <div className="flex min-h-dvh">
      <CentredSpinner />
    </div>
  );
}
