/** Moves the focus through the links of the screen's list (`data-keys`); Enter opens the focused one. */
export function stepThroughList(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>("[data-keys] a")];
  const focused = links.indexOf(document.activeElement as HTMLElement);
  const from = focused >= 0 ? focused : links.findIndex((link) => link.matches("[aria-current]"));
  const next = links[from < 0 ? 0 : Math.min(Math.max(from + step, 0), links.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
