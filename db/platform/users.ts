import type { Database } from "#db/connection.ts";
import { count, findValue, flag, integer, json, type RowOf, table, text } from "#db/rows.ts";
import type { UuidPage } from "#src/shared/page-shape.ts";
import type { Permissions, Role } from "#src/shared/permissions.ts";

const users = table("users", {
  id: text(),
  username: text(),
  email: text(),
  passwordHash: text(),
  role: text<Role>(),
  approved: flag(),
  permissions: json<Permissions>(),
  permissionVersion: integer(),
  createdAt: integer(),
});

export type UserRow = RowOf<typeof users>;

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
  users.insert(db, user);
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
  users.update(db, id, { passwordHash });
}

export function setEmail(db: Database, id: string, email: string): void {
  users.update(db, id, { email });
}

export function deleteUser(db: Database, id: string): void {
  db.query("delete from users where id = ?").run(id);
}

export function countAdmins(db: Database): number {
  return count(db, "select count(*) from users where role = 'admin' and approved = 1");
}

/** The id of the oldest admin, who owns contacts that staff didn't create. */
export function firstAdminId(db: Database): string | undefined {
  return findValue<string>(
    db,
    "select id from users where role = 'admin' and approved = 1 order by created_at, id limit 1",
  );
}
