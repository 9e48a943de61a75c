import type { Context } from "hono";
import { withRetries } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { requireClient, requirePermission } from "#src/platform/http/access.ts";
import { readCaller } from "#src/platform/http/caller.ts";
import { sessionOf } from "#src/platform/http/cookies.ts";
import { maskReply } from "#src/platform/http/mask-reply.ts";
import {
  etagOf,
  findAbout,
  isRevalidated,
  readConstant,
  routeOf,
  toRouteRequest,
} from "#src/platform/http/mount.ts";
import { parseReply } from "#src/platform/http/parse-reply.ts";
import { onError, parseInput } from "#src/platform/http/problems.ts";
import { requireRecentPassword } from "#src/platform/http/sessions.ts";
import { perApp } from "#src/platform/per-app.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import type { AnyEndpoint } from "#src/shared/endpoint.ts";
import type { PageRequest } from "#ui/entry-server.tsx";

type Input = Parameters<PageRequest["read"]>[1];

/**
 * Reads with the access, the input and the masking of a request, but without one: a page reads ten endpoints, and each
 * would look up the session, be routed, written and parsed again.
 */
export function readForPage(c: Context, app: App, user: Staff | undefined): PageRequest["read"] {
  const session = sessionOf(c, app);
  const reader = { user, session, key: String(Bun.hash(session ?? "")) };
  return async (endpoint, input) => {
    try {
      return await read(c, app, endpoint, input, reader);
    } catch (error) {
      const problem = onError(app)(error, c);
      return { status: problem.status, body: await problem.text() };
    }
  };
}

interface Answer {
  readonly reply: unknown;
  readonly headers: Headers;
}

interface Reader {
  readonly user: Staff | undefined;
  readonly session: string | undefined;
  /** Of the session. */
  readonly key: string;
}

async function read(
  c: Context,
  app: App,
  endpoint: AnyEndpoint,
  { params, query }: Input,
  { user, session, key }: Reader,
): Promise<Answer> {
  const headers = new Headers();
  const route = routeOf(app, endpoint);
  const { reply: shape, reads } = endpoint;
  if (endpoint.method !== "GET" || !shape) throw new Error("a page only reads");
  if (endpoint.isConstant)
    return { reply: JSON.parse((await readConstant(endpoint, route)).json), headers };
  const actor = requirePermission(route.access, user);
  if (route.asksPassword) requireRecentPassword(app, session);
  const readNow = async () => {
    const request = toRouteRequest(c, app, {
      actor,
      client: requireClient(c, app, route.access),
      params,
      query: endpoint.query && parseInput(endpoint.query, query),
      body: undefined,
      caller: readCaller(c, app, headers),
      session,
      answer: headers,
    });
    const about = await findAbout(route, request);
    const reply = await withRetries(() => route.run(request));
    return { reply: maskReply(app, shape, parseReply(shape, reply), actor, about), headers };
  };
  if (!actor || !isRevalidated(endpoint)) return readNow();
  const address = `${endpoint.path} ${JSON.stringify([params, query])}`;
  // What has a deadline changes without news.
  const minute = Math.floor(app.now() / MINUTE_MS);
  const version = `${minute} ${etagOf(app, reads, actor, address)}`;
  return keepReply(app, `${key} ${address}`, version, readNow);
}

/** A page reads about ten. */
const MAX_KEPT = 200;

interface Kept {
  readonly version: string;
  readonly answer: Answer;
}

/** By session and address, the latest used last. */
const repliesOf = perApp(() => new Map<string, Kept>());

/** Returns the answer that was kept under the key with this version, or reads and keeps it. */
async function keepReply(
  app: App,
  key: string,
  version: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const replies = repliesOf(app);
  const kept = replies.get(key);
  const answer = kept?.version === version ? kept.answer : await read();
  replies.delete(key);
  replies.set(key, { version, answer });
  for (const oldest of replies.keys()) {
    if (replies.size <= MAX_KEPT) break;
    replies.delete(oldest);
  }
  return answer;
}
