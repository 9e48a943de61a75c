import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";

/** Asks before unsaved changes are lost through links, the palette, Back, or closing the tab. */
export function LeaveGuard({ active, saving }: { active: boolean; saving: boolean }) {
  const [, navigate] = useLocation();
  const [target, setTarget] = useState<string>();
  const leaving = useRef(false);

  useEffect(() => {
    if (!active) return;
    const unload = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    const go = (event: NavigateEvent) => {
      const to = new URL(event.destination.url);
      if (leaving.current || !event.cancelable || !staysInApp(event, to)) return;
      event.preventDefault();
      setTarget(to.pathname + to.search);
    };
    window.addEventListener("beforeunload", unload);
    // Browsers without the Navigation API still ask when the tab is closed or reloaded.
    window.navigation?.addEventListener("navigate", go);
    return () => {
      window.removeEventListener("beforeunload", unload);
      window.navigation?.removeEventListener("navigate", go);
    };
  }, [active]);

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
        saving
          ? "Your changes to the settings are still being saved."
          : "Your changes to the settings haven't been saved."
      }
      action="Leave"
      cancel="Stay"
      onConfirm={() => {
        leaving.current = true;
        if (target) navigate(target);
      }}
    />
  );
}

/** Only navigation within the page; the browser asks for the others. */
function staysInApp({ destination }: NavigateEvent, to: URL): boolean {
  return (
    destination.sameDocument && to.origin === location.origin && to.pathname !== location.pathname
  );
}
