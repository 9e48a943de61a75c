import { randomBytes } from "node:crypto";
import { inTransaction } from "#db/connection.ts";
import * as store from "#db/integrations/zapier.ts";
import { findUser } from "#db/platform/users.ts";
import type { App, Caller, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { HOUR_MS } from "#src/shared/durations.ts";

/** The context of the sealed record and its keyed hash. db/platform/encrypted-columns.ts uses it too. */
const SEAL_CONTEXT = "apiKey";
const KEY_BYTES = 32;
/** Longer keys are never valid, so they are not hashed. */
const MAX_KEY_LENGTH = 200;

/** Returns the user's key; null if there is none or the secret key that sealed it is lost. */
export function findApiKey(app: App, actor: Staff): string | null {
  const sealed = store.findSealedKey(app.db, actor.id);
  return (sealed && app.secrets.open(SEAL_CONTEXT, sealed)) ?? null;
}

export function generateApiKey(app: App, actor: Staff): string {
  const key = `parlor_${randomBytes(KEY_BYTES).toString("base64url")}`;
  inTransaction(app.db, () => {
    const isReplacement = store.findSealedKey(app.db, actor.id) !== undefined;
    store.saveApiKey(app.db, {
      userId: actor.id,
      sealed: app.secrets.seal(SEAL_CONTEXT, key),
      lookup: app.secrets.keyedHash(SEAL_CONTEXT, key),
      createdAt: app.now(),
    });
    record(app, actor, {
      action: isReplacement ? "api_key.regenerate" : "api_key.generate",
      target: ["user", actor.id],
    });
    app.events.changed("webhooks");
  });
  return key;
}

/**
 * Returns the owner of a key, or undefined if the key is unknown or its owner is not an approved admin. The
 * lookup by keyed hash prevents timing attacks.
 */
export function findKeyOwner(app: App, key: string, caller: Caller): Staff | undefined {
  if (key === "" || key.length > MAX_KEY_LENGTH) return undefined;
  for (const lookup of app.secrets.keyedHashes(SEAL_CONTEXT, key)) {
    const row = store.findApiKeyOwner(app.db, lookup);
    const user = row && findUser(app.db, row.userId);
    if (!row || !user?.approved || user.role !== "admin") continue;
    if (row.lastUsedAt === null || app.now() - row.lastUsedAt > HOUR_MS)
      store.recordApiKeyUse(app.db, user.id, app.now());
    return { ...user, caller };
  }
  return undefined;
}
