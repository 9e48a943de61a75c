import { randomBytes } from "node:crypto";
import { deleteInvitation, findInvitation } from "#db/accounts/invitations.ts";
import { countAdmins } from "#db/platform/users.ts";
import { deleteState, readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import type { Permissions, Role } from "#src/shared/permissions.ts";

const TOKEN_BYTES = 24;

export function createInvitationToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

export function hashOfInvitation(token: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(token).digest();
}

export function isInvitation(app: App, token: string): boolean {
  return findInvitation(app.db, hashOfInvitation(token), app.now()) !== undefined;
}

/** Uses up an invitation, in the transaction that creates the account. Returns what it grants. */
export function consumeInvitation(
  app: App,
  token: string | undefined,
): { role: Role; permissions: Permissions | undefined; invitedBy: string } | undefined {
  const found = token && findInvitation(app.db, hashOfInvitation(token), app.now());
  if (!found || !deleteInvitation(app.db, found.id)) return undefined;
  app.events.changed("users");
  return {
    role: found.role,
    permissions: found.permissions ?? undefined,
    invitedBy: found.createdBy,
  };
}

const VALID_MINUTES = 60;
const STATE_KEY = "setup-token";

interface Token {
  readonly hash: string;
  readonly expiresAt: number;
}

/** Creates a link with which a visitor can register as the first admin; undefined when there is an admin. */
export function createSetupLink(app: App, baseUrl: string): string | undefined {
  if (countAdmins(app.db) > 0) return undefined;
  const token = createInvitationToken();
  writeState(app.db, STATE_KEY, {
    hash: hashOfInvitation(token).toHex(),
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
  if (
    !token ||
    !stored ||
    stored.expiresAt < app.now() ||
    stored.hash !== hashOfInvitation(token).toHex()
  )
    return false;
  return countAdmins(app.db) === 0;
}
