import type { Database } from "#db/connection.ts";
import { insertRow, reader } from "#db/rows.ts";
import type { Permissions, Role } from "#src/shared/permissions.ts";

export interface InvitationRow {
  readonly id: number;
  readonly role: Role;
  /** Null: an admin approves the account after registration. */
  readonly permissions: Permissions | null;
  /** The username of the admin who made it. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

interface StoredInvitation extends Omit<InvitationRow, "permissions"> {
  readonly permissions: string | null;
}

const invitations = reader<StoredInvitation, InvitationRow>(
  `select invitations.id, invitations.role, invitations.permissions, users.username as createdBy,
    invitations.created_at, expires_at
  from invitations join users on users.id = created_by`,
  toInvitationRow,
);

export function insertInvitation(
  db: Database,
  invitation: Omit<InvitationRow, "id"> & { readonly tokenHash: Uint8Array },
): number {
  return insertRow(db, "invitations", {
    ...invitation,
    permissions: invitation.permissions && JSON.stringify(invitation.permissions),
  });
}

/** Newest first. */
export function listInvitations(db: Database, now: number): InvitationRow[] {
  return invitations.list(db, "where expires_at > ? order by invitations.id desc", now);
}

export function findInvitation(
  db: Database,
  tokenHash: Uint8Array,
  now: number,
): InvitationRow | undefined {
  return (
    invitations.find(db, "where token_hash = ? and expires_at > ?", tokenHash, now) ?? undefined
  );
}

/** Returns false when there is none. */
export function deleteInvitation(db: Database, id: number): boolean {
  return db.query("delete from invitations where id = ?").run(id).changes === 1;
}

/** Deletes the open invitations of a user who may no longer invite. */
export function deleteInvitationsOf(db: Database, userId: string): void {
  db.query("delete from invitations where created_by = ?").run(userId);
}

export function deleteExpiredInvitations(db: Database, now: number): void {
  db.query("delete from invitations where expires_at <= ?").run(now);
}

function toInvitationRow(row: StoredInvitation): InvitationRow {
  return {
    ...row,
    permissions: row.permissions === null ? null : (JSON.parse(row.permissions) as Permissions),
  };
}
