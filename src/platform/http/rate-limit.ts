import { isIPv6 } from "node:net";
import * as store from "#db/platform/rate-limits.ts";
import type { App, Caller } from "#src/app.ts";
import { ipv6Groups } from "#src/platform/ip-address.ts";
import { perApp } from "#src/platform/per-app.ts";
import { Problem } from "#src/shared/problem.ts";

/** How often something may happen for one key. */
export interface Limit {
  /** Never changes: it names the rows of a stored limit. */
  readonly name: string;
  readonly most: number;
  readonly seconds: number;
  /**
   * Counted in the database, for limits of accounts and phone numbers: no restart forgets them. Counting them waits for
   * the disk, so an async function wraps it in `whenFree`.
   */
  readonly isStored?: true;
}

/** What a limit counts by: an account, a number, or a visitor, whose networks are counted. Omitted for all together. */
type Key = string | Caller;

interface Window {
  readonly until: number;
  used: number;
}

/** Each limit has its own table, so that a flood of one kind of key can't push out another. */
interface Table {
  /** Windows below their limit, in the order of their last use. The oldest is dropped when there are too many. */
  readonly open: Map<string, Window>;
  /** Windows at their limit. They stay until they end; when there are too many, new keys are refused. */
  readonly full: Map<string, Window>;
}

const tablesOf = perApp(() => new Map<string, Table>());
const MAX_KEYS = 50_000;

/** Counts one use. @throws Problem 429 with Retry-After when there are more uses than the limit */
export function limitRate(app: App, limit: Limit, key: Key = ""): void {
  for (const [counted, most] of keysOf(limit, key)) {
    const window = countOne(app, limit, counted, most);
    if (window.used > most) throw tooManyRequests(window, app.now());
  }
}

/** Checks a limit without counting, for limits on failures only. @throws Problem 429 once it is reached */
export function requireBelowLimit(app: App, limit: Limit, key: Key = ""): void {
  for (const [counted, most] of keysOf(limit, key)) {
    const window = findWindow(app, limit, counted);
    if (window && window.used >= most) throw tooManyRequests(window, app.now());
  }
}

/** Returns true when more uses than the limit were counted in the current window. */
export function isOverLimit(app: App, limit: Limit, key: Key = ""): boolean {
  return keysOf(limit, key).some(
    ([counted, most]) => (findWindow(app, limit, counted)?.used ?? 0) > most,
  );
}

/** Counts one use and returns the window of the key, or of the visitor's own network. */
export function countUse(app: App, limit: Limit, key: Key = ""): Readonly<Window> {
  const [own] = keysOf(limit, key).map(([counted, most]) => countOne(app, limit, counted, most));
  return own as Window;
}

/** Takes back one use: an attempt is counted before it is checked, so that parallel ones can't pass together. */
export function refundUse(app: App, limit: Limit, key: Key = ""): void {
  for (const [counted] of keysOf(limit, key)) {
    if (limit.isStored) store.refundUse(app.db, limit.name, hashOf(app, limit, counted));
    else {
      const table = tableOf(app, limit);
      const window = table.open.get(counted) ?? table.full.get(counted);
      if (window && window.used > 0) window.used -= 1;
    }
  }
}

/** Clears the count, because the caller has proved who they are. */
export function clearLimit(app: App, limit: Limit, key: string): void {
  if (limit.isStored) store.deleteWindow(app.db, limit.name, hashOf(app, limit, key));
  else for (const windows of Object.values(tableOf(app, limit))) windows.delete(key);
}

function findWindow(app: App, limit: Limit, key: string): Window | undefined {
  const now = app.now();
  if (limit.isStored) return store.findWindow(app.db, limit.name, hashOf(app, limit, key), now);
  const { open, full } = tableOf(app, limit);
  const window = full.get(key) ?? open.get(key);
  return window && window.until > now ? window : undefined;
}

function countOne(app: App, limit: Limit, key: string, most: number): Window {
  const now = app.now();
  const until = now + limit.seconds * 1000;
  if (limit.isStored)
    return store.countUse(app.db, limit.name, hashOf(app, limit, key), { now, until });

  const { open, full } = tableOf(app, limit);
  const window = findWindow(app, limit, key) ?? { until, used: 0 };
  window.used += 1;
  open.delete(key);
  if (window.used < most) {
    full.delete(key);
    open.set(key, window);
    if (open.size > MAX_KEYS) deleteOldest(open);
  } else {
    if (full.size >= MAX_KEYS && !full.has(key)) deleteEnded(full, now);
    if (full.size >= MAX_KEYS && !full.has(key)) throw tooManyRequests({ until, used: 0 }, now);
    full.set(key, window);
  }
  return window;
}

function tableOf(app: App, { name }: Limit): Table {
  return tablesOf(app).getOrInsertComputed(name, () => ({ open: new Map(), full: new Map() }));
}

function deleteOldest(windows: Map<string, Window>): void {
  const [oldest] = windows.keys();
  if (oldest !== undefined) windows.delete(oldest);
}

function deleteEnded(windows: Map<string, Window>, now: number): void {
  for (const [key, { until }] of windows) if (until <= now) windows.delete(key);
}

/** Numbers and names are stored as keyed hashes, because a limit outlives the erasure of a client. */
function hashOf(app: App, { name }: Limit, key: string): Uint8Array {
  return app.secrets.keyedHash(`limit ${name}`, key);
}

/** The keys to count, each with its limit. */
function keysOf({ most }: Limit, key: Key): (readonly [string, number])[] {
  if (typeof key === "string") return [[key, most]];
  return networksOf(key).map(([network, share]) => [network, most * share]);
}

/**
 * Returns the networks by which limits count a visitor: the IPv4 address, or the /64 of an IPv6 address, because one
 * subscriber has all of its addresses. Providers give customers a /56 or a /48, which may hold a few more visitors.
 */
export function networksOf({ ip }: Caller): (readonly [network: string, share: number])[] {
  if (ip === null || !isIPv6(ip)) return [[String(ip), 1]];
  const bytes = ipv6Groups(ip.replace(/%.*/, "")).flatMap((group) => [group >> 8, group & 0xff]);
  const prefix = (bits: number) =>
    `${Buffer.from(bytes.slice(0, bits / 8)).toString("hex")}/${bits}`;
  return [
    [prefix(64), 1],
    [prefix(56), 4],
    [prefix(48), 16],
  ];
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
