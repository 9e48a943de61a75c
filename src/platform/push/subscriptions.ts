import { inTransaction } from "#db/connection.ts";
import {
  deletePushSubscription,
  findPushSubscription,
  savePushSubscription,
} from "#db/platform/push-subscriptions.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { hashOfSession } from "#src/platform/http/session-cookie.ts";
import { Problem } from "#src/shared/problem.ts";
import type { PushKind, PushState, Subscription } from "./contract.ts";
import { kindsOf, mayHear } from "./kinds.ts";

export function readPushState(app: App, actor: Staff, session: string | undefined): PushState {
  const subscription = session ? findPushSubscription(app.db, hashOfSession(session)) : undefined;
  return {
    available: kindsOf(actor),
    kinds: (subscription?.kinds as readonly PushKind[] | undefined)?.slice() ?? null,
    quietAtNight: subscription?.quietAtNight ?? false,
  };
}

/** Tells this session's browser of these kinds of news, until the session ends. @throws Problem 400, 403 */
export function subscribe(
  app: App,
  actor: Staff,
  session: string | undefined,
  { endpoint, keys, kinds, quietAtNight = false }: Subscription,
): PushState {
  if (new URL(endpoint).protocol !== "https:" && !app.config.allowPrivateHosts)
    throw new Problem(400, "A push service's address begins with https.");
  if (!kinds.every((kind) => mayHear(actor, kind)))
    throw new Problem(403, "You don't have permission to do this.");
  return inTransaction(app.db, () => {
    const subscription = { userId: actor.id, endpoint, ...keys, kinds, quietAtNight };
    savePushSubscription(app.db, requireSession(session), subscription, app.now());
    record(app, actor, { action: "push.subscribe", metadata: { kinds, quietAtNight } });
    app.events.changed("account");
    return readPushState(app, actor, session);
  });
}

export function unsubscribe(app: App, actor: Staff, session: string | undefined): PushState {
  return inTransaction(app.db, () => {
    deletePushSubscription(app.db, requireSession(session));
    record(app, actor, { action: "push.unsubscribe" });
    app.events.changed("account");
    return readPushState(app, actor, session);
  });
}

function requireSession(session: string | undefined): Uint8Array {
  if (!session) throw new Problem(401, "Please sign in.");
  return hashOfSession(session);
}
