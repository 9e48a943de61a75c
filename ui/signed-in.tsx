import { Suspense } from "react";
import { Redirect, useLocation } from "wouter";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { homePage } from "#src/shared/permissions.ts";
import { AccessDenied } from "#ui/shell/layout/access-denied.tsx";
import { Bar } from "#ui/shell/layout/bar.tsx";
import { LoadingScreen } from "#ui/shell/layout/loading-screen.tsx";
import { maySee } from "#ui/shell/layout/menu-entries.ts";
import { NotFound } from "#ui/shell/layout/not-found.tsx";
import { ScreenBoundary } from "#ui/shell/layout/screen-boundary.tsx";
import { Shell } from "#ui/shell/layout/shell.tsx";
import type { Screen } from "./screen.ts";

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
