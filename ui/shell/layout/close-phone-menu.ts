import { useEffect } from "react";
import { SIDEBAR } from "#src/shared/constants.ts";
import { useUiState } from "#ui/ui-state.ts";

/** A phone in landscape may be wide enough for the sidebar. */
export function useClosePhoneMenuWhenWide(): void {
  const { phoneMenuOpen } = useUiState();
  useEffect(() => {
    const wide = window.matchMedia(`(width >= ${SIDEBAR.sheetBelowPx}px)`);
    const close = () => {
      if (wide.matches) phoneMenuOpen.value = false;
    };
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, [phoneMenuOpen]);
}
