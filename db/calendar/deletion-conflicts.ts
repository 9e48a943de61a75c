import { presentNumber } from "#db/clients/contact-numbers.ts";
import type { Database } from "#db/connection.ts";
import { findValue, integer, orNull, pluck, type RowOf, table, text } from "#db/rows.ts";

/** An appointment that the webhook request may refer to. */
export interface CandidateRow {
  readonly conflictId: number;
  readonly id: number;
  readonly employeeId: number;
  readonly employeeName: string | null;
  readonly startsAt: string;
  readonly durationMinutes: number;
  readonly service: string;
  readonly contactId: number | null;
  readonly phone: number | null;
}

const conflicts = table("deletion_conflicts", {
  id: integer(),
  clientName: text(),
  status: text<"pending" | "resolved">(),
  createdAt: integer(),
  resolvedAt: orNull(integer()),
  resolvedBy: orNull(text()),
  /** JSON of the webhook request's fields. */
  asked: text(),
});

export type ConflictRow = RowOf<typeof conflicts>;

/** Returns the pending conflicts that have candidates, newest first. */
export function listPendingConflicts(db: Database, most: number): ConflictRow[] {
  return conflicts.list(
    db,
    `where status = 'pending' and exists (select 1 from deletion_candidates where conflict_id = id)
     order by id desc limit ?`,
    most,
  );
}

/** Returns the pending conflicts whose candidates are all deleted. */
export function listEmptyConflicts(db: Database): number[] {
  return pluck(
    db,
    `select id from deletion_conflicts
     where status = 'pending' and not exists (select 1 from deletion_candidates where conflict_id = id)`,
  );
}

export function findConflict(db: Database, id: number): ConflictRow | null {
  return conflicts.find(db, "where id = ?", id);
}

export function findPendingConflict(db: Database, asked: string): number | undefined {
  return findValue<number>(
    db,
    "select id from deletion_conflicts where status = 'pending' and asked <> '{}' and asked = ?",
    asked,
  );
}

export function insertConflict(
  db: Database,
  conflict: Pick<ConflictRow, "clientName" | "asked" | "createdAt">,
): number {
  return conflicts.insert(db, conflict);
}

export function addCandidates(
  db: Database,
  conflictId: number,
  appointmentIds: readonly number[],
): void {
  const insert = db.query(
    "insert or ignore into deletion_candidates (conflict_id, appointment_id) values (?, ?)",
  );
  for (const id of appointmentIds) insert.run(conflictId, id);
}

/** Returns the candidates by conflict, earliest first. */
export function candidatesOf(
  db: Database,
  conflictIds: readonly number[],
): Map<number, CandidateRow[]> {
  const rows = db
    .query<CandidateRow, [string]>(
      `select conflict_id as conflictId, appointments.id, employee_id as employeeId, employees.name as employeeName,
         starts_at as startsAt, duration_minutes as durationMinutes, service,
         contact_id as contactId, ${presentNumber("appointments")} as phone
       from json_each(?) cross join deletion_candidates on conflict_id = value
       join appointments on appointments.id = appointment_id
       left join employees on employees.id = employee_id
       order by starts_at, appointments.id`,
    )
    .all(JSON.stringify(conflictIds));
  return Map.groupBy(rows, ({ conflictId }) => conflictId);
}

export function setConflictResolved(db: Database, id: number, at: number, by: string | null): void {
  conflicts.update(db, id, { status: "resolved", resolvedAt: at, resolvedBy: by });
}

/** Deletes the conflicts of an erased client. */
export function deleteConflictsOf(db: Database, isTheirs: (clientName: string) => boolean): void {
  const rows = db
    .query<{ id: number; clientName: string }, []>(
      "select id, client_name as clientName from deletion_conflicts",
    )
    .all();
  for (const { id, clientName } of rows)
    if (isTheirs(clientName)) db.query("delete from deletion_conflicts where id = ?").run(id);
}
