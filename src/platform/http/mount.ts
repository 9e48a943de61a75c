import type { Context, Hono } from "hono";
import { inTransaction, whenFree } from "#db/connection.ts";
import { findReply, keepReply } from "#db/platform/idempotency.ts";
import type { App, Staff } from "#src/app.ts";
import type { Client } from "#src/platform/masking/masking.ts";
import type { AnyEndpoint, FileReply } from "#src/shared/endpoint.ts";
import { requireAccess, requireClient } from "./access.ts";
import { readBody } from "./body.ts";
import { callerOf } from "./caller.ts";
import { etagOf } from "./etags.ts";
import { fileResponse } from "./file-response.ts";
import { keepOpen } from "./keep-open.ts";
import { masked } from "./masking.ts";
import { parsed } from "./problems.ts";
import { proofOf } from "./proof-cookie.ts";
import type { Access, Routes } from "./routes.ts";
import { sessionOf } from "./session-cookie.ts";

type AnyRoute = {
  access: Access;
  run: (request: object) => unknown;
  about?: ((request: object) => Client | undefined) | undefined;
};

/** Mounts each endpoint of a contract: access, then the input's shape, the verb, the reply's shape. */
export function mount<Contract extends object>(
  hono: Hono,
  app: App,
  contract: Contract,
  routes: Routes<Contract>,
): void {
  const table = routes as Record<string, AnyRoute>;
  for (const [name, endpoint] of Object.entries(contract) as [string, AnyEndpoint][]) {
    const route = table[name];
    if (!route) throw new Error(`No route for ${endpoint.path}`);
    hono.on(endpoint.method, endpoint.path, (c) => answer(c, app, endpoint, route));
  }
}

async function answer(c: Context, app: App, endpoint: AnyEndpoint, route: AnyRoute) {
  const caller = callerOf(c, app);
  const session = sessionOf(c, app);
  const headers = new Headers({ "cache-control": "private, no-cache", vary: "Cookie" });
  // A session that slides is a write too.
  const actor = await whenFree(() => requireAccess(app, route.access, session, caller, headers));

  const client = requireClient(c, app, route.access);

  if (endpoint.reads.length > 0) {
    const etag = etagOf(app, endpoint.reads, actor ?? client, c.req.url);
    headers.set("etag", etag);
    if (c.req.header("if-none-match") === etag) return new Response(null, { status: 304, headers });
  }

  if (endpoint.isLong) keepOpen(c);
  const query = endpoint.query ? parsed(endpoint.query, c.req.query()) : undefined;
  const body = endpoint.body ? parsed(endpoint.body, await readBody(c, endpoint.limit)) : undefined;
  const request = {
    app,
    actor,
    client,
    params: c.req.param(),
    query,
    body,
    caller,
    session,
    proof: proofOf(c, app),
    answer: headers,
  };
  const key = endpoint.method === "GET" ? undefined : c.req.header("idempotency-key");
  // Of this call only: the reply of another one would not have this one's shape.
  const repeat = `${endpoint.method} ${c.req.path} ${key}`;
  const reply = await whenFree(() =>
    key && actor ? once(app, actor, repeat, () => route.run(request)) : route.run(request),
  );

  if (endpoint.file) return fileResponse(c, app, reply as FileReply, headers);
  if (!endpoint.reply) return new Response(null, { status: 204, headers });
  headers.set("content-type", "application/json; charset=utf-8");
  const told = masked(endpoint.reply, endpoint.reply.parse(reply), actor, () =>
    route.about?.(request),
  );
  return new Response(JSON.stringify(told), { status: endpoint.status, headers });
}

/** A repeated Idempotency-Key answers the first reply; both are written in the verb's transaction. */
function once(app: App, actor: Staff, key: string, run: () => unknown): unknown {
  return inTransaction(app.db, () => {
    const former = findReply(app.db, actor.id, key);
    if (former !== undefined) return former;
    const reply = run();
    if (reply instanceof Promise) return reply;
    keepReply(app.db, actor.id, key, reply, app.now());
    return reply;
  });
}
