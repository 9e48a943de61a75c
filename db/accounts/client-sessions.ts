import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";

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
  db.query(
    `insert into client_sessions (id_hash, kind, phone, created_at, expires_at)
     values ($idHash, $kind, $phone, $createdAt, $expiresAt)`,
  ).run({ ...session, phone: phoneKey(session.phone) });
}

/** The number of the signed-in client, in E.164. */
export function findClientSession(
  db: Database,
  idHash: Uint8Array,
  kind: ClientKind,
  now: number,
): string | null {
  const row = db
    .query<{ phone: number }, [Uint8Array, string, number]>(
      "select phone from client_sessions where id_hash = ? and kind = ? and expires_at > ?",
    )
    .get(idHash, kind, now);
  return row && phoneText(row.phone);
}

export function deleteClientSession(db: Database, idHash: Uint8Array): void {
  db.query("delete from client_sessions where id_hash = ?").run(idHash);
}

export function deleteExpiredClientSessions(db: Database, now: number): void {
  db.query("delete from client_sessions where expires_at <= ?").run(now);
}
