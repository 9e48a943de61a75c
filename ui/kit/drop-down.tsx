import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef } from "react";
import { classes } from "./classes.ts";

interface DropDownProps {
  id?: string | undefined;
  /** The field that it belongs to, and next to which it is placed in the document. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  role?: "dialog" | "listbox" | undefined;
  "aria-label": string;
  className?: string | undefined;
  children: ReactNode;
}

const GAP = 4;
const EDGE = 8;

/** What a field opens under itself, or over itself where there is more room. */
export function DropDown({ anchor, onClose, className, children, ...rest }: DropDownProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);

  // Before the effects of what is in it, which may take the focus.
  useLayoutEffect(() => {
    const popup = box.current;
    if (!popup) return;
    // In the top layer no dialog or scrolling list cuts it.
    popup.showPopover?.();
    const follow = () => anchor.current && place(popup, anchor.current);
    follow();
    const sizes = new ResizeObserver(follow);
    sizes.observe(popup);

    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Else the dialog around it closes too.
      event.stopPropagation();
      event.preventDefault();
      close();
    };
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !popup.contains(target) && !anchor.current?.contains(target))
        close();
    };
    // The field keeps the focus, except when a button is pressed.
    const keepFocus = (event: Event) => {
      if (!(event.target instanceof Element && event.target.closest("button")))
        event.preventDefault();
    };
    popup.addEventListener("mousedown", keepFocus);
    addEventListener("keydown", press, { capture: true });
    addEventListener("pointerdown", leave, { capture: true });
    addEventListener("focusin", leave, { capture: true });
    addEventListener("scroll", follow, { capture: true, passive: true });
    addEventListener("resize", follow);
    // A dialog that opens around it still grows to its size.
    addEventListener("animationend", follow, { capture: true });
    return () => {
      sizes.disconnect();
      removeEventListener("keydown", press, { capture: true });
      removeEventListener("pointerdown", leave, { capture: true });
      removeEventListener("focusin", leave, { capture: true });
      removeEventListener("scroll", follow, { capture: true });
      removeEventListener("resize", follow);
      removeEventListener("animationend", follow, { capture: true });
    };
  }, [anchor]);

  return (
    <div
      {...rest}
      ref={box}
      popover="manual"
      // A list is used from its field, and browsers stop with Tab at what scrolls.
      tabIndex={rest.role === "listbox" ? -1 : undefined}
      className={classes("drop-down", className)}
    >
      {children}
    </div>
  );
}

function place(popup: HTMLElement, anchor: HTMLElement): void {
  const field = anchor.getBoundingClientRect();
  popup.style.minWidth = `${field.width}px`;
  const { offsetWidth: width, offsetHeight: height } = popup;
  const below = innerHeight - field.bottom - GAP - EDGE;
  const isAbove = height > below && field.top > innerHeight - field.bottom;
  const top = isAbove ? field.top - GAP - height : field.bottom + GAP;
  popup.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - EDGE - height))}px`;
  popup.style.left = `${Math.max(EDGE, Math.min(field.left, innerWidth - EDGE - width))}px`;
}
