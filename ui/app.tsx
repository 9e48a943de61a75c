import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { Redirect, Router, useLocation } from "wouter";
import { homePage } from "#src/shared/permissions.ts";
import { type Call, CallProvider } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { ToastRegion, type Toasts, ToastsProvider } from "#ui/kit/toasts.tsx";
import { TooltipLayer } from "#ui/kit/tooltip.tsx";
import { type Screen, screenAt } from "#ui/screens.ts";
import { AccessDenied } from "#ui/shell/access-denied.tsx";
import { Bar } from "#ui/shell/bar.tsx";
import { CentredSpinner } from "#ui/shell/centred-spinner.tsx";
import { useDocumentTitle } from "#ui/shell/document-title.ts";
import { LoadingScreen } from "#ui/shell/loading-screen.tsx";
import { maySee } from "#ui/shell/menu-entries.ts";
import { NotFound } from "#ui/shell/not-found.tsx";
import { PublicFrame } from "#ui/shell/public-frame.tsx";
import { Shell } from "#ui/shell/shell.tsx";
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
  const { user, loading } = useCurrentUser();
  const screen = screenAt(pathname);
  useDocumentTitle(screen?.title ?? "Page not found");

  if (loading && screen?.access !== "public") return <WholePageSpinner />;
  if (!user) return <SignedOut screen={screen} />;
  if (screen?.access === "public") return <Redirect to={homePage(user)} replace />;
  if (!screen)
    return (
      <Shell user={user}>
        <Bar title="Page not found" />
        <NotFound home={homePage(user)} level={2} />
      </Shell>
    );
  // A sign-in lands on the dashboard: who may not see it goes to the first page they may.
  if (!maySee(user, screen) && pathname === "/" && homePage(user) !== "/")
    return <Redirect to={homePage(user)} replace />;

  return (
    <Shell user={user}>
      {maySee(user, screen) ? (
        <Suspense key={screen.path} fallback={<LoadingScreen title={screen.title} />}>
          <screen.Component />
        </Suspense>
      ) : (
        <>
          <Bar title={screen.title} />
          <AccessDenied user={user} />
        </>
      )}
    </Shell>
  );
}

function SignedOut({ screen }: { screen: Screen | undefined }) {
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
