import type { Database } from "#db/connection.ts";
import { count, findValue, insertRow, reader, updateRow } from "#db/rows.ts";
import type { UuidPage } from "#src/shared/page-shape.ts";
import type { Permissions, Role } from "#src/shared/permissions.ts";

export interface UserRow {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly role: Role;
  readonly approved: boolean;
  readonly permissions: Permissions;
  readonly permissionVersion: number;
  readonly createdAt: number;
}

interface StoredUser extends Omit<UserRow, "approved" | "permissions"> {
  readonly approved: number;
  readonly permissions: string;
}

const users = reader<StoredUser, UserRow>(
  `select users.id, users.username, users.email, users.password_hash, users.role, users.approved,
    users.permissions, users.permission_version, users.created_at
  from users`,
  toUserRow,
);

export function findUser(db: Database, id: string): UserRow | null {
  return users.find(db, "where id = ?", id);
}

export function findUserByName(db: Database, username: string): UserRow | null {
  return users.find(db, "where username = ?", username);
}

export function findUserByEmail(db: Database, email: string): UserRow | null {
  return users.find(db, "where email = ?", email);
}

export function allUsers(db: Database): UserRow[] {
  return users.list(db, "order by created_at desc, id desc");
}

/** Newest first, after the user `before`; none once that user is deleted. */
export function pageOfUsers(db: Database, { before, limit }: UuidPage): UserRow[] {
  return users.list(
    db,
    `where $before is null or (created_at, id) < (select created_at, id from users where id = $before)
     order by created_at desc, id desc limit $limit`,
    { before: before ?? null, limit },
  );
}

export function unapprovedUsers(db: Database): UserRow[] {
  return users.list(db, "where approved = 0 order by created_at desc, id desc");
}

export function insertUser(db: Database, user: Omit<UserRow, "permissionVersion">): void {
  insertRow(db, "users", {
    id: user.id,
    username: user.username,
    email: user.email,
    passwordHash: user.passwordHash,
    role: user.role,
    approved: Number(user.approved),
    permissions: JSON.stringify(user.permissions),
    createdAt: user.createdAt,
  });
}

export function setApproved(db: Database, id: string, permissions: Permissions): void {
  db.query(
    `update users set approved = 1, permissions = ?, permission_version = permission_version + 1 where id = ?`,
  ).run(JSON.stringify(permissions), id);
}

export function setPermissions(db: Database, id: string, permissions: Permissions): void {
  db.query(
    "update users set permissions = ?, permission_version = permission_version + 1 where id = ?",
  ).run(JSON.stringify(permissions), id);
}

export function setRole(db: Database, id: string, role: Role, permissions: Permissions): void {
  db.query(
    `update users set role = ?, permissions = ?, permission_version = permission_version + 1 where id = ?`,
  ).run(role, JSON.stringify(permissions), id);
}

export function setPassword(db: Database, id: string, passwordHash: string): void {
  updateRow(db, "users", id, { passwordHash });
}

export function setEmail(db: Database, id: string, email: string): void {
  updateRow(db, "users", id, { email });
}

export function deleteUser(db: Database, id: string): void {
  db.query("delete from users where id = ?").run(id);
}

export function countAdmins(db: Database): number {
  return count(db, "select count(*) from users where role = 'admin' and approved = 1");
}

function toUserRow(row: StoredUser): UserRow {
  return {
    ...row,
    approved: row.approved === 1,
    permissions: JSON.parse(row.permissions) as Permissions,
  };
}

/** The id of the oldest admin, who owns contacts that staff didn't create. */
export function firstAdminId(db: Database): string | undefined {
  return findValue<string>(
    db,
    "select id from users where role = 'admin' and approved = 1 order by created_at, id limit 1",
  );
}
