import type { Context } from "hono";
import { withRetries } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { requireClient, requirePermission } from "#src/platform/http/access.ts";
import { readCaller } from "#src/platform/http/caller.ts";
import { sessionOf } from "#src/platform/http/cookies.ts";
import { maskReply } from "#src/platform/http/mask-reply.ts";
import { findAbout, readConstant, routeOf, toRouteRequest } from "#src/platform/http/mount.ts";
import { onError, parseInput } from "#src/platform/http/problems.ts";
import { requireRecentPassword } from "#src/platform/http/sessions.ts";
import type { AnyEndpoint } from "#src/shared/endpoint.ts";
import type { PageRequest } from "#ui/entry-server.tsx";

type Input = Parameters<PageRequest["read"]>[1];

/**
 * Reads with the access, the input and the masking of a request, but without one: a page reads ten endpoints, and each
 * would look up the session, be routed, written and parsed again.
 */
export function readForPage(c: Context, app: App, user: Staff | undefined): PageRequest["read"] {
  return async (endpoint, input) => {
    const headers = new Headers();
    try {
      return { reply: await read(c, app, endpoint, { ...input, user, headers }), headers };
    } catch (error) {
      const problem = onError(app)(error, c);
      return { status: problem.status, body: await problem.text() };
    }
  };
}

async function read(
  c: Context,
  app: App,
  endpoint: AnyEndpoint,
  { params, query, user, headers }: Input & { user: Staff | undefined; headers: Headers },
): Promise<unknown> {
  const route = routeOf(app, endpoint);
  if (endpoint.method !== "GET" || !endpoint.reply) throw new Error("a page only reads");
  if (endpoint.isConstant) return JSON.parse((await readConstant(endpoint, route)).json);
  const actor = requirePermission(route.access, user);
  const session = sessionOf(c, app);
  if (route.asksPassword) requireRecentPassword(app, session);
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
  return maskReply(app, endpoint.reply, endpoint.reply.parse(reply), actor, about);
}
