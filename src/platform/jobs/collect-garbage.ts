const GROWTH_BYTES = 16 * 1024 * 1024;

let sizeAfterLast = 0;

/**
 * The engine lets garbage pile up in proportion to the machine's memory; on a large machine a busy
 * sender would hold twice what it needs. A collection takes some ten milliseconds, so only when it is worth it.
 */
export function collectGarbage(): void {
  if (process.memoryUsage.rss() < sizeAfterLast + GROWTH_BYTES) return;
  Bun.gc(false);
  sizeAfterLast = process.memoryUsage.rss();
}
