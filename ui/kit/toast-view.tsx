import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import X from "lucide-react/icons/x";
import * as RadixToast from "radix-ui/toast";
import { type CSSProperties, useEffect, useState } from "react";
import { TOAST } from "#src/shared/constants.ts";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { useFootRow } from "./foot-row.ts";
import { Icon } from "./icon.tsx";

export interface ToastState {
  readonly id: number;
  readonly open: boolean;
  readonly durationMs: number;
  readonly title: string;
  /** Lines are kept. */
  readonly description?: string | undefined;
  /** Defaults to success. */
  readonly kind?: "success" | "destructive" | undefined;
  readonly retry?: (() => void) | undefined;
  readonly undo?: (() => void) | undefined;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

export function ToastView({ toast, onDismiss }: { toast: ToastState; onDismiss: () => void }) {
  const place = useToastPlace(toast.id);
  // Radix renders it later than its viewport, and each toast has another.
  const [element, setElement] = useState<HTMLElement | null>(null);
  useFootRow(toast.open && place.className === "row" ? element : null, "--toast");
  return (
    <RadixToast.Provider duration={toast.durationMs} swipeThreshold={TOAST.swipePx}>
      {/* The key remounts each new toast, which restarts its time. */}
      <RadixToast.Root
        key={toast.id}
        ref={setElement}
        className="toast"
        open={toast.open}
        onOpenChange={(open) => open || onDismiss()}
      >
        {toast.kind === "destructive" ? (
          <Icon of={CircleAlert} size="l" className="bad" />
        ) : (
          <Icon of={CircleCheck} size="l" className="good" />
        )}
        <div className="min-w-0">
          <RadixToast.Title className="h3">{toast.title}</RadixToast.Title>
          <RadixToast.Description className="sm dim whitespace-pre-line">
            {toast.description}
          </RadixToast.Description>
        </div>
        <div className="acts">
          {toast.retry && <ToastAction label="Retry" altText="Try again" onClick={toast.retry} />}
          {toast.undo && (
            <ToastAction label="Undo" altText="Undo this change" onClick={toast.undo} />
          )}
          {toast.action && (
            <ToastAction
              label={toast.action.label}
              altText={toast.action.label}
              onClick={toast.action.run}
            />
          )}
        </div>
        <RadixToast.Close asChild>
          <Button variant="quiet" size="tiny" className="icon" icon={X} aria-label="Dismiss" />
        </RadixToast.Close>
      </RadixToast.Root>
      <RadixToast.Viewport
        className={classes("toasts", place.className)}
        style={place.style}
        hotkey={[TOAST.hotkey]}
      />
    </RadixToast.Provider>
  );
}

/** Follows dialogs and the save bar, once the state behind the toast is on screen. */
function useToastPlace(id: number): ToastPlace {
  const [place, setPlace] = useState<ToastPlace>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: each toast finds its own place
  useEffect(() => {
    const update = () => setPlace(findToastPlace());
    let frame = requestAnimationFrame(update);
    const updateSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(update);
    };
    const changes = new MutationObserver(updateSoon);
    changes.observe(document.body, { childList: true, subtree: true });
    // A moved card gets the focus back after it was rendered in its new column.
    const followFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(".ap")) updateSoon();
    };
    document.addEventListener("focusin", followFocus);
    // Else it would leave its old place during the next press, which would then miss what it is on.
    addEventListener("resize", updateSoon);
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      document.removeEventListener("focusin", followFocus);
      removeEventListener("resize", updateSoon);
    };
  }, [id]);
  return place;
}

interface ToastActionProps {
  label: string;
  /** An alternative for users who cannot reach the button in time. */
  altText: string;
  onClick: () => void;
}

function ToastAction({ label, altText, onClick }: ToastActionProps) {
  return (
    <RadixToast.Action asChild altText={altText}>
      <Button size="tiny" onClick={onClick}>
        {label}
      </Button>
    </RadixToast.Action>
  );
}

/** The size of a toast with two lines and a button, with its distance from the edge, in pixels. */
const WIDE = 392;
const TALL = 140;
const GAP = 8;
/** The least room next to a conversation in which a toast is readable. */
const LEAST = 280;
const MARGINS = 32;
/** Less than any keyboard, and more than a browser's bars. */
const KEYBOARD = 120;

/** Where a toast is: a class of styles/overlays.css, a distance from the window's edges, and the width that is left. */
interface ToastPlace {
  readonly className?: "aside" | "row";
  readonly style?: Pick<CSSProperties, "top" | "right" | "bottom" | "maxWidth">;
}

interface Span {
  readonly top: number;
  readonly bottom: number;
}

interface Candidate extends Span {
  readonly place: ToastPlace;
}

/**
 * Below 1024 px, and below a conversation without room next to it, it is a row at the bottom edge, unless the keyboard
 * or, on a phone, a dialog is open. Next to a card of the calendar that has the focus, such as one that was just moved
 * there, it is left of it. Else finds a place where the toast covers neither the header and buttons of an open dialog,
 * nor the save bar or composer, nor the control in use. Tries its usual end of the window, then the inside of the
 * dialog or above the composer, then the other end. A toast stays open while the mouse is over it, so it could cover a
 * button forever.
 */
function findToastPlace(): ToastPlace {
  const isPhone = window.matchMedia("(width < 640px)").matches;
  const dialog = [...document.querySelectorAll(DIALOG)].at(-1);
  const conversation = dialog ? undefined : boxOf(document.querySelector(".composer"));
  const room = Math.min(WIDE, conversation ? innerWidth - conversation.right : WIDE);
  const left = isPhone ? 0 : innerWidth - room;
  // The keyboard would lie over the bottom edge.
  const hasKeyboard = (window.visualViewport?.height ?? innerHeight) < innerHeight - KEYBOARD;
  const isNarrow = window.matchMedia("(width < 1024px)").matches;
  const shortens = isNarrow ? !(isPhone && dialog) : room < LEAST;
  if (shortens && !hasKeyboard) return { className: "row" };
  const card = boxOf(document.querySelector(".ap:focus"));
  if (card && card.bottom > innerHeight - TALL && card.right > left && card.left > WIDE)
    return { style: { right: `${innerWidth - card.left + GAP}px` } };
  const header = boxOf(dialog?.querySelector("header"));
  const buttons = boxOf(dialog?.querySelector("footer"));
  const bar = boxOf(document.querySelector(".save-bar, .composer"));
  const top = { top: 0, bottom: TALL };
  const bottom = { top: innerHeight - TALL, bottom: innerHeight };
  const inDialog = [
    ...(header ? [below(header.bottom + GAP)] : []),
    ...(buttons ? [above(buttons.top - GAP)] : []),
  ];
  const candidates: Candidate[] = [
    { place: {}, ...(isPhone ? top : bottom) },
    ...(isPhone ? inDialog : inDialog.toReversed()),
    ...(bar && !dialog ? [above(bar.top - GAP)] : []),
    { place: { className: "aside" }, ...(isPhone ? bottom : top) },
  ];

  const parts = [header, buttons, bar].filter((one) => one !== undefined && one.right > left);
  const control = controlInUse();
  const isFree = (one: Candidate, covered: readonly (Span | undefined)[]) =>
    covered.every((part) => !part || one.bottom <= part.top || one.top >= part.bottom);
  const all = control && control.right > left ? [...parts, control] : parts;
  const free =
    candidates.find((one) => isFree(one, all)) ?? candidates.find((one) => isFree(one, parts));
  if (isNarrow || room === WIDE) return free?.place ?? {};
  return { ...free?.place, style: { ...free?.place.style, maxWidth: room - MARGINS } };
}

const DIALOG = "[role$=dialog][data-state=open]";

function below(y: number): Candidate {
  return { place: { style: { top: `${y}px`, bottom: "auto" } }, top: y, bottom: y + TALL };
}

function above(y: number): Candidate {
  const bottom = `${innerHeight - y}px`;
  return { place: { style: { top: "auto", bottom } }, top: y - TALL, bottom: y };
}

function boxOf(element: Element | null | undefined): DOMRect | undefined {
  const box = element?.getBoundingClientRect();
  return box && box.height > 0 ? box : undefined;
}

/** Not a card of the calendar: a toast about one keeps to the bottom edge, next to the card. */
function controlInUse(): DOMRect | undefined {
  const { activeElement } = document;
  const isControl = !activeElement?.matches(
    `body, main, h1, form, .ap, .toasts, .toasts *, ${DIALOG}`,
  );
  return isControl ? boxOf(activeElement) : undefined;
}
