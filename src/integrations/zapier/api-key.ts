import { randomBytes } from "node:crypto";
import { findUser } from "#db/accounts/users.ts";
import { inTransaction } from "#db/connection.ts";
import * as store from "#db/integrations/api-keys.ts";
import type { App, Caller, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";

/** What the sealed record and its keyed hash are bound to; db/sealed.ts names it too. */
const BOUND_TO = "apiKey";
const KEY_BYTES = 32;
/** Longer than any of ours: not worth a hash. */
const LONGEST = 200;
const HOUR_MS = 60 * 60 * 1000;

/** Null also where the secret key that sealed it is lost: a new one can be made. */
export function readKey(app: App, actor: Staff): string | null {
  const sealed = store.findSealedKey(app.db, actor.id);
  return (sealed && app.secrets.open(BOUND_TO, sealed)) ?? null;
}

export function generateKey(app: App, actor: Staff): string {
  const key = `parlor_${randomBytes(KEY_BYTES).toString("base64url")}`;
  inTransaction(app.db, () => {
    const former = store.findSealedKey(app.db, actor.id) !== undefined;
    store.putApiKey(app.db, {
      userId: actor.id,
      sealed: app.secrets.seal(BOUND_TO, key),
      lookup: app.secrets.keyedHash(BOUND_TO, key),
      createdAt: app.now(),
    });
    record(app, actor, {
      action: former ? "api_key.regenerate" : "api_key.generate",
      target: ["user", actor.id],
    });
    app.events.changed("webhooks");
  });
  return key;
}

/**
 * Whose key this is; undefined also while its owner is no approved admin. It is found by its keyed
 * hash, so the time it takes tells nothing about any key.
 */
export function ownerOf(app: App, key: string, caller: Caller): Staff | undefined {
  if (key === "" || key.length > LONGEST) return undefined;
  for (const lookup of app.secrets.keyedHashes(BOUND_TO, key)) {
    const found = store.findKeyOwner(app.db, lookup);
    const user = found && findUser(app.db, found.userId);
    if (!found || !user?.approved || user.role !== "admin") continue;
    if (found.lastUsedAt === null || app.now() - found.lastUsedAt > HOUR_MS)
      store.noteKeyUse(app.db, user.id, app.now());
    return { ...user, caller };
  }
  return undefined;
}
