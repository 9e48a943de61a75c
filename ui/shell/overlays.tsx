import { useSignals } from "@preact/signals-react/runtime";
import { useEffect } from "react";
import type { CurrentUser } from "#src/auth/contract.ts";
import { useLateDialog } from "#ui/kit/late-dialog.tsx";
import { useUiState } from "#ui/ui-state.ts";

// Neither is part of a first paint: their code comes when the page is idle, or when they are opened.
const loadMenu = async () => (await import("./phone-menu.tsx")).PhoneMenu;
const loadPalette = async () => (await import("./palette.tsx")).Palette;
const IDLE_MS = 1500;

/** What opens over the screen from anywhere: the phone's menu and the command palette. */
export function Overlays({ user }: { user: CurrentUser }) {
  useSignals();
  const { phoneMenuOpen, paletteOpen } = useUiState();
  const Menu = useLateDialog(phoneMenuOpen.value, loadMenu, () => {
    phoneMenuOpen.value = false;
  });
  const Palette = useLateDialog(paletteOpen.value, loadPalette, () => {
    paletteOpen.value = false;
  });

  useEffect(() => {
    const timer = setTimeout(() => Promise.allSettled([loadMenu(), loadPalette()]), IDLE_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <>
      {Menu && <Menu user={user} />}
      {Palette && <Palette user={user} />}
    </>
  );
}
