import { useSignals } from "@preact/signals-react/runtime";
import { lazy, Suspense, useEffect, useState } from "react";
import type { CurrentUser } from "#src/auth/contract.ts";
import { useUiState } from "#ui/ui-state.ts";

// Neither is part of a first paint: their code comes when the page is idle, or when they are opened.
const loadMenu = async () => ({ default: (await import("./phone-menu.tsx")).PhoneMenu });
const loadPalette = async () => ({ default: (await import("./palette.tsx")).Palette });
const LazyPhoneMenu = lazy(loadMenu);
const LazyPalette = lazy(loadPalette);
const IDLE_MS = 1500;

/** What opens over the screen from anywhere: the phone's menu and the command palette. */
export function Overlays({ user }: { user: CurrentUser }) {
  useSignals();
  const { phoneMenuOpen, paletteOpen } = useUiState();
  const [idle, setIdle] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <>
      {/* Apart: while the one is being fetched, the other must not vanish. */}
      <Suspense>{(idle || phoneMenuOpen.value) && <LazyPhoneMenu user={user} />}</Suspense>
      <Suspense>{(idle || paletteOpen.value) && <LazyPalette user={user} />}</Suspense>
    </>
  );
}
