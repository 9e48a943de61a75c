import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { SIDEBAR } from "#src/shared/constants.ts";
import { keepEarlyKeys } from "#ui/kit/early-keys.ts";
import { screenAt } from "#ui/screens.ts";
import { maySee } from "#ui/shell/layout/menu-entries.ts";
import { useSidebar } from "#ui/shell/layout/sidebar-state.ts";
import { useUiState } from "#ui/ui-state.ts";

/** Two keys in sequence, as shown on the key caps. */
export const GO: Readonly<Record<string, string>> = {
  "g d": "/",
  "g c": "/campaigns",
  "g i": "/inbox",
  "g p": "/contacts",
  "g a": "/appointments",
  "n c": "/campaigns?new=1",
  "n p": "/contacts?new=1",
  "n a": "/appointments?new=1",
};

/** The second key has to follow the first within this time. */
const SEQUENCE_MS = 1000;

export function useShortcuts(user: CurrentUser): void {
  const [, navigate] = useLocation();
  const sidebar = useSidebar();
  const { paletteOpen, shortcutsOpen } = useUiState();
  const first = useRef({ key: "", at: 0 });

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      if (event.ctrlKey || event.metaKey) chord(event);
      else if (!isTyping(event.target) && !isOverlayOpen()) sequence(event);
    }

    function chord(event: KeyboardEvent) {
      const key = event.key.toLowerCase();
      if (event.shiftKey || (key !== "k" && key !== SIDEBAR.shortcut)) return;
      event.preventDefault();
      if (key === "k") paletteOpen.value = !paletteOpen.peek();
      else sidebar.toggle();
    }

    function sequence(event: KeyboardEvent) {
      const key = event.key.toLowerCase();
      if (key === "?") shortcutsOpen.value = true;
      if ((key === "j" || key === "k") && document.querySelector("[data-keys]"))
        void import("./list-keys.ts").then(({ stepThroughList }) =>
          stepThroughList(key === "j" ? 1 : -1),
        );
      const { key: before, at } = first.current;
      const to = event.timeStamp - at < SEQUENCE_MS ? GO[`${before} ${key}`] : undefined;
      first.current = { key: to ? "" : key, at: event.timeStamp };

      const screen = to && screenAt(to.replace(/\?.*/, ""));
      if (screen && maySee(user, screen)) {
        event.preventDefault();
        // The next key may come before the page has changed.
        if (to.endsWith("?new=1")) keepEarlyKeys();
        navigate(to);
      }
    }

    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [user, navigate, sidebar, paletteOpen, shortcutsOpen]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("input, textarea, select, [role=combobox], [role=textbox]"))
  );
}

/** Disabled behind a dialog or menu. */
function isOverlayOpen(): boolean {
  return document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") !== null;
}
