const GROWN = 16 * 1024 * 1024;

let afterLast = 0;

/**
 * The engine lets garbage pile up in proportion to the machine's memory; on a large machine a busy
 * sender would hold twice what it needs. A collection takes some ten milliseconds, so only when it is worth it.
 */
export function giveMemoryBack(): void {
  if (process.memoryUsage.rss() < afterLast + GROWN) return;
  Bun.gc(false);
  afterLast = process.memoryUsage.rss();
}
