import type { Database } from "#db/connection.ts";
import { insertRow } from "#db/rows.ts";
import { indexAudit } from "./audit-search.ts";

export interface AuditRow {
  readonly actorId: string | null;
  readonly actorType: "user" | "system";
  readonly action: string;
  readonly targetType: string | null;
  readonly targetId: string | null;
  /** JSON text. */
  readonly metadata: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly createdAt: number;
}

interface ChainedRow extends AuditRow {
  readonly id: number;
  readonly hash: Uint8Array;
}

/** Must run in the transaction of the recorded change, so that the previous hash is the last one. */
export function appendAudit(db: Database, row: AuditRow): void {
  const head = db
    .query<{ hash: Uint8Array }, []>("select hash from audit_logs order by id desc limit 1")
    .get();
  const id = insertRow(db, "audit_logs", { ...row, hash: chainHash(head?.hash, row) });
  db.query(
    `insert into audit_counts (actor_id, actor_type, action, n) values (?, ?, ?, 1)
     on conflict do update set n = n + 1`,
  ).run(row.actorId ?? "", row.actorType, row.action);
  indexAudit(db, id, row.metadata);
}

/** Returns the id of the first row whose hash does not match its contents and the row before, or undefined. */
export function firstBrokenAudit(db: Database): number | undefined {
  const rows = db.query<ChainedRow, []>(
    `select id, actor_id as actorId, actor_type as actorType, action, target_type as targetType,
       target_id as targetId, metadata, ip_address as ipAddress, user_agent as userAgent,
       created_at as createdAt, hash
     from audit_logs order by id`,
  );
  let former: Uint8Array | undefined;
  for (const row of rows.iterate()) {
    if (chainHash(former, row).toHex() !== row.hash.toHex()) return row.id;
    former = row.hash;
  }
  return undefined;
}

function chainHash(former: Uint8Array | undefined, row: AuditRow): Uint8Array {
  const values = [
    row.actorId,
    row.actorType,
    row.action,
    row.targetType,
    row.targetId,
    row.metadata,
    row.ipAddress,
    row.userAgent,
    row.createdAt,
  ];
  return new Bun.CryptoHasher("sha256")
    .update(former ?? "")
    .update(JSON.stringify(values))
    .digest();
}
