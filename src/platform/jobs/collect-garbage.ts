const GROWTH_BYTES = 16 * 1024 * 1024;

let sizeAfterLast = 0;

/**
 * Collects garbage once memory has grown. By default the JavaScript engine waits in proportion to the
 * machine's memory, so on a large machine a busy sender would hold twice what it needs. A collection
 * takes about ten milliseconds.
 */
export function collectGarbage(): void {
  if (process.memoryUsage.rss() < sizeAfterLast + GROWTH_BYTES) return;
  Bun.gc(false);
  sizeAfterLast = process.memoryUsage.rss();
}
