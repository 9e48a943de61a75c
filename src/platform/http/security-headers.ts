import type { Context, Next } from "hono";
import type { App } from "#src/app.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Headers of every response. Each page adds its own content security policy. */
export function securityHeaders(app: App) {
  const isHttps = app.config.publicUrl?.startsWith("https:") ?? false;
  return async (c: Context, next: Next): Promise<void> => {
    await next();
    const { headers } = c.res;
    headers.set("x-content-type-options", "nosniff");
    headers.set("cross-origin-opener-policy", "same-origin");
    // Signing an agreement and photographing it need none of these.
    headers.set("permissions-policy", "camera=(), geolocation=(), microphone=(), usb=()");
    if (isHttps) headers.set("strict-transport-security", `max-age=${YEAR_SECONDS}`);
  };
}
