import Lock from "lucide-react/icons/lock";
import { Component, type ReactNode, Suspense } from "react";
import { Link, Redirect, useLocation } from "wouter";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { homePage } from "#src/shared/permissions.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { ArchMessage } from "#ui/shell/layout/arch-message.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { CenteredSpinner } from "#ui/shell/layout/centered-spinner.tsx";
import { maySee } from "#ui/shell/layout/menu-entries.ts";
import { NotFound } from "#ui/shell/layout/not-found.tsx";
import { Shell } from "#ui/shell/layout/shell.tsx";
import type { Screen } from "./screen.ts";
import { reloadOnce } from "./watch-connection.ts";

/** Guards the signed-in screens and renders their layout. */
export function SignedIn({ user, screen }: { user: CurrentUser; screen: Screen | undefined }) {
  const [pathname] = useLocation();
  if (screen?.access === "public") return <Redirect to={homePage(user)} replace />;
  if (!screen)
    return (
      <Shell user={user}>
        <Bar title="Page not found" />
        <NotFound home={homePage(user)} level={2} />
      </Shell>
    );
  // After sign-in, users without the dashboard go to their first permitted page.
  if (!maySee(user, screen) && pathname === "/" && homePage(user) !== "/")
    return <Redirect to={homePage(user)} replace />;

  return (
    <Shell user={user}>
      {maySee(user, screen) ? (
        <ScreenBoundary key={screen.path}>
          <Suspense fallback={<LoadingScreen title={screen.title} />}>
            <screen.Component />
          </Suspense>
        </ScreenBoundary>
      ) : (
        <>
          <Bar title={screen.title} />
          <AccessDenied user={user} />
        </>
      )}
    </Shell>
  );
}

/** Shown while a screen's code loads: its bar is already there, so nothing moves. */
function LoadingScreen({ title }: { title: string }) {
  return (
    <>
      <Bar title={title} />
      <CenteredSpinner />
    </>
  );
}

function AccessDenied({ user }: { user: CurrentUser }) {
  return (
    <ArchMessage icon={Lock} title="Access Denied" level={2}>
      <p>
        You do not have permission to access this page. Please contact your administrator to request
        access.
      </p>
      <Link href={homePage(user)} className={buttonClass({ variant: "primary" })}>
        Go to Home
      </Link>
    </ArchMessage>
  );
}

/**
 * Shows a message in place of a screen that failed. A screen whose code can't be loaded belongs to an
 * earlier build, so the page is reloaded once.
 */
class ScreenBoundary extends Component<
  { readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    if (isLoadFailure(error) && navigator.onLine) reloadOnce(location.pathname);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="grid flex-1 place-items-center p-4">
        <section className="card empty w-full max-w-105" role="alert">
          <h2 className="text-lead font-label text-ink">This page couldn't be shown</h2>
          <p>Check your connection, then reload.</p>
          <button type="button" className={buttonClass({})} onClick={() => location.reload()}>
            Reload
          </button>
        </section>
      </div>
    );
  }
}

/** The message differs by browser: "Failed to fetch dynamically imported module", "Importing a module script failed". */
function isLoadFailure(error: unknown): boolean {
  return error instanceof TypeError && /import|module/i.test(error.message);
}
