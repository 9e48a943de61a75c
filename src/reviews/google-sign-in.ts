import { timingSafeEqual } from "node:crypto";
import type { App, Staff } from "#src/app.ts";
import {
  forgetGoogle,
  reviewsAccess,
  saveGoogle,
  settingsOf,
  webhookBaseUrl,
} from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import type { SignInFailure } from "./contract.ts";

export const CALLBACK = "/api/google-reviews/oauth/callback";
const SCOPE = "https://www.googleapis.com/auth/business.manage";
const PATIENCE_MS = 10 * 60 * 1000;

/** @throws Problem 409 while the client's ID, its secret or our own address are missing */
export function startSignIn(app: App, actor: Staff): string {
  const { clientId, clientSecret } = reviewsAccess(app);
  if (!clientId || !clientSecret)
    throw new Problem(409, "Save the OAuth client ID and its secret first.");
  const address = new URL("/o/oauth2/v2/auth", app.config.googleAccountsBase);
  address.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri(app),
    response_type: "code",
    scope: SCOPE,
    // A refresh token comes only with both.
    access_type: "offline",
    prompt: "consent",
    state: signed(app, `${app.now() + PATIENCE_MS}.${actor.id}`),
  }).toString();
  return address.href;
}

/** What Google's redirect brings; undefined when all went well. */
export async function finishSignIn(
  app: App,
  actor: Staff,
  answer: { code: string | undefined; state: string | undefined; error: string | undefined },
): Promise<SignInFailure | undefined> {
  if (answer.error) return "denied";
  if (!isOurs(app, actor, answer.state ?? "")) return "expired";
  const signedIn = await app.providers
    .reviews(reviewsAccess(app))
    .signIn(answer.code ?? "", redirectUri(app));
  if (signedIn.kind === "refused") return "refused";
  saveGoogle(app, actor, signedIn.connection);
  return signedIn.connection.businessName === "" ? "business" : undefined;
}

export function disconnect(app: App, actor: Staff): void {
  forgetGoogle(app, actor);
}

/** One of ours, of this person, and not too old. */
function isOurs(app: App, actor: Staff, state: string): boolean {
  const claim = state.slice(0, state.lastIndexOf("."));
  const [expires = "", userId] = claim.split(".");
  const given = Buffer.from(state);
  const expected = Buffer.from(signed(app, claim));
  return (
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    userId === actor.id &&
    Number(expires) > app.now()
  );
}

function signed(app: App, claim: string): string {
  const seal = app.secrets.keyedHash("googleSignInState", claim);
  return `${claim}.${Buffer.from(seal).toString("base64url")}`;
}

function redirectUri(app: App): string {
  const base = webhookBaseUrl(app);
  if (!base)
    throw new Problem(
      409,
      `Save a webhook base URL first: Google sends ${settingsOf(app).businessName || "you"} back to it.`,
    );
  return base + CALLBACK;
}
