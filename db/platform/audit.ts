import type { Database } from "#db/connection.ts";
import { insertRow, pluck } from "#db/rows.ts";
import { indexAudit } from "./audit-search.ts";

interface AuditRow {
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

const COLUMNS = `actor_id as actorId, actor_type as actorType, action, target_type as targetType, target_id as targetId,
  metadata, ip_address as ipAddress, user_agent as userAgent, created_at as createdAt`;

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

/** Rewrites the sample salon's entries by time: its two months are created one subject after another. */
export function sortSampleAudits(db: Database): void {
  const rows = db
    .query<AuditRow, []>(`select ${COLUMNS} from audit_logs order by created_at, id`)
    .all();
  db.run("delete from audit_logs");
  db.run("delete from audit_counts");
  db.run("insert into audit_search (audit_search) values ('delete-all')");
  for (const row of rows) appendAudit(db, row);
}

/** Returns the id of the first row whose hash does not match its contents and the row before, or undefined. */
export function firstBrokenAudit(db: Database): number | undefined {
  const rows = db.query<ChainedRow, []>(`select id, hash, ${COLUMNS} from audit_logs order by id`);
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

export interface ListedAudit extends AuditRow {
  readonly id: number;
  /** Null for actions without a signed-in user, and when the user was deleted. */
  readonly actorName: string | null;
}

/** How many entries of one action a user or the system made. */
export interface AuditCount {
  readonly actorId: string | null;
  readonly actorType: "user" | "system";
  readonly action: string;
  readonly count: number;
}

export function listAuditCounts(db: Database): AuditCount[] {
  return db
    .query<AuditCount, []>(
      `select nullif(actor_id, '') as actorId, actor_type as actorType, action, n as count
       from audit_counts`,
    )
    .all();
}

/** Returns the ids below `before`, newest first. */
export function newestAudits(db: Database, before: number, limit: number): number[] {
  return newestIds(db, "true", [], before, limit);
}

/** Returns the ids of one action by any user, or by the system. */
export function auditsOfAction(
  db: Database,
  { action, actorType }: Pick<AuditCount, "action" | "actorType">,
  before: number,
  limit: number,
): number[] {
  return newestIds(db, "action = ? and actor_type = ?", [action, actorType], before, limit);
}

/** Returns the ids of one action by one user. */
export function auditsOfActor(
  db: Database,
  { action, actorId }: { readonly action: string; readonly actorId: string },
  before: number,
  limit: number,
): number[] {
  return newestIds(db, "actor_id = ? and action = ?", [actorId, action], before, limit);
}

function newestIds(
  db: Database,
  condition: string,
  values: readonly string[],
  before: number,
  limit: number,
): number[] {
  const sql = `select id from audit_logs where ${condition} and id < ? order by id desc limit ?`;
  return pluck(db, sql, ...values, before, limit);
}

/** Returns the entries with these ids, newest first. */
export function readAudits(db: Database, ids: readonly number[]): ListedAudit[] {
  return db
    .query<ListedAudit, [string]>(
      `select audit_logs.id, actor_id as actorId, username as actorName, actor_type as actorType, action,
         target_type as targetType, target_id as targetId, metadata, ip_address as ipAddress,
         user_agent as userAgent, audit_logs.created_at as createdAt
       from json_each(?) cross join audit_logs on audit_logs.id = value
       left join users on users.id = actor_id
       order by audit_logs.id desc`,
    )
    .all(JSON.stringify(ids));
}

interface ClientAuditEntry {
  readonly at: number;
  readonly action: string;
  readonly by: string | null;
  readonly ip: string | null;
  readonly metadata: string;
}

export function auditEntriesOf(db: Database, contactId: number): ClientAuditEntry[] {
  return db
    .query<ClientAuditEntry, [string]>(
      `select audit_logs.created_at as at, action, users.username as by, ip_address as ip, metadata
       from audit_logs left join users on users.id = actor_id
       where target_type = 'contact' and target_id = ? order by audit_logs.id`,
    )
    .all(String(contactId));
}
