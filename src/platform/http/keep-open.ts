import type { Context } from "hono";

interface StreamBindings {
  readonly server?: { timeout: (request: Request, seconds: number) => void };
}

/** Bun would cut an answer that is idle for a while, as one that is streamed or takes long may be. */
export function keepOpen(c: Context): void {
  (c.env as StreamBindings | undefined)?.server?.timeout?.(c.req.raw, 0);
}
