import * as store from "#db/calendar/deletion-conflicts.ts";
import { inTransaction } from "#db/connection.ts";
import { phoneText } from "#db/phone.ts";
import type { App, Staff } from "#src/app.ts";
import { removeAppointment } from "#src/calendar/appointments/appointments.ts";
import type { Client } from "#src/hook-shapes.ts";
import type { Waiting } from "#src/messaging/dashboard/contract.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatShortTime } from "#src/shared/long-date.ts";
import { nameKey } from "#src/shared/names.ts";
import { mayOpen, maySeeEmployee } from "#src/shared/permissions.ts";
import { fieldProblem, Problem, requireFound } from "#src/shared/problem.ts";
import { type DeletionConflict, deletionConflicts } from "./contract.ts";

const PAGE = "/appointment-management";

export const deletionConflictModule = defineModule(deletionConflicts, {
  list: staff(PAGE, ({ app, actor }) => listConflicts(app, actor)),
  count: staff(PAGE, ({ app, actor }) => ({ count: listConflicts(app, actor).length })),
  resolve: staff(PAGE, ({ app, actor, id, body }) => resolveConflict(app, actor, id, body)),
  dismiss: staff(PAGE, ({ app, actor, id }) => dismissConflict(app, actor, id)),
});

const MAX_CONFLICTS = 200;

/** The fields of a webhook request to delete an appointment, other than the client's name. */
interface DeletionRequest {
  readonly start: string | null;
  readonly end: string | null;
  readonly service: string | null;
  readonly employee: string | null;
}

/** Opens a conflict for a webhook request that matches several appointments. Idempotent while it is pending. */
export function openConflict(
  app: App,
  owner: Staff,
  clientName: string,
  asked: DeletionRequest,
  appointmentIds: readonly number[],
): number {
  return inTransaction(app.db, () => {
    const requestKey = JSON.stringify({ ...asked, client: nameKey(clientName) });
    const pendingId = store.findPendingConflict(app.db, requestKey);
    const id =
      pendingId ??
      store.insertConflict(app.db, { clientName, asked: requestKey, createdAt: app.now() });
    store.addCandidates(app.db, id, appointmentIds);
    if (pendingId === undefined)
      record(app, owner, {
        action: "deletion_conflict.open",
        target: ["deletion_conflict", id],
        metadata: { appointments: appointmentIds },
      });
    app.events.changed("deletion-conflicts", id);
    return id;
  });
}

/** Returns the pending conflicts whose appointments the actor may all see. */
function listConflicts(app: App, actor: Staff): DeletionConflict[] {
  const conflicts = store.listPendingConflicts(app.db, MAX_CONFLICTS);
  const candidates = store.candidatesOf(
    app.db,
    conflicts.map(({ id }) => id),
  );
  return conflicts.flatMap((conflict) => {
    const rows = candidates.get(conflict.id) ?? [];
    return maySeeAll(actor, rows) ? [toDeletionConflict(conflict, rows)] : [];
  });
}

/** Visits that a line of the dashboard has room for. */
const MAX_NAMED = 2;

/** Lists the conflicts to decide on, for the dashboard. */
export function listWaitingConflicts(app: App, actor: Staff): Waiting[] {
  if (!mayOpen(actor, "/appointment-management")) return [];
  return listConflicts(app, actor).map(({ id, clientName, createdAt, appointments }) => ({
    ...{ kind: "conflict" as const, id, contactId: null, name: clientName, since: createdAt },
    ...{ expiresAt: null, visit: null, messageId: null },
    words: appointments
      .slice(0, MAX_NAMED)
      .map(({ appointmentDate }) => formatShortTime(appointmentDate))
      .join(" or "),
  }));
}

/**
 * @throws Problem 404, 409 when the conflict is resolved, 400 when the appointment is not one of its
 * candidates
 */
function resolveConflict(
  app: App,
  actor: Staff,
  id: number,
  { appointmentId, notify }: { appointmentId: number; notify?: boolean | undefined },
): DeletionConflict {
  return inTransaction(app.db, () => {
    const candidates = getPendingCandidates(app, actor, id);
    const message = "This appointment isn't one of the choices, or it was already deleted.";
    if (!candidates.some((one) => one.id === appointmentId))
      throw fieldProblem(400, "appointmentId", message);
    removeAppointment(app, actor, appointmentId, { notify });
    return closeConflict(app, actor, id, "deletion_conflict.resolve", {
      appointment: appointmentId,
    });
  });
}

/** Closes a conflict without deleting an appointment. @throws Problem 404, 409 */
function dismissConflict(app: App, actor: Staff, id: number): DeletionConflict {
  return inTransaction(app.db, () => {
    getPendingCandidates(app, actor, id);
    return closeConflict(app, actor, id, "deletion_conflict.dismiss");
  });
}

/** Closes the conflicts whose candidates were all deleted elsewhere. */
export function closeEmptyConflicts(app: App): void {
  const ids = store.listEmptyConflicts(app.db);
  if (ids.length === 0) return;
  inTransaction(app.db, () => {
    for (const id of ids) {
      store.setConflictResolved(app.db, id, app.now(), null);
      recordSystem(app, { action: "deletion_conflict.close", target: ["deletion_conflict", id] });
    }
    app.events.changed("deletion-conflicts");
  });
}

/** Deletes a client's conflicts, in the transaction that erases the client. */
export function eraseConflictsOfClient(app: App, { names }: Pick<Client, "names">): void {
  const keys = new Set(names.map(nameKey));
  store.deleteConflictsOf(app.db, (clientName) => keys.has(nameKey(clientName)));
  app.events.changed("deletion-conflicts");
}

function closeConflict(
  app: App,
  actor: Staff,
  id: number,
  action: string,
  metadata?: Record<string, unknown>,
): DeletionConflict {
  store.setConflictResolved(app.db, id, app.now(), actor.id);
  record(app, actor, { action, target: ["deletion_conflict", id], metadata });
  app.events.changed("deletion-conflicts", id);
  return toDeletionConflict(getConflict(app, id), store.candidatesOf(app.db, [id]).get(id) ?? []);
}

/** @throws Problem 404 unless the actor may see all candidates, 409 when the conflict is resolved */
function getPendingCandidates(app: App, actor: Staff, id: number): store.CandidateRow[] {
  const conflict = getConflict(app, id);
  const rows = store.candidatesOf(app.db, [id]).get(id) ?? [];
  if (!maySeeAll(actor, rows)) throw new Problem(404, GONE);
  if (conflict.status !== "pending") throw new Problem(409, "This conflict was already resolved.");
  return rows;
}

function getConflict(app: App, id: number): store.ConflictRow {
  return requireFound(store.findConflict(app.db, id), GONE);
}

const GONE = "This conflict no longer exists.";

function maySeeAll(actor: Staff, rows: readonly store.CandidateRow[]): boolean {
  // Without candidates the employees are unknown.
  if (rows.length === 0) return actor.role === "admin";
  return rows.every(({ employeeId }) => maySeeEmployee(actor, employeeId));
}

function toDeletionConflict(
  conflict: store.ConflictRow,
  rows: readonly store.CandidateRow[],
): DeletionConflict {
  const { start, end, service, employee } = JSON.parse(conflict.asked) as Partial<DeletionRequest>;
  const [first] = rows;
  const client = rows.every((row) => row.contactId === first?.contactId) ? first : undefined;
  return {
    id: conflict.id,
    clientName: conflict.clientName,
    contactId: client?.contactId ?? null,
    phoneNumber: client && client.phone !== null ? phoneText(client.phone) : null,
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
    createdAt: toIso(conflict.createdAt),
    resolvedAt: toIso(conflict.resolvedAt),
  };
}
