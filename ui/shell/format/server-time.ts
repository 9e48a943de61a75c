/** A device's clock may be minutes off; what is due, late or over is the server's to say. */
const TOLERATED_MS = 30_000;

let ahead = 0;

/** Called at the start with the server's time when it wrote the page. */
export function setServerTime(written: number): void {
  const [page] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const since = page ? performance.now() - page.responseStart : 0;
  const off = written + since - Date.now();
  ahead = Math.abs(off) > TOLERATED_MS ? off : 0;
}

/** The server's time in epoch milliseconds, as exact as a minute needs. */
export function serverNow(): number {
  return Date.now() + ahead;
}
