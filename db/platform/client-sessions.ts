import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { findValue, insertRow } from "#db/rows.ts";

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
