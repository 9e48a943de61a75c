import { useEffect, useEffectEvent } from "react";
import type { ToastState } from "./toast-view.tsx";

interface PlainToastProps {
  toast: ToastState;
  onDismiss: () => void;
}

/** A toast without animation, used when the real one's code cannot be loaded. */
export function PlainToast({ toast, onDismiss }: PlainToastProps) {
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    const over = setTimeout(dismiss, toast.durationMs);
    return () => clearTimeout(over);
  }, [toast.durationMs]);

  if (!toast.open) return null;
  return (
    <section className="toasts" aria-label="Notifications">
      <div className="toast" role="alert">
        <div className="flex-1 min-w-0">
          <p className="h3">{toast.title}</p>
          <p className="sm dim whitespace-pre-line">{toast.description}</p>
        </div>
      </div>
    </section>
  );
}
