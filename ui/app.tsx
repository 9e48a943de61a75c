import { Suspense, useEffect } from "react";
import { Redirect, useLocation } from "wouter";
import { TooltipLayer } from "#ui/kit/tooltip.tsx";
import { CenteredSpinner, WholePageSpinner } from "#ui/shell/layout/centered-spinner.tsx";
import { useDocumentTitle } from "#ui/shell/layout/document-title.ts";
import { NotFound } from "#ui/shell/layout/not-found.tsx";
import { PublicFrame } from "#ui/shell/layout/public-layout.tsx";
import { useCurrentUser } from "./current-user.ts";
import { staffLayout } from "./layout.ts";
import { type AppProps, Providers } from "./providers.tsx";
import type { Screen } from "./screen.ts";
import { screenAt } from "./screens.ts";

/** The staff's screens. */
export function App(props: AppProps) {
  return (
    <Providers {...props}>
      <CurrentScreen />
      <TooltipLayer />
    </Providers>
  );
}

/** Guards every route. The server has made the same decision before. */
function CurrentScreen() {
  const [pathname] = useLocation();
  const screen = screenAt(pathname);
  const { user, loading } = useCurrentUser();
  useDocumentTitle(screen?.title ?? "Page not found");

  if (loading && screen?.access !== "public") return <WholePageSpinner />;
  if (!user || user.needsSecondFactor) return <SignedOut screen={screen} />;
  return (
    <Suspense fallback={<WholePageSpinner />}>
      <staffLayout.Component user={user} screen={screen} />
    </Suspense>
  );
}

const IDLE_MS = 1500;

function SignedOut({ screen }: { screen: Screen | undefined }) {
  // Loads the layout's code during sign-in, so that the first screen does not wait for it.
  useEffect(() => {
    const timer = setTimeout(() => void staffLayout.preload().catch(() => undefined), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);

  if (screen && screen.access !== "public") return <Redirect to="/auth" replace />;
  return (
    <PublicFrame>
      {screen ? (
        <Suspense fallback={<CenteredSpinner />}>
          <screen.Component />
        </Suspense>
      ) : (
        <NotFound home="/auth" level={1} />
      )}
    </PublicFrame>
  );
}
