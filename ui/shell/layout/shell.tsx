import { type ReactNode, useEffect } from "react";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { SIDEBAR } from "#src/shared/constants.ts";
import { classes } from "#ui/kit/classes.ts";
import { BusinessTimeZone } from "#ui/shell/format/business-time-zone.tsx";
import { useShortcuts } from "#ui/shell/palette/shortcuts.ts";
import { useUiState } from "#ui/ui-state.ts";
import { Overlays } from "./overlays.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useSidebar } from "./sidebar-state.ts";

/** The layout of signed-in users. A screen renders its own Bar and Page: see bar.tsx. */
export function Shell({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const sidebar = useSidebar();
  useShortcuts(user);
  useClosePhoneMenuWhenWide();

  return (
    <BusinessTimeZone>
      <a className="skip btn primary" href="#main">
        Skip to content
      </a>
      {/* ui/server-events.ts looks for the attribute, because only signed-in users may listen. */}
      <div className={classes("app", !sidebar.open && "rail")} data-signed-in="true">
        <Sidebar user={user} />
        <main className="main" id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Overlays user={user} />
    </BusinessTimeZone>
  );
}

/** A phone in landscape may be wide enough for the sidebar. */
function useClosePhoneMenuWhenWide(): void {
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
