import type { Context, Hono } from "hono";
import { inTransaction, whenFree } from "#db/connection.ts";
import { findReply, saveReply } from "#db/platform/idempotency.ts";
import type { App, Staff } from "#src/app.ts";
import type { AnyEndpoint, FileReply } from "#src/shared/endpoint.ts";
import { requireAccess, requireClient } from "./access.ts";
import { readBody } from "./body.ts";
import { callerOf } from "./caller.ts";
import { etagOf } from "./etags.ts";
import { fileResponse } from "./file-response.ts";
import { keepOpen } from "./keep-open.ts";
import { maskReply } from "./mask-reply.ts";
import { parseInput } from "./problems.ts";
import { proofOf } from "./proof-cookie.ts";
import type { AnyRoute, Module } from "./routes.ts";
import { sessionOf } from "./session-cookie.ts";

/** Mounts a module's endpoints: access, the input's shape, the service function, the reply's shape. */
export function mount(hono: Hono, app: App, { contract, routes }: Module): void {
  for (const [name, endpoint] of Object.entries(contract)) {
    const route = routes[name];
    if (!route) throw new Error(`No route for ${endpoint.path}`);
    hono.on(endpoint.method, endpoint.path, (c) => answer(c, app, endpoint, route));
  }
}

async function answer(c: Context, app: App, endpoint: AnyEndpoint, route: AnyRoute) {
  const caller = callerOf(c, app);
  const session = sessionOf(c, app);
  const headers = new Headers({ "cache-control": "private, no-cache", vary: "Cookie" });
  // Extending a session is a write.
  const actor = await whenFree(() => requireAccess(app, route.access, session, caller, headers));

  const client = requireClient(c, app, route.access);

  if (endpoint.hasEtag && endpoint.reads.length > 0) {
    const etag = etagOf(app, endpoint.reads, actor ?? client, c.req.url);
    headers.set("etag", etag);
    if (c.req.header("if-none-match") === etag) return new Response(null, { status: 304, headers });
  }

  if (endpoint.isLong) keepOpen(c);
  const query = endpoint.query ? parseInput(endpoint.query, c.req.query()) : undefined;
  const body = endpoint.body
    ? parseInput(endpoint.body, await readBody(c, endpoint.limit))
    : undefined;
  const request = {
    app,
    actor,
    client,
    params: c.req.param(),
    query,
    body,
    caller,
    host: c.req.header("host"),
    session,
    proof: proofOf(c, app),
    answer: headers,
  };
  const isRepeatable = endpoint.method !== "GET" && !endpoint.file && !endpoint.showsSecret;
  const key = isRepeatable ? c.req.header("idempotency-key") : undefined;
  // The endpoint is part of the key: the reply of another endpoint has another shape.
  const repeat = `${endpoint.method} ${c.req.path} ${key}`;
  const reply = await whenFree(() =>
    key && actor ? runOnce(app, actor, repeat, () => route.run(request)) : route.run(request),
  );

  if (endpoint.file) return fileResponse(c, app, reply as FileReply, headers);
  if (!endpoint.reply) return new Response(null, { status: 204, headers });
  headers.set("content-type", "application/json; charset=utf-8");
  const masked = maskReply(app, endpoint.reply, endpoint.reply.parse(reply), actor, () =>
    route.about?.(request),
  );
  return new Response(JSON.stringify(masked), { status: endpoint.status, headers });
}

/** Requests that are still running, by user and key. */
const running = new WeakMap<App, Map<string, Promise<unknown>>>();

/**
 * Runs a request once per Idempotency-Key: a repeat returns the first reply, also while the first
 * still runs. The reply of a synchronous service function is saved in the function's own transaction,
 * that of an asynchronous one as soon as it is there. A refusal is not saved, so the key may be used again.
 */
function runOnce(app: App, actor: Staff, key: string, run: () => unknown): unknown {
  const byKey = running.get(app) ?? new Map<string, Promise<unknown>>();
  running.set(app, byKey);
  const id = `${actor.id} ${key}`;
  const first = byKey.get(id);
  if (first) return first;

  const reply = inTransaction(app.db, () => {
    const saved = findReply(app.db, actor.id, key);
    if (saved !== undefined) return saved;
    const fresh = run();
    if (!(fresh instanceof Promise)) saveReply(app.db, actor.id, key, fresh, app.now());
    return fresh;
  });
  if (!(reply instanceof Promise)) return reply;
  const saved = saveWhenDone(app, actor, key, reply).finally(() => byKey.delete(id));
  byKey.set(id, saved);
  return saved;
}

async function saveWhenDone(app: App, actor: Staff, key: string, reply: Promise<unknown>) {
  const value: unknown = await reply;
  await whenFree(() => saveReply(app.db, actor.id, key, value, app.now()));
  return value;
}
