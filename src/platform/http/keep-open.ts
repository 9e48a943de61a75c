import type { Context } from "hono";

interface StreamBindings {
  readonly server?: { timeout: (request: Request, seconds: number) => void };
}

/** Disables Bun's idle timeout for a response that is streamed or takes long. */
export function keepOpen(c: Context): void {
  (c.env as StreamBindings | undefined)?.server?.timeout?.(c.req.raw, 0);
}
