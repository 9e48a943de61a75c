import { useEffect, useSyncExternalStore } from "react";

const KEY = "sign-up";

interface Saved<Entered> {
  readonly path: string;
  /** The offer as it was read; another version must be read and signed again. */
  readonly version: string;
  readonly entered: Entered;
}

/** Keeps what a client entered while they pay at Stripe, until the tab is closed. */
export function saveSignUp<Entered>(version: string, entered: Entered): void {
  const saved: Saved<Entered> = { path: location.pathname, version, entered };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // Storage may be full or disabled; the client then starts again.
  }
}

export function forgetSignUp(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}

/** What was entered before this client came back from Stripe; undefined on the server and before hydration. */
export function useSavedSignUp<Entered>(version: string): Entered | undefined {
  const text = useSyncExternalStore(never, read, () => null);
  useEffect(() => {
    // A page from the browser's back cache still says that it is opening Stripe.
    const restore = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener("pageshow", restore);
    return () => removeEventListener("pageshow", restore);
  }, []);
  if (text === null) return undefined;
  const saved = JSON.parse(text) as Saved<Entered>;
  return saved.path === location.pathname && saved.version === version ? saved.entered : undefined;
}

const never = () => () => undefined;

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
