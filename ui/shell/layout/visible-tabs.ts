const LOCK = "parlor-visible";

/** Holds a lock shared by all tabs while this one is visible, so that any tab can check. */
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

export async function someTabIsVisible(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === LOCK);
}
