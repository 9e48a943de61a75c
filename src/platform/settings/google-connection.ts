import { inTransaction } from "#db/connection.ts";
import { setSetting } from "#db/platform/settings.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import type { GoogleConnection } from "#src/platform/providers/reviews.ts";
import { findSecret, seal } from "./settings.ts";

/** Saves the business's account at Google after a sign-in. */
export function saveGoogleConnection(app: App, actor: Staff, connection: GoogleConnection): void {
  writeGoogleSettings(app, actor, "settings.google_connect", {
    googleOAuthRefreshToken: seal(app, "googleOAuthRefreshToken", connection.refreshToken),
    googleAccountId: connection.accountId,
    googleLocationId: connection.locationId,
    googleBusinessName: connection.businessName,
  });
}

export function deleteGoogleConnection(app: App, actor: Staff): void {
  writeGoogleSettings(app, actor, "settings.google_disconnect", NO_CONNECTION);
}

/** Deletes the connection after Google has ended its sign-in, unless a new sign-in has replaced it. */
export function recordGoogleSignInEnded(app: App, refreshToken: string): void {
  inTransaction(app.db, () => {
    if (findSecret(app, "googleOAuthRefreshToken") === refreshToken)
      writeGoogleSettings(app, undefined, "settings.google_lost", NO_CONNECTION);
  });
}

const NO_CONNECTION = {
  googleOAuthRefreshToken: "",
  googleAccountId: "",
  googleLocationId: "",
  googleBusinessName: "",
};

function writeGoogleSettings(
  app: App,
  actor: Staff | undefined,
  action: string,
  values: object,
): void {
  inTransaction(app.db, () => {
    for (const [name, value] of Object.entries({ ...values, updatedAt: app.now() }))
      setSetting(app.db, name, value);
    record(app, actor ?? null, { action });
    app.events.changed("settings");
  });
}

/** Records that all reviews were saved, in the transaction of the last of them. */
export function recordReviewsFetched(app: App): void {
  setSetting(app.db, "googleReviewsLastFetchedAt", app.now());
  app.events.changed("settings");
}
