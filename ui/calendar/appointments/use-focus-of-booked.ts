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
    // The phone's list and the grid are both in the document.
    const card = [...document.querySelectorAll<HTMLElement>(`[data-visit="${booked}"]`)].find(
      (one) => one.checkVisibility(),
    );
    (card ?? document.querySelector<HTMLElement>("h1[tabindex]"))?.focus();
    if (isListed) setBooked(undefined);
  }, [booked, isListed]);
  return setBooked;
}
