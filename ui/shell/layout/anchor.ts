import { isTypingElsewhere } from "#ui/shell/data/error-toast.ts";

const TRY_MS = 50;
const TRIES = 100;
const MARKED_MS = 2500;

/**
 * Scrolls to the part of a screen that the address names, once it is there, and marks it for a moment. Its first field
 * gets the focus, unless someone is typing by then in another field than `from`. Once `from` is gone, as the command
 * palette is, no one chose the field that has the focus.
 */
export function goToAnchor(path: string, from = document.activeElement, tries = TRIES): void {
  const id = path.split("#")[1];
  if (!id || tries === 0) return;
  setTimeout(() => {
    // The screen before this one may have a part of that name.
    const target = location.hash === `#${id}` && document.getElementById(id);
    if (!target) goToAnchor(path, from, tries - 1);
    else mark(target, from?.isConnected === false || !isTypingElsewhere(from));
  }, TRY_MS);
}

/** How often to check that the title still has the focus, because a screen that loads renders it again. */
const TITLE_TRIES = 20;

/**
 * Focuses the title of the screen that a menu entry leads to, once it is there, unless the focus was moved meanwhile. A
 * menu that is a sheet holds the focus until it has closed, and returns it to its button.
 */
export function focusTitle(title: string, from = document.activeElement, tries = TRIES): void {
  if (tries === 0) return;
  setTimeout(() => {
    const { activeElement, body } = document;
    const heading = document.querySelector<HTMLElement>("h1[tabindex]");
    const isFree = activeElement === from || activeElement === body || !from?.isConnected;
    if (!isFree || isTypingElsewhere(from)) return;
    const isOpen = from?.isConnected === true && from.closest("[role=dialog]") !== null;
    if (isOpen || heading?.textContent !== title) return focusTitle(title, from, tries - 1);
    heading.focus({ preventScroll: true });
    focusTitle(title, heading, Math.min(tries - 1, TITLE_TRIES));
  }, TRY_MS);
}

function mark(target: HTMLElement, takesFocus: boolean): void {
  target.scrollIntoView();
  const field = target.querySelector<HTMLElement>("input, textarea");
  if (takesFocus) (field ?? target).focus({ preventScroll: true });
  target.dataset["found"] = "";
  setTimeout(() => delete target.dataset["found"], MARKED_MS);
}
