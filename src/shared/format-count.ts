/**
 * Returns a number with commas, such as "2,000". It may have up to three decimals. Intl would do the same, but its first
 * use blocks a browser for 20 to 60 ms.
 */
export function formatNumber(value: number | string): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** Returns such as "1 client" or "2,000 clients". */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
