import { countAdmins } from "#db/accounts/users.ts";
import { forgetState, readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";

const MINUTES = 60;
const STATE = "setup-token";

interface Token {
  readonly hash: string;
  readonly expiresAt: number;
}

/** A fresh link that lets its visitor become the first admin, or undefined once there is one. */
export function newSetupLink(app: App, baseUrl: string): string | undefined {
  if (countAdmins(app.db) > 0) return undefined;
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64url");
  writeState(app.db, STATE, {
    hash: hashOf(token),
    expiresAt: app.now() + MINUTES * 60_000,
  } satisfies Token);
  return `${baseUrl}/auth?setup=${token}`;
}

/** Call it in the transaction that makes the admin: the token dies with it. */
export function useSetupToken(app: App, token: string | undefined): boolean {
  const kept = readState<Token>(app.db, STATE);
  if (!token || !kept || kept.expiresAt < app.now() || kept.hash !== hashOf(token)) return false;
  if (countAdmins(app.db) > 0) return false;
  forgetState(app.db, STATE);
  return true;
}

function hashOf(token: string): string {
  return new Bun.CryptoHasher("sha256").update(token).digest("hex");
}
