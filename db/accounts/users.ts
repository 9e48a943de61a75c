import type { Database } from "#db/connection.ts";
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

const COLUMNS = `users.id, users.username, users.email, users.password_hash as passwordHash, users.role,
  users.approved, users.permissions, users.permission_version as permissionVersion, users.created_at as createdAt`;

export function findUser(db: Database, id: string): UserRow | null {
  return toOptionalUserRow(
    db.query<StoredUser, [string]>(`select ${COLUMNS} from users where id = ?`).get(id),
  );
}

export function findUserByName(db: Database, username: string): UserRow | null {
  return toOptionalUserRow(
    db.query<StoredUser, [string]>(`select ${COLUMNS} from users where username = ?`).get(username),
  );
}

export function findUserByEmail(db: Database, email: string): UserRow | null {
  return toOptionalUserRow(
    db.query<StoredUser, [string]>(`select ${COLUMNS} from users where email = ?`).get(email),
  );
}

export function allUsers(db: Database): UserRow[] {
  const rows = db.query<StoredUser, []>(
    `select ${COLUMNS} from users order by created_at desc, id desc`,
  );
  return rows.all().map((row) => toUserRow(row));
}

/** Newest first, after the user `before`; none once that user is deleted. */
export function pageOfUsers(db: Database, { before, limit }: UuidPage): UserRow[] {
  return db
    .query<StoredUser, { before: string | null; limit: number }>(
      `select ${COLUMNS} from users
       where $before is null or (created_at, id) < (select created_at, id from users where id = $before)
       order by created_at desc, id desc limit $limit`,
    )
    .all({ before: before ?? null, limit })
    .map(toUserRow);
}

export function unapprovedUsers(db: Database): UserRow[] {
  return db
    .query<StoredUser, []>(
      `select ${COLUMNS} from users where approved = 0 order by created_at desc, id desc`,
    )
    .all()
    .map(toUserRow);
}

export function insertUser(db: Database, user: Omit<UserRow, "permissionVersion">): void {
  db.query(
    `insert into users (id, username, email, password_hash, role, approved, permissions, created_at)
     values ($id, $username, $email, $passwordHash, $role, $approved, $permissions, $createdAt)`,
  ).run({
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
  db.query("update users set password_hash = ? where id = ?").run(passwordHash, id);
}

export function setEmail(db: Database, id: string, email: string): void {
  db.query("update users set email = ? where id = ?").run(email, id);
}

export function deleteUser(db: Database, id: string): void {
  db.query("delete from users where id = ?").run(id);
}

export function countAdmins(db: Database): number {
  return (
    db
      .query<{ n: number }, []>(
        "select count(*) as n from users where role = 'admin' and approved = 1",
      )
      .get()?.n ?? 0
  );
}

function toOptionalUserRow(row: StoredUser | null): UserRow | null {
  return row ? toUserRow(row) : null;
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
  return db
    .query<{ id: string }, []>(
      "select id from users where role = 'admin' and approved = 1 order by created_at, id limit 1",
    )
    .get()?.id;
}
