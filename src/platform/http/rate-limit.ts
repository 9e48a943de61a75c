import { isIPv6 } from "node:net";
import type { App, Caller } from "#src/app.ts";
import { ipv6Groups } from "#src/platform/ip-address.ts";
import { Problem } from "#src/shared/problem.ts";

interface Window {
  readonly until: number;
  used: number;
}

/** In the order of their last use. */
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
  const table = windows.getOrInsertComputed(app, () => new Map());

  const current = table.get(key);
  const window =
    current && current.until > now ? current : { until: now + seconds * 1000, used: 0 };
  window.used += 1;
  table.delete(key);
  table.set(key, window);
  if (table.size > MAX_KEYS) dropOldest(table);
  return window;
}

/** Takes back one use: an attempt is counted before it is checked, so that parallel ones can't pass together. */
export function refundUse(app: App, key: string): void {
  const window = windows.get(app)?.get(key);
  if (window && window.used > 0) window.used -= 1;
}

/** Clears the count, because the caller has proved who they are. */
export function clearLimit(app: App, key: string): void {
  windows.get(app)?.delete(key);
}

/**
 * Returns the network by which limits count a visitor: the IPv4 address, or the /64 of an IPv6 address,
 * because one subscriber has all of its addresses.
 */
export function networkOf({ ip }: Caller): string {
  if (ip === null || !isIPv6(ip)) return String(ip);
  const network = ipv6Groups(ip.replace(/%.*/, "")).slice(0, 4);
  return `${network.map((group) => group.toString(16)).join(":")}::/64`;
}

function tooManyRequests({ until }: Window, now: number): Problem {
  const seconds = (until - now) / 1000;
  return new Problem(429, `Too many attempts. Try again in ${inWords(seconds)}.`, {
    retryAfter: seconds,
  });
}

/** "a minute", "12 minutes", "an hour": rounded up, so that the wait is long enough. */
export function inWords(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes === 1) return "a minute";
  if (minutes < 60) return `${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  return hours === 1 ? "an hour" : `${hours} hours`;
}

/** A window in use moves to the end, so that a flood of strangers can't push out the limit it runs into. */
function dropOldest(table: Map<string, Window>): void {
  const [oldest] = table.keys();
  if (oldest !== undefined) table.delete(oldest);
}
