const LOCK = "parlor-visible";

/** Holds a lock that all tabs share while this one is in sight, so that any of them can ask. */
export function holdWhileVisible(): void {
  if (!navigator.locks) return;
  let release: (() => void) | undefined;
  const look = () => {
    const visible = document.visibilityState === "visible";
    if (!visible) {
      release?.();
      release = undefined;
    } else if (!release) {
      const hidden = new Promise<void>((resolve) => {
        release = resolve;
      });
      navigator.locks.request(LOCK, { mode: "shared" }, () => hidden).catch(() => undefined);
    }
  };
  document.addEventListener("visibilitychange", look);
  look();
}

/** Is a tab of ours in sight? */
export async function someTabIsVisible(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === LOCK);
}
