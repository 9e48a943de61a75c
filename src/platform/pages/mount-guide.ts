import type { Context, Hono } from "hono";
import type { App } from "#src/app.ts";
import { callerOf } from "#src/platform/http/caller.ts";
import { sessionOf } from "#src/platform/http/cookies.ts";
import { findSignedInStaff } from "#src/platform/http/sessions.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import type { Manifest } from "./assets.ts";

/**
 * Mounts the owner's guide at /guide, for the staff, or for everyone if the owner wants that. /guide/for/PATH leads to
 * the page about a screen. Its pages are half a megabyte, loaded when someone opens one.
 */
export function mountGuide(hono: Hono, app: App, manifest: Manifest): void {
  const mount = (path: string, answer: (c: Context) => Promise<Response> | Response) =>
    hono.get(path, (c) => (mayRead(c, app) ? answer(c) : c.redirect("/auth", 302)));
  mount("/guide", async (c) => {
    const { replyWithContents } = await import("./guide-pages.ts");
    return replyWithContents(c, manifest);
  });
  mount("/guide/for/*", (c) =>
    c.redirect(guidePageFor(c.req.path.slice("/guide/for".length)), 302),
  );
  mount("/guide/:slug", async (c) => {
    const { replyWithPage } = await import("./guide-pages.ts");
    return replyWithPage(c, manifest, c.req.param("slug") ?? "");
  });
}

function mayRead(c: Context, app: App): boolean {
  if (getSettings(app).guidePublic) return true;
  const user = findSignedInStaff(app, sessionOf(c, app), callerOf(c, app), new Headers());
  return user !== undefined && !user.needsSecondFactor;
}

/** The page of the guide about each screen, by the beginning of the screen's path. The longest one counts. */
export const GUIDE_PLACES: Readonly<Record<string, string>> = {
  "/": "first-hour",
  "/campaigns": "campaigns",
  "/campaigns/automatic": "automatic-texts",
  "/inbox": "inbox",
  "/contacts": "clients-and-consent",
  "/appointments": "calendar",
  "/waitlist": "waitlist",
  "/potential-appointments": "receptionist",
  "/call-transcripts": "receptionist",
  "/reviews": "reviews",
  "/reports": "reports",
  "/memberships": "memberships-and-plans",
  "/subscriptions": "memberships-and-plans",
  "/payment-plans": "memberships-and-plans",
  "/payment-plan-subscriptions": "memberships-and-plans",
  "/contact-updates": "api",
  "/appointment-management": "api",
  "/api-reference": "api",
  "/users": "users-and-permissions",
  "/audit-logs": "users-and-permissions",
  "/account": "security",
  "/settings": "connections",
  "/settings/texting": "approved-to-text",
  "/settings/payments": "deposits-and-payments",
  "/settings/assistant": "receptionist",
  "/settings/hours": "hours-and-services",
  "/settings/services": "hours-and-services",
  "/settings/online-booking": "online-booking",
};

/** Returns the address of the page about a screen, or of the contents for a screen that no page is about. */
function guidePageFor(path: string): string {
  const [best] = Object.keys(GUIDE_PLACES)
    .filter((place) => path === place || (place !== "/" && path.startsWith(`${place}/`)))
    .toSorted((one, other) => other.length - one.length);
  return best === undefined ? "/guide" : `/guide/${GUIDE_PLACES[best]}`;
}
