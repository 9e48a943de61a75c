import { useRef } from "react";

/**
 * Where the focus goes when a dialog closes: back to where it was. Radix knows only the trigger in
 * the dialog's own root, and without one leaves the focus nowhere.
 */
export function useReturnFocus() {
  const before = useRef<HTMLElement>(undefined);
  const instead = useRef<readonly HTMLElement[]>([]);

  return {
    /** For onOpenAutoFocus: the focus has not moved yet. */
    save() {
      const { activeElement } = document;
      before.current =
        activeElement instanceof HTMLElement && activeElement !== document.body
          ? activeElement
          : undefined;
    },
    /** The card or row that led here is about to go; called while all is still in the page. */
    leave() {
      instead.current = before.current ? fallbackTargets(before.current) : [];
    },
    /** It stays after all. */
    stay() {
      instead.current = [];
    },
    /** For onCloseAutoFocus. */
    restore(event: Event) {
      if (!before.current) return;
      event.preventDefault();
      // Whoever has moved it on, such as the dialog that this one led to, keeps it.
      if (document.activeElement !== document.body) return;
      const place = [...instead.current, before.current].find(({ isConnected }) => isConnected);
      (place ?? document.querySelector<HTMLElement>("main h1"))?.focus();
    },
  };
}

/** The same button of the next card or the one before, else the heading above that takes focus. */
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
