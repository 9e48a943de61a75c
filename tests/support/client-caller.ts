import type { Hono } from "hono";
import { inTransaction } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { openClientSession } from "#src/platform/http/client-session.ts";
import { type Person, replyOf } from "./test-app.ts";

/** Sends requests to the API as a client who signed in with a code. */
export function clientCaller(
  app: App,
  hono: Hono,
  kind: "member" | "financing",
  phone = "+12025550199",
): Person["call"] {
  const answer = new Headers();
  inTransaction(app.db, () => openClientSession(app, { kind, phone }, answer));
  return callerWith(hono, answer.get("set-cookie")?.split(";")[0] ?? "");
}

/** Sends requests to the API with these cookies. */
export function callerWith(hono: Hono, cookie: string): Person["call"] {
  return async (method, path, body, headers = {}) => {
    const response = await hono.request(path, {
      method,
      headers: { cookie, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return replyOf(response);
  };
}
