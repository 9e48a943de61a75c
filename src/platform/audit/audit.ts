import { appendAudit } from "#db/platform/audit.ts";
import type { App, Caller, Staff } from "#src/app.ts";

export interface AuditEntry {
  /** Such as "campaign.create". */
  readonly action: string;
  readonly target?: readonly [type: string, id: string | number] | undefined;
  /** Never secrets, never message bodies. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** Records an action of a user, in the transaction of the change. */
export function record(app: App, actor: Staff, entry: AuditEntry): void {
  appendEntry(app, entry, actor.id, actor.caller);
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
    metadata: JSON.stringify(entry.metadata ?? {}),
    ipAddress: caller?.ip ?? null,
    userAgent: caller?.userAgent ?? null,
    createdAt: app.now(),
  });
  app.events.changed("audit-logs");
}
