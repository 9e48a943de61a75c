/** The size of a toast with two lines and a button, with its distance from the edge, in pixels. */
const WIDE = 392;
const TALL = 140;
const GAP = 8;

/** Where a toast is: a class of styles/overlays.css, or a distance from the window's top or bottom in pixels. */
export interface ToastPlace {
  readonly className?: "aside";
  readonly style?: { readonly top: string; readonly bottom: string };
}

interface Span {
  readonly top: number;
  readonly bottom: number;
}

interface Candidate extends Span {
  readonly place: ToastPlace;
}

/**
 * Finds a place where the toast covers neither the header and buttons of an open dialog, nor the save bar, nor the
 * control in use. Tries its usual end of the window, then the inside of the dialog, then the other end. A toast stays
 * open while the mouse is over it, so it could cover a button forever.
 */
export function findToastPlace(): ToastPlace {
  const isPhone = window.matchMedia("(width < 640px)").matches;
  const left = isPhone ? 0 : innerWidth - WIDE;
  const dialog = [...document.querySelectorAll(DIALOG)].at(-1);
  const header = boxOf(dialog?.querySelector("header"));
  const buttons = boxOf(dialog?.querySelector("footer"));
  const top = { top: 0, bottom: TALL };
  const bottom = { top: innerHeight - TALL, bottom: innerHeight };
  const inDialog = [
    ...(header ? [below(header.bottom + GAP)] : []),
    ...(buttons ? [above(buttons.top - GAP)] : []),
  ];
  const candidates: Candidate[] = [
    { place: {}, ...(isPhone ? top : bottom) },
    ...(isPhone ? inDialog : inDialog.toReversed()),
    { place: { className: "aside" }, ...(isPhone ? bottom : top) },
  ];

  const saveBar = boxOf(document.querySelector(".save-bar"));
  const parts = [header, buttons, saveBar].filter((one) => one !== undefined && one.right > left);
  const control = controlInUse();
  const isFree = (one: Candidate, covered: readonly (Span | undefined)[]) =>
    covered.every((part) => !part || one.bottom <= part.top || one.top >= part.bottom);
  const all = control && control.right > left ? [...parts, control] : parts;
  const free =
    candidates.find((one) => isFree(one, all)) ?? candidates.find((one) => isFree(one, parts));
  return free?.place ?? {};
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

function controlInUse(): DOMRect | undefined {
  const { activeElement } = document;
  const isControl = !activeElement?.matches(`body, main, h1, form, .toasts, .toasts *, ${DIALOG}`);
  return isControl ? boxOf(activeElement) : undefined;
}
