import type { Context, Hono } from "hono";
import { whenFree, withRetries } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { BUILD } from "#src/platform/build.ts";
import { requireUnspentReserve } from "#src/platform/disk/disk.ts";
import type { Client as Masked } from "#src/platform/masking/masking.ts";
import { perApp } from "#src/platform/per-app.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import type { AnyEndpoint, FileReply, Resource } from "#src/shared/endpoint.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { requireAccess, requireClient } from "./access.ts";
import { readBody, receiveUpload } from "./body.ts";
import { readCaller } from "./caller.ts";
import { checkoutsOf, devicesOf, proofOf, sessionOf } from "./cookies.ts";
import { hashOf, readIdempotencyKey, runOnce } from "./idempotency.ts";
import { parseId } from "./ids.ts";
import { closeSoon, closeWhenIdle, keepOpen } from "./keep-open.ts";
import { maskReply } from "./mask-reply.ts";
import { parseReply } from "./parse-reply.ts";
import { parseInput } from "./problems.ts";
import { countAsLong } from "./requests.ts";
import type { AnyRoute, Module } from "./routes.ts";
import type { Client } from "./sessions.ts";
import { requireRecentPassword } from "./sessions.ts";

const routesOf = perApp(() => new Map<AnyEndpoint, AnyRoute>());

/** Mounts a module's endpoints: access, the input's shape, the service function, the reply's shape. */
export function mount(hono: Hono, app: App, { contract, routes }: Module): void {
  for (const [name, endpoint] of Object.entries(contract)) {
    const route = routes[name];
    if (!route) throw new Error(`No route for ${endpoint.path}`);
    routesOf(app).set(endpoint, route);
    hono.on(endpoint.method, endpoint.path, (c) => answer(c, app, endpoint, route));
  }
}

/** @throws Error when its module is not mounted */
export function routeOf(app: App, endpoint: AnyEndpoint): AnyRoute {
  const route = routesOf(app).get(endpoint);
  if (!route) throw new Error(`${endpoint.path} is not mounted`);
  return route;
}

const constants = new WeakMap<AnyEndpoint, Promise<{ json: string; etag: string }>>();

/** Returns bytes that are built once. Building the API's description takes 30 ms of the processor. */
export function readConstant(endpoint: AnyEndpoint, route: AnyRoute) {
  return constants.getOrInsertComputed(endpoint, async () => {
    const body = JSON.stringify(endpoint.reply?.parse(await route.run({})));
    return { json: body, etag: `W/"${BUILD}-${Bun.hash(body).toString(36)}"` };
  });
}

async function answerConstant(c: Context, endpoint: AnyEndpoint, route: AnyRoute) {
  const { json, etag } = await readConstant(endpoint, route);
  const headers = new Headers({
    etag,
    "cache-control": "public, no-cache",
    vary: "Accept-Encoding",
  });
  if (c.req.header("if-none-match") === etag) return new Response(null, { status: 304, headers });
  headers.set("content-type", "application/json; charset=utf-8");
  return new Response(json, { headers });
}

/** Whether the same versions mean the same reply. */
export function isRevalidated({ hasEtag, reads }: AnyEndpoint): boolean {
  return hasEtag && reads.length > 0;
}

async function answer(c: Context, app: App, endpoint: AnyEndpoint, route: AnyRoute) {
  if (endpoint.isConstant) return answerConstant(c, endpoint, route);
  const session = sessionOf(c, app);
  const hasVersion = isRevalidated(endpoint);
  const headers = new Headers({
    "cache-control": hasVersion ? "private, no-cache" : "no-store",
    vary: "Cookie, Accept-Encoding",
  });
  const caller = readCaller(c, app, headers);
  const actor = await withRetries(() => requireAccess(app, route.access, session, caller, headers));

  if (route.asksPassword) requireRecentPassword(app, session);
  const signedIn = requireClient(c, app, route.access);

  if (hasVersion) {
    const etag = etagOf(app, endpoint.reads, actor ?? signedIn, c.req.url);
    headers.set("etag", etag);
    if (c.req.header("if-none-match") === etag) return new Response(null, { status: 304, headers });
  }

  if (endpoint.method !== "GET" && !endpoint.usesDiskReserve) requireUnspentReserve(app);
  const query = endpoint.query ? parseInput(endpoint.query, c.req.query()) : undefined;
  const body = await readInput(c, endpoint);
  const request = toRouteRequest(c, app, {
    actor,
    client: signedIn,
    params: c.req.param(),
    query,
    body,
    caller,
    session,
    answer: headers,
  });
  const isRepeatable =
    endpoint.method !== "GET" && !endpoint.file && !endpoint.upload && !endpoint.showsSecret;
  const key = isRepeatable ? readIdempotencyKey(c) : undefined;
  // The endpoint is part of the key: the reply of another endpoint has another shape.
  const once = key && {
    key: `${endpoint.method} ${c.req.path} ${key}`,
    bodyHash: hashOf(body),
  };
  const run = endpoint.method === "GET" ? withRetries : whenFree;
  // Found before the change: a refusal after it would deny what is done.
  const about = await findAbout(route, request);
  const work = () =>
    run(() =>
      once && actor ? runOnce(app, actor, once, () => route.run(request)) : route.run(request),
    );
  const reply = await (endpoint.isLong ? runLong(c, app, work) : work());

  if (endpoint.file) return fileResponse(c, app, reply as FileReply, headers);
  if (!endpoint.reply) return new Response(null, { status: 204, headers });
  headers.set("content-type", "application/json; charset=utf-8");
  const masked = maskReply(app, endpoint.reply, parseReply(endpoint.reply, reply), actor, about);
  return new Response(JSON.stringify(masked), { status: endpoint.status, headers });
}

/** What a route receives, from a request or for a page that is rendered. */
export function toRouteRequest<
  Parts extends { readonly params: { readonly id?: string }; readonly actor: Staff | undefined },
>(c: Context, app: App, parts: Parts) {
  const request = {
    ...parts,
    app,
    host: c.req.header("host"),
    proof: proofOf(c, app),
    checkouts: checkoutsOf(c, app),
    device: devicesOf(c, app),
  };
  // Not enumerable: routes pass on the rest of the request, and reading it throws for other addresses.
  Object.defineProperty(request, "id", { get: () => parseId(parts.params.id ?? "") });
  return request;
}

/** Returns the client that the reply's texts are about, for a reader who doesn't see clients. */
export async function findAbout(
  { about }: AnyRoute,
  request: { readonly actor: Staff | undefined },
): Promise<Masked | undefined> {
  const isMasked = request.actor && !seesClients(request.actor);
  return isMasked && about ? withRetries(() => about(request)) : undefined;
}

async function runLong(c: Context, app: App, work: () => Promise<unknown>): Promise<unknown> {
  keepOpen(c);
  countAsLong(app, c.req.raw);
  try {
    const reply = await work();
    closeWhenIdle(c);
    return reply;
  } catch (error) {
    // The rest of an upload may still be arriving.
    closeSoon(c);
    throw error;
  }
}

async function readInput(c: Context, { body, upload, limit }: AnyEndpoint): Promise<unknown> {
  if (upload) return receiveUpload(c, upload, limit);
  return body ? parseInput(body, await readBody(c, limit)) : undefined;
}

/** Changes with each start, because versions start at zero again. */
const BOOT = crypto.randomUUID().slice(0, 8);

/** An ETag from the reader, their permissions, the address, the resources' versions and the hour. No table is read. */
export function etagOf(
  app: App,
  reads: readonly Resource[],
  reader: Staff | Client | undefined,
  url: string,
): string {
  const versions = reads.map((resource) => app.events.version(resource)).join(".");
  const key = reader ? readerKey(reader) : "";
  const hash = Bun.hash(`${key} ${url.slice(url.indexOf("/api/"))}`).toString(36);
  // Some replies depend on the day, so a reply is valid for an hour at most.
  const hour = Math.floor(app.now() / HOUR_MS).toString(36);
  // Weak, because the same reply may be compressed.
  return `W/"${BUILD}-${BOOT}-${versions}-${hour}-${hash}"`;
}

function readerKey(reader: Staff | Client): string {
  return "phone" in reader
    ? `${reader.kind}.${reader.phone}`
    : `${reader.id}.${reader.permissionVersion}`;
}

/** Sends a file as an attachment, or inline. A stream is read at the browser's pace, so memory holds one piece. */
function fileResponse(c: Context, app: App, file: FileReply, headers: Headers): Response {
  const { name, type, content, inline = false, keepSeconds } = file;
  headers.set("content-type", type);
  headers.set("content-disposition", `${inline ? "inline" : "attachment"}; filename="${name}"`);
  headers.set(
    "cache-control",
    keepSeconds === undefined ? "no-store" : `private, max-age=${keepSeconds}`,
  );
  headers.set("x-content-type-options", "nosniff");
  // Opened directly, a file is a document of this origin, so the sandbox forbids everything. PDF viewers
  // do not open in a sandbox; all PDFs are generated here.
  if (type !== "application/pdf")
    headers.set("content-security-policy", "default-src 'none'; sandbox");
  if (typeof content === "string" || content instanceof Uint8Array)
    return new Response(content, { headers });
  keepOpen(c);
  return new Response(toStream(c, app, content), { headers });
}

function toStream(
  c: Context,
  app: App,
  content: AsyncIterable<string | Uint8Array>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces = content[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (done) {
          closeWhenIdle(c);
          controller.close();
        } else controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      } catch (error) {
        // The status is already sent, so the stream can only end with an error.
        app.log("error", "bug", { while: "streaming a file", error });
        controller.error(error);
      }
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}
