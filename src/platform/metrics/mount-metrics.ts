import { timingSafeEqual } from "node:crypto";
import type { Hono } from "hono";
import type { App } from "#src/app.ts";
import { collectMetrics, watchEventLoop } from "./collect-metrics.ts";
import { formatMetrics, METRICS_TYPE } from "./format-metrics.ts";

/** Mounts GET /metrics for Prometheus, which answers 404 unless a token is configured. */
export function mountMetrics(hono: Hono, app: App): void {
  const { metricsToken } = app.config;
  if (metricsToken === undefined) {
    hono.get("/metrics", (c) => c.text("Not found", 404));
    return;
  }
  watchEventLoop();
  hono.get("/metrics", (c) => {
    const given = /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
    if (!isSameSecret(given, metricsToken))
      return c.text("Unauthorized", 401, { "www-authenticate": "Bearer" });
    return c.body(formatMetrics(collectMetrics(app)), 200, {
      "content-type": METRICS_TYPE,
      "cache-control": "no-store",
    });
  });
}

/** Compares hashes in constant time, so that timing reveals neither the length nor the first wrong character. */
function isSameSecret(given: string, expected: string): boolean {
  const hash = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
