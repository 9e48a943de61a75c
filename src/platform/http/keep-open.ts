import type { Context } from "hono";

interface StreamBindings {
  readonly server?: { timeout: (request: Request, seconds: number) => void };
}

/** Bun closes a connection after this time without progress. Less than 16 KB of a body in a second counts as none. */
export const IDLE_SECONDS = 60;
const CLOSING_SECONDS = 8;

/** Disables Bun's idle timeout for a response that is streamed or takes long. */
export function keepOpen(c: Context): void {
  setIdleTimeout(c, 0);
}

export function closeWhenIdle(c: Context): void {
  setIdleTimeout(c, IDLE_SECONDS);
}

/** Leaves the sender a few seconds to read the reply. */
export function closeSoon(c: Context): void {
  setIdleTimeout(c, CLOSING_SECONDS);
}

function setIdleTimeout(c: Context, seconds: number): void {
  (c.env as StreamBindings | undefined)?.server?.timeout?.(c.req.raw, seconds);
}
