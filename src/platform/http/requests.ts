import type { Hono } from "hono";
import type { App } from "#src/app.ts";
import { countRequest } from "#src/platform/metrics/metrics.ts";

interface Serving {
  readonly requestIP: (request: Request) => { address: string } | null;
  readonly timeout: (request: Request, seconds: number) => void;
}

const SLOW_SECONDS = 1;
const ids = new WeakMap<Request, string>();

/** The same in the log, in the words of a bug, and in the answer's X-Request-Id. */
export function requestId(request: Request): string {
  const known = ids.get(request);
  if (known) return known;
  const id = crypto.randomUUID().slice(0, 8);
  ids.set(request, id);
  return id;
}

/** One request from outside; the calls that a page makes of itself do not come this way, nor are they counted. */
export async function answerRequest(
  app: App,
  hono: Hono,
  request: Request,
  server: Serving,
): Promise<Response> {
  const started = performance.now();
  const response = await hono.fetch(request, { server });
  const seconds = (performance.now() - started) / 1000;
  countRequest(app, response.status, seconds);
  response.headers.set("x-request-id", requestId(request));
  if (response.status >= 500 || seconds > SLOW_SECONDS)
    app.log("warn", "a request failed or was slow", {
      request: requestId(request),
      method: request.method,
      // Without the query: it may hold a search for a client.
      path: new URL(request.url).pathname,
      status: response.status,
      ms: Math.round(seconds * 1000),
    });
  return response;
}
