import type { Database } from "#db/connection.ts";

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

/** A user's open sessions, the one used last first. */
export function sessionsOf(db: Database, userId: string, now: number): SessionToInsert[] {
  return db
    .query<SessionToInsert, [string, number]>(
      `select id_hash as idHash, user_id as userId, created_at as createdAt, expires_at as expiresAt,
         ip, user_agent as userAgent
       from sessions where user_id = ? and expires_at > ? order by expires_at desc, created_at desc`,
    )
    .all(userId, now);
}

/** The number of open sessions of each user, and when the one used last expires. */
export function sessionsByUser(
  db: Database,
  now: number,
): Map<string, { count: number; lastExpiry: number }> {
  const rows = db
    .query<{ userId: string; count: number; lastExpiry: number }, [number]>(
      `select user_id as userId, count(*) as count, max(expires_at) as lastExpiry
       from sessions where expires_at > ? group by user_id`,
    )
    .all(now);
  return new Map(rows.map(({ userId, ...rest }) => [userId, rest]));
}

/** Extends a session and stores the address and user agent of its last use. */
export function extendSession(
  db: Database,
  idHash: Uint8Array,
  used: Pick<SessionToInsert, "expiresAt" | "ip" | "userAgent">,
): void {
  db.query("update sessions set expires_at = ?, ip = ?, user_agent = ? where id_hash = ?").run(
    used.expiresAt,
    used.ip,
    used.userAgent,
    idHash,
  );
}

export function deleteSession(db: Database, idHash: Uint8Array): void {
  db.query("delete from sessions where id_hash = ?").run(idHash);
}

export function deleteSessionsOf(db: Database, userId: string): void {
  db.query("delete from sessions where user_id = ?").run(userId);
}

/** Deletes all sessions of a user except one. Returns how many. */
export function deleteOtherSessionsOf(
  db: Database,
  userId: string,
  keptIdHash: Uint8Array,
): number {
  return db.query("delete from sessions where user_id = ? and id_hash <> ?").run(userId, keptIdHash)
    .changes;
}

export function deleteExpiredSessions(db: Database, now: number): void {
  db.query("delete from sessions where expires_at <= ?").run(now);
}
