import { randomBytes } from "node:crypto";
import { deleteInvitation, findInvitation } from "#db/accounts/invitations.ts";
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
