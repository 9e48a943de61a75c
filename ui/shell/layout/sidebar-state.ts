import { useSignals } from "@preact/signals-react/runtime";
import { SIDEBAR } from "#src/shared/constants.ts";
import { useUiState } from "#ui/ui-state.ts";

/** Whether the sidebar is wide, kept in a cookie so that the server draws it right. */
export function useSidebar() {
  useSignals();
  const { sidebarOpen, phoneMenuOpen } = useUiState();
  return {
    open: sidebarOpen.value,
    toggle() {
      if (window.matchMedia(`(width < ${SIDEBAR.sheetBelowPx}px)`).matches) {
        phoneMenuOpen.value = !phoneMenuOpen.peek();
        return;
      }
      sidebarOpen.value = !sidebarOpen.peek();
      // biome-ignore lint/suspicious/noDocumentCookie: Firefox has had a CookieStore for too short a time
      document.cookie = `${SIDEBAR.cookie}=${sidebarOpen.peek()}; path=/; max-age=${SIDEBAR.cookieSeconds}; samesite=lax`;
    },
  };
}
