import type { Hono } from "hono";
import type { App, Staff } from "#src/app.ts";
import { requireAccess } from "#src/platform/http/access.ts";
import { callerOf } from "#src/platform/http/caller.ts";
import { sessionOf } from "#src/platform/http/cookies.ts";
import { isSame, sign } from "#src/platform/secrets/signatures.ts";
import {
  deleteGoogleConnection,
  saveGoogleConnection,
} from "#src/platform/settings/google-connection.ts";
import { getSettings, reviewsAccess, webhookBaseUrl } from "#src/platform/settings/settings.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { Problem } from "#src/shared/problem.ts";
import type { SignInFailure } from "./contract.ts";

const CALLBACK = "/api/google-reviews/oauth/callback";
const SCOPE = "https://www.googleapis.com/auth/business.manage";
const STATE_LIFETIME_MS = 10 * MINUTE_MS;

/** Returns the URL of Google's sign-in. @throws Problem 409 without OAuth client, secret or base URL */
export function startSignIn(app: App, actor: Staff): string {
  const { clientId, clientSecret } = reviewsAccess(app);
  if (!clientId || !clientSecret)
    throw new Problem(409, "Save the OAuth client ID and secret first.");
  const address = new URL("/o/oauth2/v2/auth", app.config.googleAccountsBase);
  address.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri(app),
    response_type: "code",
    scope: SCOPE,
    // Google returns a refresh token only with both parameters.
    access_type: "offline",
    prompt: "consent",
    state: signState(app, `${app.now() + STATE_LIFETIME_MS}.${actor.id}`),
  }).toString();
  return address.href;
}

/** Handles the parameters of Google's redirect. Returns the failure, or undefined after a success. */
async function finishSignIn(
  app: App,
  actor: Staff,
  params: { code: string | undefined; state: string | undefined; error: string | undefined },
): Promise<SignInFailure | undefined> {
  if (params.error) return "denied";
  if (!isValidState(app, actor, params.state ?? "")) return "expired";
  const signedIn = await app.providers
    .reviews(reviewsAccess(app))
    .signIn(params.code ?? "", redirectUri(app));
  if (signedIn.kind === "refused") return "refused";
  saveGoogleConnection(app, actor, signedIn.connection);
  return signedIn.connection.businessName === "" ? "business" : undefined;
}

export function disconnect(app: App, actor: Staff): void {
  deleteGoogleConnection(app, actor);
}

/** Returns whether a state is genuine, belongs to the actor, and has not expired. */
function isValidState(app: App, actor: Staff, state: string): boolean {
  const claim = state.slice(0, state.lastIndexOf("."));
  const [expires = "", userId] = claim.split(".");
  const isGenuine = isSame(state, signState(app, claim));
  return isGenuine && userId === actor.id && Number(expires) > app.now();
}

function signState(app: App, claim: string): string {
  return `${claim}.${sign(app, "googleSignInState", claim)}`;
}

function redirectUri(app: App): string {
  const base = webhookBaseUrl(app);
  if (!base)
    throw new Problem(
      409,
      `Save a webhook base URL first. Google sends ${getSettings(app).businessName || "you"} back to it.`,
    );
  return base + CALLBACK;
}

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
