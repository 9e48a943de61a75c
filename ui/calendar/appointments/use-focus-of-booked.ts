import { useEffect, useState } from "react";

/**
 * Returns the function to call with the id of a visit that was just booked. Once the visit is on the calendar it has the
 * focus, and until then the page's title, because the button that opened the dialog may be gone.
 */
export function useFocusOfBooked(listed: readonly { readonly id: number }[] | undefined) {
  const [booked, setBooked] = useState<number>();
  const isListed = listed?.some(({ id }) => id === booked) ?? false;
  useEffect(() => {
    if (booked === undefined) return;
    (findCard(booked) ?? document.querySelector<HTMLElement>("h1[tabindex]"))?.focus();
    if (isListed) setBooked(undefined);
  }, [booked, isListed]);
  return setBooked;
}

const RENDERED_MS = 50;

/** Shows a visit that was just moved, and gives it the focus that its dialog leaves behind. */
export function focusMoved(id: number): void {
  setTimeout(() => {
    const card = document.activeElement?.matches("body, h1, [data-visit]") && findCard(id);
    if (!card) return;
    card.focus();
    card.scrollIntoView({ block: "nearest" });
  }, RENDERED_MS);
}

/** The phone's list and the grid are both in the document. */
function findCard(id: number): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(`[data-visit="${id}"]`)].find((one) =>
    one.checkVisibility(),
  );
}
