import { appendAudit } from "#db/platform/audit.ts";
import { readAuditSubjects } from "#db/platform/audit-subjects.ts";
import type { App, Caller, Staff } from "#src/app.ts";

export interface AuditEntry {
  /** Such as "campaign.create". */
  readonly action: string;
  readonly target?: readonly [type: string, id: string | number] | undefined;
  /** Never secrets, never message bodies. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** Records an action of a user, or of the system without one, in the transaction of the change. */
export function record(app: App, actor: Staff | null, entry: AuditEntry): void {
  appendEntry(app, entry, actor?.id ?? null, actor?.caller);
}

/** Records an action without a signed-in user: by a job, a client's text or the command line. */
export function recordSystem(app: App, entry: AuditEntry, caller?: Caller): void {
  appendEntry(app, entry, null, caller);
}

function appendEntry(
  app: App,
  entry: AuditEntry,
  actorId: string | null,
  caller: Caller | undefined,
): void {
  appendAudit(app.db, {
    actorId,
    actorType: actorId === null ? "system" : "user",
    action: entry.action,
    targetType: entry.target?.[0] ?? null,
    targetId: entry.target ? String(entry.target[1]) : null,
    metadata: JSON.stringify({ ...entry.metadata, ...visitNow(app, entry) }),
    ipAddress: caller?.ip ?? null,
    userAgent: caller?.userAgent ?? null,
    createdAt: app.now(),
  });
  app.events.changed("audit-logs");
}

/** The visit as it is now, because later changes must not alter what its entry says. */
function visitNow(app: App, { target: [type, id] = ["", ""] }: AuditEntry) {
  if (type !== "appointment" && type !== "booking") return {};
  const [subject] = readAuditSubjects(app.db, [[type, String(id)]]);
  if (!subject?.startsAt) return {};
  const { startsAt, service, employeeId } = subject;
  return { visit: { startsAt, service, employeeId } };
}
