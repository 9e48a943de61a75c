import type { Context } from "hono";

interface Bindings {
  readonly server?: { timeout: (request: Request, seconds: number) => void };
}

/** Bun would cut an answer on which nothing moves for a minute. */
export function neverIdle(c: Context): void {
  (c.env as Bindings | undefined)?.server?.timeout(c.req.raw, 0);
}
