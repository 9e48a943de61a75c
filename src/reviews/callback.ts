import type { Hono } from "hono";
import type { App, Staff } from "#src/app.ts";
import { requireAccess } from "#src/platform/http/access.ts";
import { callerOf } from "#src/platform/http/caller.ts";
import { sessionOf } from "#src/platform/http/session-cookie.ts";
import { CALLBACK, finishSignIn } from "./google-sign-in.ts";

/** Handles Google's redirect after sign-in and redirects to Settings, which shows the result. */
export function mountGoogleCallback(hono: Hono, app: App): void {
  hono.get(CALLBACK, async (c) => {
    const session = sessionOf(c, app);
    const caller = callerOf(c, app);
    const actor = requireAccess(app, { kind: "admin" }, session, caller, new Headers()) as Staff;
    const { code, state, error } = c.req.query();
    const failure = await finishSignIn(app, actor, { code, state, error });
    const result = failure ? `google_error=${failure}` : "google_connected=true";
    return c.redirect(`/settings?${result}#google`, 303);
  });
}
