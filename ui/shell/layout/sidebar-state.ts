import { useSignals } from "@preact/signals-react/runtime";
import { SIDEBAR } from "#src/shared/constants.ts";
import { useUiState } from "#ui/ui-state.ts";

const RAIL_PX = 100;

/** Whether the sidebar is wide, kept in a cookie so that the server draws it right. */
export function useSidebar() {
  useSignals();
  const { sidebarOpen, phoneMenuOpen } = useUiState();
  return {
    /** Undefined until someone chooses. It's wide by default, unless the screen needs the room. */
    open: sidebarOpen.value,
    toggle() {
      if (window.matchMedia(`(width < ${SIDEBAR.sheetBelowPx}px)`).matches) {
        phoneMenuOpen.value = !phoneMenuOpen.peek();
        return;
      }
      const width = document.getElementById("sidebar")?.offsetWidth ?? 0;
      sidebarOpen.value = !(sidebarOpen.peek() ?? width > RAIL_PX);
      // biome-ignore lint/suspicious/noDocumentCookie: Firefox has had a CookieStore for too short a time
      document.cookie = `${SIDEBAR.cookie}=${sidebarOpen.peek()}; path=/; max-age=${SIDEBAR.cookieSeconds}; samesite=lax`;
    },
  };
}
