import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { findValue, insertRow } from "#db/rows.ts";

interface SessionRow {
  readonly userId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** When the user last typed the password in this session. */
  readonly passwordAt: number;
}

/** A session ends after this time, however often it is used. */
const MAX_SESSION_MS = 30 * 24 * 60 * 60 * 1000;
const IS_OPEN = `expires_at > $now and created_at > $now - ${MAX_SESSION_MS}`;

export interface SessionToInsert extends Omit<SessionRow, "passwordAt"> {
  readonly idHash: Uint8Array;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

export function insertSession(db: Database, session: SessionToInsert): void {
  insertRow(db, "sessions", { ...session, passwordAt: session.createdAt });
}

export function findSession(db: Database, idHash: Uint8Array, now: number): SessionRow | null {
  return db
    .query<SessionRow, { idHash: Uint8Array; now: number }>(
      `select user_id as userId, created_at as createdAt, expires_at as expiresAt, password_at as passwordAt
       from sessions where id_hash = $idHash and ${IS_OPEN}`,
    )
    .get({ idHash, now });
}

/** A user's open sessions, the one used last first. */
export function sessionsOf(db: Database, userId: string, now: number): SessionToInsert[] {
  return db
    .query<SessionToInsert, { userId: string; now: number }>(
      `select id_hash as idHash, user_id as userId, created_at as createdAt, expires_at as expiresAt,
         ip, user_agent as userAgent
       from sessions where user_id = $userId and ${IS_OPEN} order by expires_at desc, created_at desc`,
    )
    .all({ userId, now });
}

/** The number of open sessions of each user, and when the one used last expires. */
export function sessionsByUser(
  db: Database,
  now: number,
): Map<string, { count: number; lastExpiry: number }> {
  const rows = db
    .query<{ userId: string; count: number; lastExpiry: number }, { now: number }>(
      `select user_id as userId, count(*) as count, max(expires_at) as lastExpiry
       from sessions where ${IS_OPEN} group by user_id`,
    )
    .all({ now });
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

export function setPasswordAt(db: Database, idHash: Uint8Array, now: number): void {
  db.query("update sessions set password_at = ? where id_hash = ?").run(now, idHash);
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
  db.query(`delete from sessions where not (${IS_OPEN})`).run({ now });
}

export type ClientKind = "member" | "financing";

export function insertClientSession(
  db: Database,
  session: {
    idHash: Uint8Array;
    kind: ClientKind;
    phone: string;
    createdAt: number;
    expiresAt: number;
  },
): void {
  insertRow(db, "client_sessions", { ...session, phone: phoneKey(session.phone) });
}

/** The number of the signed-in client, in E.164. */
export function findClientSession(
  db: Database,
  idHash: Uint8Array,
  kind: ClientKind,
  now: number,
): string | null {
  const sql = "select phone from client_sessions where id_hash = ? and kind = ? and expires_at > ?";
  const phone = findValue<number>(db, sql, idHash, kind, now);
  return phone === undefined ? null : phoneText(phone);
}

export function deleteClientSession(db: Database, idHash: Uint8Array): void {
  db.query("delete from client_sessions where id_hash = ?").run(idHash);
}

/** Signs these numbers out. */
export function deleteSessionsOfNumbers(db: Database, phones: readonly string[]): void {
  db.query("delete from client_sessions where phone in (select value from json_each(?))").run(
    JSON.stringify(phones.map(phoneKey)),
  );
}

export function deleteExpiredClientSessions(db: Database, now: number): void {
  db.query("delete from client_sessions where expires_at <= ?").run(now);
}
