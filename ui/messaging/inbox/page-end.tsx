import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "#ui/kit/button.tsx";

interface PageEndProps {
  label: string;
  busy: boolean;
  onReach: () => void;
}

const AHEAD = "300px 0px";

/** Loads the next page when it is scrolled near, or with the button. */
export function PageEnd({ label, busy, onReach }: PageEndProps) {
  const end = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(onReach);

  // A new observer per page, because an element that stays visible triggers no new event.
  useEffect(() => {
    if (busy || !end.current) return;
    const seen: IntersectionObserverCallback = ([entry]) => {
      if (entry?.isIntersecting) reach();
    };
    const observer = new IntersectionObserver(seen, {
      root: end.current.closest(".overflow-auto"),
      rootMargin: AHEAD,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [busy]);

  return (
    <div ref={end} className="grid place-items-center py-2">
      <Button variant="quiet" size="tiny" busy={busy && "Loading..."} onClick={onReach}>
        {label}
      </Button>
    </div>
  );
}
