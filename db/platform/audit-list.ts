import type { Database } from "#db/connection.ts";
import type { AuditRow } from "./audit.ts";

export interface ListedAudit extends AuditRow {
  readonly id: number;
  /** Null for actions without a signed-in user, and when the user was deleted. */
  readonly actorName: string | null;
}

/** Rows of one kind: what the log keeps a count of. */
export interface Cell {
  readonly actorId: string | null;
  readonly actorType: "user" | "system";
  readonly action: string;
  readonly count: number;
}

export function auditCells(db: Database): Cell[] {
  return db
    .query<Cell, []>(
      `select nullif(actor_id, '') as actorId, actor_type as actorType, action, n as count
       from audit_counts`,
    )
    .all();
}

/** Ids before `before`, newest first. */
export function newestAudits(db: Database, before: number, limit: number): number[] {
  return ids(
    db
      .query<Id, [number, number]>(
        "select id from audit_logs where id < ? order by id desc limit ?",
      )
      .all(before, limit),
  );
}

/** The same of one action by anybody of this kind. */
export function auditsOfAction(
  db: Database,
  { action, actorType }: Pick<Cell, "action" | "actorType">,
  before: number,
  limit: number,
): number[] {
  return ids(
    db
      .query<Id, [string, string, number, number]>(
        `select id from audit_logs where action = ? and actor_type = ? and id < ?
         order by id desc limit ?`,
      )
      .all(action, actorType, before, limit),
  );
}

/** The same of one action by one person. */
export function auditsOfActor(
  db: Database,
  { action, actorId }: { readonly action: string; readonly actorId: string },
  before: number,
  limit: number,
): number[] {
  return ids(
    db
      .query<Id, [string, string, number, number]>(
        `select id from audit_logs where actor_id = ? and action = ? and id < ?
         order by id desc limit ?`,
      )
      .all(actorId, action, before, limit),
  );
}

/** Newest first. */
export function readAudits(db: Database, wanted: readonly number[]): ListedAudit[] {
  return db
    .query<ListedAudit, [string]>(
      `select audit_logs.id, actor_id as actorId, username as actorName, actor_type as actorType, action,
         target_type as targetType, target_id as targetId, metadata, ip_address as ipAddress,
         user_agent as userAgent, audit_logs.created_at as createdAt
       from json_each(?) cross join audit_logs on audit_logs.id = value
       left join users on users.id = actor_id
       order by audit_logs.id desc`,
    )
    .all(JSON.stringify(wanted));
}

interface Id {
  readonly id: number;
}

function ids(rows: readonly Id[]): number[] {
  return rows.map(({ id }) => id);
}
