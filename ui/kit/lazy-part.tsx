import { type ComponentType, useEffect, useState } from "react";
import { type Lazy, useLazy } from "./lazy.ts";
import { showNotLoaded } from "./lazy-dialog.tsx";
import { useToasts } from "./toasts.tsx";

/**
 * A part of a screen that isn't in its first paint. While the server can't be reached it waits, and the line about the
 * connection says why.
 */
export function useLazyPart<Props>(code: Lazy<Props>): ComponentType<Props> | undefined {
  const toasts = useToasts();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const tryAgain = () => setFailed(false);
    addEventListener("online", tryAgain);
    return () => removeEventListener("online", tryAgain);
  }, []);
  return useLazy(!hasFailed, code, () => {
    setFailed(true);
    if (navigator.onLine) showNotLoaded(toasts);
  });
}
