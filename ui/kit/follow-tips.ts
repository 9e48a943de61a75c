import { TOOLTIP_DELAY_MS } from "#src/shared/constants.ts";

/** Time to move the pointer onto the tip, which WCAG 1.4.13 requires to stay meanwhile. */
const GRACE_MS = 120;
const GAP_PX = 6;
const EDGE_PX = 8;

/** Fills, positions, shows and hides `tip` for elements with `data-tip`, until the signal. */
export function followTips(tip: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted) return;
  let anchor: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function point({ target, pointerType }: PointerEvent) {
    if (pointerType === "mouse") {
      const next = findTipAnchor(target);
      clearTimeout(timer);
      if (next && next !== anchor) {
        timer = setTimeout(show, anchor ? 0 : TOOLTIP_DELAY_MS, next);
      } else if (anchor && !next && target !== tip) {
        timer = setTimeout(hide, GRACE_MS);
      }
    }
  }

  function focus({ target }: FocusEvent) {
    const next = findTipAnchor(target);
    if (next?.matches(":focus-visible")) show(next);
  }

  function press({ key }: KeyboardEvent) {
    if (key === "Escape") hide();
  }

  function show(next: HTMLElement) {
    clearTimeout(timer);
    if (isOpenMenu(next) || isLabeled(next)) return;
    anchor = next;
    tip.textContent = next.getAttribute("data-tip") ?? "";
    tip.hidden = false;
    place(tip, next);
  }

  function hide() {
    clearTimeout(timer);
    anchor = undefined;
    tip.hidden = true;
  }

  document.addEventListener("pointerover", point, { signal });
  document.addEventListener("focusin", focus, { signal });
  document.addEventListener("keydown", press, { signal });
  for (const event of ["focusout", "pointerdown", "scroll"]) {
    document.addEventListener(event, hide, { capture: true, passive: true, signal });
  }
  signal.addEventListener("abort", hide);
}

function findTipAnchor(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>("[data-tip]")) || undefined;
}

/** Its open list covers the tip's position. */
function isOpenMenu(anchor: HTMLElement): boolean {
  return anchor.matches("[aria-haspopup][aria-expanded=true]");
}

/** Its visible words say the same. Where only its icon fits, `.words` has no size. */
function isLabeled(anchor: HTMLElement): boolean {
  return (anchor.querySelector<HTMLElement>(".words")?.offsetWidth ?? 0) > 1;
}

function place(tip: HTMLElement, anchor: HTMLElement) {
  const around = anchor.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const right = anchor.getAttribute("data-tip-side") === "right";

  const below = around.bottom + GAP_PX;
  const fits = below + height + EDGE_PX <= innerHeight;
  const middle = around.top + (around.height - height) / 2;
  const centered = around.left + (around.width - width) / 2;
  const left = right ? around.right + GAP_PX : centered;

  tip.style.top = `${right ? middle : fits ? below : around.top - GAP_PX - height}px`;
  tip.style.left = `${Math.max(EDGE_PX, Math.min(left, innerWidth - width - EDGE_PX))}px`;
}
