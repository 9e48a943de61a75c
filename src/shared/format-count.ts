/**
 * Returns such as "2,000", of a figure with at most three decimals. Not by Intl: its first use reads the browser's tables
 * of languages, and the page stands still for 20 to 60 ms.
 */
export function formatFigure(figure: number | string): string {
  return String(figure).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** Returns such as "1 client" or "2,000 clients". */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatFigure(count)} ${count === 1 ? one : many}`;
}
