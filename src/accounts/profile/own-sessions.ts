import { inTransaction } from "#db/connection.ts";
import * as store from "#db/platform/sessions.ts";
import { deviceName } from "#src/accounts/notices/device-name.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { hashOfSession, SESSION_SECONDS } from "#src/platform/http/session-cookie.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Session } from "./contract.ts";

/** The current session first, then the others by when they were last used. */
export function listSessions(app: App, actor: Staff, session: string | undefined): Session[] {
  const current = session ? hashOfSession(session).toHex() : "";
  return store
    .sessionsOf(app.db, actor.id, app.now())
    .map((row) => ({
      id: publicId(row.idHash),
      device: deviceName(row.userAgent),
      ip: row.ip,
      signedInAt: toIso(row.createdAt),
      // Using a session extends it, at most once an hour.
      lastSeenAt: new Date(row.expiresAt - SESSION_SECONDS * 1000).toISOString(),
      current: row.idHash.toHex() === current,
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** @throws Problem 404 when the session has ended or belongs to another user */
export function endSession(app: App, actor: Staff, id: string): void {
  inTransaction(app.db, () => {
    const row = store
      .sessionsOf(app.db, actor.id, app.now())
      .find(({ idHash }) => publicId(idHash) === id);
    if (!row) throw new Problem(404, "This session has already ended.");
    store.deleteSession(app.db, row.idHash);
    record(app, actor, {
      action: "user.end_session",
      target: ["user", actor.id],
      metadata: { device: deviceName(row.userAgent) },
    });
    app.events.changed("account", actor.id);
  });
}

export function endOtherSessions(
  app: App,
  actor: Staff,
  session: string | undefined,
): { count: number } {
  return inTransaction(app.db, () => {
    const count = store.deleteOtherSessionsOf(app.db, actor.id, hashOfSession(session ?? ""));
    record(app, actor, {
      action: "user.end_other_sessions",
      target: ["user", actor.id],
      metadata: { count },
    });
    app.events.changed("account", actor.id);
    return { count };
  });
}

const ID_LENGTH = 32;

/** Half of the hash of the 256-bit session token: it identifies the session but can't be used to sign in. */
function publicId(idHash: Uint8Array): string {
  return idHash.toHex().slice(0, ID_LENGTH);
}
