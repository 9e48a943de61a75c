import * as store from "#db/calendar/deletion-conflicts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, ErasedClient, Staff } from "#src/app.ts";
import { removeAppointment } from "#src/calendar/appointments/appointments.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { nameKey } from "#src/shared/names.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import type { DeletionConflict } from "./contract.ts";

const MOST_SHOWN = 200;

/** What a call said beside the client's name. */
export interface Asked {
  readonly start: string | null;
  readonly end: string | null;
  readonly service: string | null;
  readonly employee: string | null;
}

/** A call that may mean several appointments. The same call again answers the one that waits. */
export function openConflict(
  app: App,
  owner: Staff,
  clientName: string,
  asked: Asked,
  appointmentIds: readonly number[],
): number {
  return inTransaction(app.db, () => {
    const call = JSON.stringify({ ...asked, client: nameKey(clientName) });
    const waiting = store.findPendingAsked(app.db, call);
    const id =
      waiting ?? store.insertConflict(app.db, { clientName, asked: call, createdAt: app.now() });
    store.addCandidates(app.db, id, appointmentIds);
    if (waiting === undefined)
      record(app, owner, {
        action: "deletion_conflict.open",
        target: ["deletion_conflict", id],
        metadata: { appointments: appointmentIds },
      });
    app.events.changed("deletion-conflicts", id);
    return id;
  });
}

/** Those of which the reader may see every appointment. */
export function listConflicts(app: App, actor: Staff): DeletionConflict[] {
  const conflicts = store.pendingConflicts(app.db, MOST_SHOWN);
  const candidates = store.candidatesOf(
    app.db,
    conflicts.map(({ id }) => id),
  );
  return conflicts.flatMap((conflict) => {
    const rows = candidates.get(conflict.id) ?? [];
    return maySeeAll(actor, rows) ? [shown(conflict, rows)] : [];
  });
}

export function countConflicts(app: App, actor: Staff): number {
  return listConflicts(app, actor).length;
}

/** @throws Problem 404, 409 when it is resolved, 400 when the appointment is none of its candidates */
export function resolveConflict(
  app: App,
  actor: Staff,
  id: number,
  appointmentId: number,
): DeletionConflict {
  return inTransaction(app.db, () => {
    const candidates = pendingCandidates(app, actor, id);
    if (!candidates.some((one) => one.id === appointmentId)) {
      const words = "This appointment is none of those to choose from, or it is gone already.";
      throw new Problem(400, words, { errors: { appointmentId: words } });
    }
    removeAppointment(app, actor, appointmentId);
    return settled(app, actor, id, "deletion_conflict.resolve", { appointment: appointmentId });
  });
}

/** All appointments stay. @throws Problem 404, 409 */
export function dismissConflict(app: App, actor: Staff, id: number): DeletionConflict {
  return inTransaction(app.db, () => {
    pendingCandidates(app, actor, id);
    return settled(app, actor, id, "deletion_conflict.dismiss");
  });
}

/** When every appointment to choose from was deleted elsewhere, there is nothing left to decide. */
export function closeEmptyConflicts(app: App): void {
  const ids = store.emptyConflicts(app.db);
  if (ids.length === 0) return;
  inTransaction(app.db, () => {
    for (const id of ids) {
      store.settleConflict(app.db, id, app.now(), null);
      recordSystem(app, { action: "deletion_conflict.close", target: ["deletion_conflict", id] });
    }
    app.events.changed("deletion-conflicts");
  });
}

/** In the transaction that erases a client. */
export function eraseConflictsOfClient(app: App, { name }: ErasedClient): void {
  const key = nameKey(name);
  store.forgetConflictsOf(app.db, (clientName) => nameKey(clientName) === key);
  app.events.changed("deletion-conflicts");
}

function settled(
  app: App,
  actor: Staff,
  id: number,
  action: string,
  metadata?: Record<string, unknown>,
): DeletionConflict {
  store.settleConflict(app.db, id, app.now(), actor.id);
  record(app, actor, { action, target: ["deletion_conflict", id], metadata });
  app.events.changed("deletion-conflicts", id);
  return shown(found(app, id), store.candidatesOf(app.db, [id]).get(id) ?? []);
}

/** What the actor may not see all of is not there for them. */
function pendingCandidates(app: App, actor: Staff, id: number): store.CandidateRow[] {
  const conflict = found(app, id);
  const rows = store.candidatesOf(app.db, [id]).get(id) ?? [];
  if (!maySeeAll(actor, rows)) throw gone();
  if (conflict.status !== "pending") throw new Problem(409, "Somebody has decided this already.");
  return rows;
}

function found(app: App, id: number): store.ConflictRow {
  const conflict = store.findConflict(app.db, id);
  if (!conflict) throw gone();
  return conflict;
}

function gone(): Problem {
  return new Problem(404, "This conflict does not exist any more.");
}

function maySeeAll(actor: Staff, rows: readonly store.CandidateRow[]): boolean {
  // Without any, nobody can tell whose they were.
  if (rows.length === 0) return actor.role === "admin";
  return rows.every(({ employeeId }) => maySeeEmployee(actor, employeeId));
}

function shown(conflict: store.ConflictRow, rows: readonly store.CandidateRow[]): DeletionConflict {
  const { start, end, service, employee } = JSON.parse(conflict.asked) as Partial<Asked>;
  return {
    id: conflict.id,
    clientName: conflict.clientName,
    appointmentIds: rows.map(({ id }) => id),
    appointments: rows.map((row) => ({
      id: row.id,
      service: row.service,
      employee: row.employeeName === null ? null : { name: row.employeeName },
      appointmentDate: row.startsAt,
      durationMinutes: row.durationMinutes,
    })),
    asked: {
      start: start ?? null,
      end: end ?? null,
      service: service ?? null,
      employee: employee ?? null,
    },
    status: conflict.status,
    createdAt: new Date(conflict.createdAt).toISOString(),
    resolvedAt: conflict.resolvedAt === null ? null : new Date(conflict.resolvedAt).toISOString(),
  };
}
