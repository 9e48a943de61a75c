import type { Database } from "./connection.ts";

export interface SessionRow {
  readonly userId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface SessionToInsert extends SessionRow {
  readonly idHash: Uint8Array;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export function insertSession(db: Database, session: SessionToInsert): void {
  db.query(
    `insert into sessions (id_hash, user_id, created_at, expires_at, ip, user_agent)
     values ($idHash, $userId, $createdAt, $expiresAt, $ip, $userAgent)`,
  ).run({ ...session });
}

export function findSession(db: Database, idHash: Uint8Array, now: number): SessionRow | null {
  return db
    .query<SessionRow, [Uint8Array, number]>(
      `select user_id as userId, created_at as createdAt, expires_at as expiresAt
       from sessions where id_hash = ? and expires_at > ?`,
    )
    .get(idHash, now);
}

export function extendSession(db: Database, idHash: Uint8Array, expiresAt: number): void {
  db.query("update sessions set expires_at = ? where id_hash = ?").run(expiresAt, idHash);
}

export function deleteSession(db: Database, idHash: Uint8Array): void {
  db.query("delete from sessions where id_hash = ?").run(idHash);
}

export function deleteSessionsOf(db: Database, userId: string): void {
  db.query("delete from sessions where user_id = ?").run(userId);
}

export function deleteExpiredSessions(db: Database, now: number): void {
  db.query("delete from sessions where expires_at <= ?").run(now);
}
