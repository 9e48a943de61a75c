import type { Hono } from "hono";
import { inTransaction } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { openClientSession } from "#src/platform/http/sessions.ts";
import { type Person, requestWith } from "./test-app.ts";

/** Returns a function that sends requests as a client who signed in with a code. */
export function requestAsClient(
  app: App,
  hono: Hono,
  kind: "member" | "financing",
  phone = "+12025550199",
): Person["request"] {
  const answer = new Headers();
  inTransaction(app.db, () => openClientSession(app, { kind, phone }, answer));
  return requestWith(hono, answer.get("set-cookie")?.split(";")[0] ?? "");
}
