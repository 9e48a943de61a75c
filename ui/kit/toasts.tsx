import { type ReadonlySignal, signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { createContext, useContext, useEffect, useState } from "react";
import { TOAST } from "#src/shared/constants.ts";
import { lazy, useLazy } from "./lazy.ts";
import type { ToastState } from "./toast-view.tsx";

export type ToastMessage = Omit<ToastState, "id" | "open" | "durationMs"> & {
  /** For an undo that works longer than other toasts are shown. */
  readonly atLeastMs?: number;
};

export interface Toasts {
  readonly current: ReadonlySignal<ToastState | undefined>;
  /** Replaces the current toast. */
  show(message: ToastMessage): void;
  /** Shows why something was not done. */
  error(title: string, description?: string): void;
  readonly dismiss: () => void;
}

/**
 * One per visitor: modules are shared between visitors on the server. Tests pass a longer duration,
 * because a busy machine can take five seconds to render.
 */
export function createToasts(durationMs: number = TOAST.shownMs): Toasts {
  const current = signal<ToastState | undefined>(undefined);
  let count = 0;

  return {
    current,
    show,
    error: (title, description) => show({ title, description, kind: "destructive" }),
    dismiss() {
      const toast = current.peek();
      if (toast?.open) {
        current.value = { ...toast, open: false };
        setTimeout(() => remove(toast.id), TOAST.removedMs);
      }
    },
  };

  function show({ atLeastMs = 0, ...message }: ToastMessage) {
    count += 1;
    const shownMs = Math.max(durationMs, atLeastMs);
    current.value = { ...message, id: count, open: true, durationMs: shownMs };
  }

  function remove(id: number) {
    if (current.peek()?.id === id) current.value = undefined;
  }
}

const ToastsContext = createContext<Toasts | undefined>(undefined);

export const ToastsProvider = ToastsContext.Provider;

export function useToasts(): Toasts {
  const toasts = useContext(ToastsContext);
  if (!toasts) throw new Error("useToasts needs a ToastsProvider above it.");
  return toasts;
}

// Radix's toast is 8 KB of gzip that no first page needs; it is fetched while the page is idle, so
// that a toast about a lost connection does not need the connection.
const view = lazy(async () => (await import("./toast-view.tsx")).ToastView);
const IDLE_MS = 5000;

/** Once per page, after everything else. */
export function ToastRegion() {
  useSignals();
  const toasts = useToasts();
  const toast = toasts.current.value;
  const [isPlain, setPlain] = useState(false);
  const View = useLazy(toast !== undefined, view, () => setPlain(true));
  const onDismiss = toasts.dismiss;

  useEffect(() => {
    const idle = setTimeout(view.warm, IDLE_MS);
    return () => clearTimeout(idle);
  }, []);

  if (toast && View) return <View toast={toast} onDismiss={onDismiss} />;
  return toast && isPlain && <PlainToast key={toast.id} toast={toast} onDismiss={onDismiss} />;
}

/** A toast without animation, used when the real one's code cannot be loaded. */
function PlainToast({ toast, onDismiss }: { toast: ToastState; onDismiss: () => void }) {
  useEffect(() => {
    const over = setTimeout(onDismiss, toast.durationMs);
    return () => clearTimeout(over);
  }, [onDismiss, toast.durationMs]);

  if (!toast.open) return null;
  return (
    <section className="toasts" aria-label="Notifications">
      <div className="toast" role="alert">
        <div className="col-span-full min-w-0">
          <p className="h3">{toast.title}</p>
          <p className="sm dim whitespace-pre-line">{toast.description}</p>
        </div>
      </div>
    </section>
  );
}
