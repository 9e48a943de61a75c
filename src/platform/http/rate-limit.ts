import type { App } from "#src/app.ts";
import { Problem } from "#src/shared/problem.ts";

interface Window {
  readonly until: number;
  used: number;
}

const windows = new WeakMap<App, Map<string, Window>>();
const MAX_KEYS = 50_000;

/** Counts one use of `key`. @throws Problem 429 with Retry-After when the window has more than `most` uses */
export function limitRate(app: App, key: string, most: number, seconds: number): void {
  const window = countUse(app, key, seconds);
  if (window.used > most) throw tooManyRequests(window, app.now());
}

/** Checks a limit without counting, for limits on failures only. @throws Problem 429 once `most` were counted in the window */
export function requireBelowLimit(app: App, key: string, most: number): void {
  const now = app.now();
  const window = windows.get(app)?.get(key);
  if (window && window.until > now && window.used >= most) throw tooManyRequests(window, now);
}

/** Returns true when more than `most` uses were counted in the current window. */
export function isOverLimit(app: App, key: string, most: number): boolean {
  const window = windows.get(app)?.get(key);
  return window !== undefined && window.until > app.now() && window.used > most;
}

/** Counts one use of `key` and returns its window. */
export function countUse(app: App, key: string, seconds: number): Readonly<Window> {
  const now = app.now();
  const table = windows.get(app) ?? new Map<string, Window>();
  windows.set(app, table);
  if (table.size > MAX_KEYS) deleteExpired(table, now);

  const current = table.get(key);
  const window =
    current && current.until > now ? current : { until: now + seconds * 1000, used: 0 };
  table.set(key, window);
  window.used += 1;
  return window;
}

/** Clears the count, because the caller has proved who they are. */
export function clearLimit(app: App, key: string): void {
  windows.get(app)?.delete(key);
}

function tooManyRequests({ until }: Window, now: number): Problem {
  return new Problem(429, "Too many tries. Please wait a moment and try again.", {
    retryAfter: (until - now) / 1000,
  });
}

function deleteExpired(table: Map<string, Window>, now: number): void {
  for (const [key, window] of table) if (window.until <= now) table.delete(key);
  if (table.size > MAX_KEYS) table.clear();
}
