import type { Context } from "hono";
import type { App, Caller } from "#src/app.ts";

/** What Bun.serve hands to Hono beside the request. */
interface ServerBindings {
  readonly server?: { requestIP: (request: Request) => { address: string } | null };
}

/**
 * Who calls. X-Forwarded-For counts only when the peer is a trusted proxy, and then the last
 * address that no trusted proxy wrote: anything further left is the caller's own claim.
 */
export function callerOf(c: Context, app: App): Caller {
  const { server } = (c.env ?? {}) as ServerBindings;
  const peer = withoutIpv4Prefix(server?.requestIP(c.req.raw)?.address ?? null);
  const hops = (c.req.header("x-forwarded-for") ?? "")
    .split(",")
    .flatMap((hop) => hop.trim() || []);
  const trusted = (address: string | null) =>
    address !== null && app.config.trustedProxies.includes(address);

  const ip = trusted(peer) ? (hops.findLast((hop) => !trusted(hop)) ?? peer) : peer;
  return { ip, userAgent: c.req.header("user-agent")?.slice(0, 300) ?? null };
}

function withoutIpv4Prefix(address: string | null): string | null {
  return address?.replace(/^::ffff:/, "") ?? null;
}
