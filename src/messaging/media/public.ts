import type { Hono } from "hono";
import * as store from "#db/messaging/media.ts";
import type { App } from "#src/app.ts";
import { callerOf } from "#src/platform/http/caller.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { Problem } from "#src/shared/problem.ts";
import { verifyMediaToken } from "./signed-address.ts";

/** Enough for a provider that fetches ten pictures per text, and too few to guess an address. */
const REQUESTS: Limit = { name: "signed media", most: 600, seconds: 60 };

/** GET /media/:token, for the provider, which has no session. The signed token authorizes the request. */
export function mountSignedMedia(hono: Hono, app: App): void {
  hono.get("/media/:token", (c) => {
    limitRate(app, REQUESTS, callerOf(c, app));
    const id = verifyMediaToken(app, c.req.param("token"));
    const media = id === undefined ? null : store.findMedia(app.db, id);
    if (media?.state !== "stored" || media.messageId === null) throw new Problem(404, "Not found.");
    return new Response(store.readMediaBytes(app.db, media.id), {
      headers: {
        "content-type": media.type ?? "application/octet-stream",
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "content-disposition": "attachment",
        "x-robots-tag": "noindex",
      },
    });
  });
}
