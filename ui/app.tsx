import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect } from "react";
import { Redirect, useLocation } from "wouter";
import { TooltipLayer } from "#ui/kit/tooltip.tsx";
import { BrandMark } from "#ui/shell/layout/brand-mark.tsx";
import { CenteredSpinner, WholePageSpinner } from "#ui/shell/layout/centered-spinner.tsx";
import { NotFound } from "#ui/shell/layout/not-found.tsx";
import { ThemeToggle } from "#ui/shell/layout/theme-toggle.tsx";
import { unreadQuery } from "#ui/shell/layout/unread-query.ts";
import { useApi } from "./api.ts";
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
  useDocumentTitle(screen?.title ?? "Page Not Found");

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

/**
 * Sets the tab's title: the screen and the number of unread conversations. The server renders the
 * first title.
 */
function useDocumentTitle(title: string): void {
  // Reads only what the menu has cached, so users without the inbox see no count.
  const { data: unread = 0 } = useQuery({ ...unreadQuery(useApi()), enabled: false });
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ""}${title} · Parlor`;
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (icon) icon.href = unread > 0 ? "/icon-unread.svg" : "/icon.svg";
  }, [title, unread]);
}

function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-[calc(100dvh-var(--foot))] flex-col">
      <header className="flex items-center justify-between px-2 py-2">
        <span className="brand">
          <BrandMark />
          <span>Parlor</span>
        </span>
        <ThemeToggle />
      </header>
      <main className="flex flex-1 flex-col">{children}</main>
    </div>
  );
}
