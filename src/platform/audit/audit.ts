import { appendAudit } from "#db/platform/audit.ts";
import type { App, Caller, Staff } from "#src/app.ts";

export interface AuditEntry {
  /** Such as "campaign.create". */
  readonly action: string;
  readonly target?: readonly [type: string, id: string | number] | undefined;
  /** Never secrets, never message bodies. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** In the transaction of the change that it tells of. */
export function record(app: App, actor: Staff, deed: AuditEntry): void {
  appendEntry(app, deed, actor.id, actor.caller);
}

/** What nobody signed in did: the machine itself, a client's text, the shell. */
export function recordSystem(app: App, deed: AuditEntry, caller?: Caller): void {
  appendEntry(app, deed, null, caller);
}

function appendEntry(
  app: App,
  deed: AuditEntry,
  actorId: string | null,
  caller: Caller | undefined,
): void {
  appendAudit(app.db, {
    actorId,
    actorType: actorId === null ? "system" : "user",
    action: deed.action,
    targetType: deed.target?.[0] ?? null,
    targetId: deed.target ? String(deed.target[1]) : null,
    metadata: JSON.stringify(deed.metadata ?? {}),
    ipAddress: caller?.ip ?? null,
    userAgent: caller?.userAgent ?? null,
    createdAt: app.now(),
  });
  app.events.changed("audit-logs");
}
