import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import type { Context } from "hono";
import type { App, Caller } from "#src/app.ts";
import { toBlockList } from "#src/platform/config.ts";
import { perApp } from "#src/platform/per-app.ts";
import { readCookie, writeCookie } from "./cookies.ts";

/** Recognizes the browser that asked for a code, so that strangers' wrong codes don't lock it out. */
const NAME = "parlor-browser";
const SECONDS = 24 * 60 * 60;

/** What Bun.serve passes to Hono in addition to the request. */
interface ServerBindings {
  readonly server?: { requestIP: (request: Request) => { address: string } | null };
}

/**
 * Returns the address and browser of a request. X-Forwarded-For counts only when the peer is a trusted
 * proxy. It is read from the right up to the first address that is not a trusted proxy, because the
 * client may have written anything further left.
 */
export function callerOf(c: Context, app: App): Caller {
  const { server } = (c.env ?? {}) as ServerBindings;
  const peer = withoutIpv4Prefix(server?.requestIP(c.req.raw)?.address ?? null);
  const hops = (c.req.header("x-forwarded-for") ?? "")
    .split(",")
    .flatMap((hop) => withoutIpv4Prefix(hop.trim()) || []);
  const trusted = (address: string | null) => isTrustedProxy(app, address);

  const ip = trusted(peer) ? (hops.findLast((hop) => !trusted(hop)) ?? peer) : peer;
  return { ip, userAgent: c.req.header("user-agent")?.slice(0, 300) ?? null };
}

const proxiesOf = perApp(({ config }) => toBlockList(config.trustedProxies));

function isTrustedProxy(app: App, address: string | null): boolean {
  const family = isIP(address ?? "");
  if (address === null || family === 0) return false;
  return proxiesOf(app).check(address, family === 6 ? "ipv6" : "ipv4");
}

function withoutIpv4Prefix(address: string | null): string | null {
  return address?.replace(/^::ffff:(?=\d+\.)/i, "") ?? null;
}

/** Returns who asks; a cookie for the browser is added to `answer` when one is needed. */
export function readCaller(c: Context, app: App, answer: Headers) {
  const browser = browserOf(c, app);
  return {
    ...callerOf(c, app),
    browser,
    ensureBrowser: () => browser ?? setBrowser(app, answer),
  };
}

function browserOf(c: Context, app: App): string | undefined {
  const value = readCookie(c, app, NAME);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

function setBrowser(app: App, answer: Headers): string {
  const value = randomBytes(32).toString("base64url");
  writeCookie(app, answer, { name: NAME, value, seconds: SECONDS });
  return value;
}
