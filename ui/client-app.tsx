import { Suspense } from "react";
import { useLocation } from "wouter";
import { WholePageSpinner } from "#ui/shell/layout/centered-spinner.tsx";
import { clientNotFound, clientScreenAt } from "./client-screens.ts";
import { type AppProps, Providers } from "./providers.tsx";

/** The pages of the salon's clients, which are the same for everyone. */
export function ClientApp(props: AppProps) {
  return (
    <Providers {...props}>
      <CurrentScreen />
    </Providers>
  );
}

function CurrentScreen() {
  const [pathname] = useLocation();
  const screen = clientScreenAt(pathname) ?? clientNotFound;
  return (
    <Suspense fallback={<WholePageSpinner />}>
      <screen.Component />
    </Suspense>
  );
}
