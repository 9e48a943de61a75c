import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { ConfirmDialog } from "./confirm-dialog.tsx";

interface LeaveGuardProps {
  active: boolean;
  saving: boolean;
  /** True if another query of the same screen loses the changes, too. */
  byQuery?: boolean;
}

/** Asks before unsaved changes are lost through links, the palette, Back, or closing the tab. */
export function LeaveGuard({ active, saving, byQuery = false }: LeaveGuardProps) {
  const [, navigate] = useLocation();
  const [target, setTarget] = useState<string>();
  const leave = useLeaveQuestion(active, (to, { search }) => {
    if (to.pathname === location.pathname && !(byQuery && to.search !== search)) return false;
    setTarget(addressOf(to));
    return true;
  });

  // A save that ends while the question is open leaves nothing to lose.
  useEffect(() => {
    if (active || target === undefined) return;
    setTarget(undefined);
    navigate(target);
  }, [active, target, navigate]);

  return (
    <ConfirmDialog
      open={target !== undefined}
      onClose={() => setTarget(undefined)}
      title="Leave Without Saving?"
      description={
        saving ? "Your changes are still being saved." : "Your changes haven't been saved."
      }
      action="Leave"
      cancel="Stay"
      onConfirm={() => {
        leave();
        if (target) navigate(target);
      }}
    />
  );
}

/**
 * While active, the browser asks before the tab is closed or reloaded, and `ask` is called for each navigation within
 * the app: it returns whether it shows the question, and the page stays for now. Returns what to call before leaving.
 */
export function useLeaveQuestion(
  isActive: boolean,
  ask: (to: URL, from: Location, isBack: boolean) => boolean,
): () => void {
  const leaving = useRef(false);
  const asks = useEffectEvent(ask);
  // Signing out unmounts the form and redirects in one commit; a normal effect would be cleaned up too late.
  useLayoutEffect(() => {
    if (!isActive) return;
    const unload = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    const go = (event: NavigateEvent) => {
      const to = new URL(event.destination.url);
      // The browser asks before it loads another page.
      const staysInApp = event.destination.sameDocument && to.origin === location.origin;
      if (leaving.current || !event.cancelable || event.defaultPrevented || !staysInApp) return;
      if (asks(to, location, event.navigationType === "traverse")) event.preventDefault();
    };
    window.addEventListener("beforeunload", unload);
    // Browsers without the Navigation API still ask when the tab is closed or reloaded.
    window.navigation?.addEventListener("navigate", go);
    return () => {
      window.removeEventListener("beforeunload", unload);
      window.navigation?.removeEventListener("navigate", go);
    };
  }, [isActive]);
  return () => {
    leaving.current = true;
  };
}

export function addressOf({ pathname, search, hash }: URL): string {
  return pathname + search + hash;
}
