import type { Context, Hono, Next } from "hono";
import { routePath } from "hono/route";
import type { App } from "#src/app.ts";
import { countRequest } from "#src/platform/metrics/metrics.ts";
import { perApp } from "#src/platform/per-app.ts";

const routes = new WeakMap<Request, string>();
/** Milliseconds that the requests of one turn of the event loop may take together. */
const TURN_MS = 20;
let startedAt: number | undefined;

/** Remembers the route of each request for the log. */
export async function recordRoute(c: Context, next: Next): Promise<void> {
  await next();
  routes.set(c.req.raw, routeOf(c));
}

/**
 * Returns what the log calls a request's address: the pattern of its route, such as "/calendar/:file". The address itself
 * may contain a secret, such as a calendar's token.
 */
export function routeOf(c: Context): string {
  const pattern = routePath(c);
  return pattern.endsWith("*") ? firstOf(c.req.path) : pattern;
}

function firstOf(path: string): string {
  const [, first = "", ...rest] = path.split("/");
  return rest.length > 0 ? `/${first}/…` : path;
}

interface Serving {
  readonly requestIP: (request: Request) => { address: string } | null;
  readonly timeout: (request: Request, seconds: number) => void;
}

const SLOW_SECONDS = 1;
const ids = new WeakMap<Request, string>();

/** Returns the id of a request, as used in the log, in error messages and in X-Request-Id. */
export function requestId(request: Request): string {
  return ids.getOrInsertComputed(request, () => crypto.randomUUID().slice(0, 8));
}

/**
 * Returns the request with an absolute URL, as handlers expect it, or undefined when its Host header
 * is not a host. Probes by HTTP/1.0 send no Host and are answered as for localhost.
 */
export function withAbsoluteUrl(request: Request): Request | undefined {
  if (URL.canParse(request.url)) return request;
  if (request.headers.get("host") || !request.url.startsWith("/")) return undefined;
  const url = `http://localhost${request.url}`;
  return URL.canParse(url) ? new Request(url, request) : undefined;
}

/** Hono drops the body of the answer to a HEAD request, and Bun would then announce a length of 0. */
async function answerWithLength(hono: Hono, request: Request, server: Serving): Promise<Response> {
  if (request.method !== "HEAD") return hono.fetch(request, { server });
  const get = new Request(request, { method: "GET" });
  const response = await hono.fetch(get, {
    // Bun knows only the original request.
    server: {
      requestIP: () => server.requestIP(request),
      timeout: (_: Request, seconds: number) => server.timeout(request, seconds),
    },
  });
  const headers = new Headers(response.headers);
  if (isEndless(headers)) await response.body?.cancel();
  else headers.set("content-length", String(await countBytes(response)));
  return new Response(null, { status: response.status, headers });
}

/** Counts without holding the body: an export may have hundreds of megabytes. */
async function countBytes({ body }: Response): Promise<number> {
  let size = 0;
  for await (const piece of body ?? []) size += piece.length;
  return size;
}

function isEndless(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

/** Answers and counts one request from outside. Requests that a page makes internally are not counted. */
export async function answerRequest(
  app: App,
  hono: Hono,
  request: Request,
  server: Serving,
): Promise<Response> {
  const started = performance.now();
  const response = await whileWaiting(app, request, async () => {
    if (!hasTurnTime()) await nextTurn();
    return answerWithLength(hono, request, server);
  });
  const seconds = (performance.now() - started) / 1000;
  countRequest(app, response.status, seconds);
  response.headers.set("x-request-id", requestId(request));
  if (response.status >= 500 || seconds > SLOW_SECONDS)
    app.log("warn", "a request failed or was slow", {
      request: requestId(request),
      method: request.method,
      path: routes.get(request) ?? firstOf(new URL(request.url).pathname),
      status: response.status,
      ms: Math.round(seconds * 1000),
    });
  return response;
}

/**
 * Whether this turn of the event loop has time for another request. Bun hands over all requests that have arrived
 * before it looks at timers, so fifty at once, a few milliseconds each, would delay texts, calls and events together.
 */
function hasTurnTime(): boolean {
  if (startedAt === undefined) {
    startedAt = performance.now();
    setImmediate(() => {
      startedAt = undefined;
    });
  }
  return performance.now() - startedAt < TURN_MS;
}

/** Waits for a later turn that has time. Callers continue in the order of their calls. */
async function nextTurn(): Promise<void> {
  do await new Promise(setImmediate);
  while (!hasTurnTime());
}

/** Requests without an answer so far, except those that may take minutes. */
const waitingFor = perApp(() => new Set<Request>());

async function whileWaiting<T>(app: App, request: Request, answer: () => Promise<T>): Promise<T> {
  const requests = waitingFor(app);
  requests.add(request);
  lastArrivals.set(app, performance.now());
  try {
    return await answer();
  } finally {
    requests.delete(request);
  }
}

/** Milliseconds of `performance.now()`. Most requests are answered in the turn in which they arrive. */
const lastArrivals = new WeakMap<App, number>();

/** Whether a request has arrived within this time. */
export function isInUse(app: App, withinMs: number): boolean {
  return performance.now() - (lastArrivals.get(app) ?? Number.NEGATIVE_INFINITY) < withinMs;
}

/** Long work gives way to the other requests and not to its own. */
export function countAsLong(app: App, request: Request): void {
  waitingFor(app).delete(request);
}

/** Requests to a provider take longer, and need no time of this thread. */
const MAX_WAIT_MS = 20;

/** Between slices of long work: returns after a turn of the event loop, once waiting requests are answered. */
export async function giveWay(app: App): Promise<void> {
  const requests = waitingFor(app);
  const end = performance.now() + MAX_WAIT_MS;
  do await Bun.sleep(0);
  while (requests.size > 0 && performance.now() < end);
}
