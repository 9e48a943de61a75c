import { countAdmins } from "#db/platform/users.ts";
import { deleteState, readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";

const VALID_MINUTES = 60;
const STATE_KEY = "setup-token";

interface Token {
  readonly hash: string;
  readonly expiresAt: number;
}

/** Creates a link with which a visitor can register as the first admin; undefined when there is an admin. */
export function createSetupLink(app: App, baseUrl: string): string | undefined {
  if (countAdmins(app.db) > 0) return undefined;
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64url");
  writeState(app.db, STATE_KEY, {
    hash: hashOf(token),
    expiresAt: app.now() + VALID_MINUTES * 60_000,
  } satisfies Token);
  return `${baseUrl}/auth?setup=${token}`;
}

/** Uses up the token, in the transaction that creates the admin. Returns false when it isn't valid. */
export function consumeSetupToken(app: App, token: string | undefined): boolean {
  if (!isSetupToken(app, token)) return false;
  deleteState(app.db, STATE_KEY);
  return true;
}

/** Whether the token would be accepted. */
export function isSetupToken(app: App, token: string | undefined): boolean {
  const stored = readState<Token>(app.db, STATE_KEY);
  if (!token || !stored || stored.expiresAt < app.now() || stored.hash !== hashOf(token))
    return false;
  return countAdmins(app.db) === 0;
}

function hashOf(token: string): string {
  return new Bun.CryptoHasher("sha256").update(token).digest("hex");
}
