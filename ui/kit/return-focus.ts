import { useRef } from "react";

/**
 * Where each open dialog returns the focus to, the last opened last. One that opens over another, or takes its place,
 * returns it to where the other one would, once the button that was pressed is gone with the other one.
 */
const open: { readonly current: readonly HTMLElement[] }[] = [];

const OPEN_DIALOG = "[role$=dialog][data-state=open]";

/**
 * Restores the focus when a dialog closes. Radix knows only a trigger in the dialog's own root, and
 * otherwise drops the focus.
 */
export function useReturnFocus() {
  const before = useRef<readonly HTMLElement[]>([]);
  const instead = useRef<readonly HTMLElement[]>([]);

  return {
    /** For onOpenAutoFocus: the focus has not moved yet. */
    save() {
      const { activeElement } = document;
      const own =
        activeElement instanceof HTMLElement && activeElement !== document.body
          ? [activeElement]
          : [];
      before.current = [...own, ...(open.at(-1)?.current ?? [])];
      open.push(before);
    },
    /** Call before the card or row that opened the dialog is removed. */
    leave() {
      instead.current = before.current[0] ? fallbackTargets(before.current[0]) : [];
    },
    /** Call when the card was not removed after all. */
    stay() {
      instead.current = [];
    },
    /** For onCloseAutoFocus. */
    restore(event: Event) {
      const at = open.indexOf(before);
      // A dialog with an autoFocus field never called `save`.
      if (at >= 0) open.splice(at, 1);
      if (before.current.length === 0) return;
      event.preventDefault();
      // A focus that was moved on purpose, such as into another dialog, is kept.
      if (document.activeElement !== document.body) return;
      // What is behind a dialog can't be used.
      const dialog = [...document.querySelectorAll<HTMLElement>(OPEN_DIALOG)].at(-1);
      const place = [...instead.current, ...before.current].find(
        (one) => one.isConnected && (!dialog || dialog.contains(one)),
      );
      (place ?? dialog ?? document.querySelector<HTMLElement>("h1[tabindex]"))?.focus();
    },
  };
}

/** The same button of the next or previous card, otherwise the closest focusable heading above. */
function fallbackTargets(button: HTMLElement): readonly HTMLElement[] {
  const card = button.closest("article, li");
  const list = [...(card?.parentElement?.children ?? [])];
  if (!card) return [];

  const at = list.indexOf(card);
  const fromEnd = buttonsIn(card).indexOf(button) - buttonsIn(card).length;
  const same = [...list.slice(at + 1), ...list.slice(0, at).reverse()].flatMap(
    (sibling) => buttonsIn(sibling).at(fromEnd) ?? [],
  );
  const above = [...document.querySelectorAll<HTMLElement>("main :is(h1, h2)[tabindex]")].filter(
    (heading) => heading.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return [...same, ...above.reverse()];
}

function buttonsIn(card: Element): HTMLElement[] {
  return [...card.querySelectorAll<HTMLElement>("button")];
}

/**
 * Closes a list once the next field has the focus. Between two fields no element has it, and if one is removed then,
 * Radix moves the focus to the dialog.
 */
export function afterFocusMoves(close: () => void): void {
  setTimeout(close);
}
