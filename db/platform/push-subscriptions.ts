import type { Database } from "#db/connection.ts";
import { bytes, flag, integer, json, type RowOf, table, text } from "#db/rows.ts";

const subscriptions = table("push_subscriptions", {
  id: integer(),
  userId: text(),
  endpoint: text(),
  p256dh: text(),
  auth: text(),
  kinds: json<readonly string[]>(),
  quietAtNight: flag(),
  sessionHash: bytes(),
  createdAt: integer(),
});

export type PushSubscription = RowOf<typeof subscriptions>;

/** Stores a session's subscription, which replaces its former one and any other session's of that browser. */
export function savePushSubscription(
  db: Database,
  subscription: Omit<PushSubscription, "id">,
): void {
  db.query("delete from push_subscriptions where session_hash = ? or endpoint = ?").run(
    subscription.sessionHash,
    subscription.endpoint,
  );
  subscriptions.insert(db, subscription);
}

export function findPushSubscription(
  db: Database,
  sessionHash: Uint8Array,
): PushSubscription | undefined {
  return subscriptions.find(db, "where session_hash = ?", sessionHash) ?? undefined;
}

/** The subscriptions of open sessions that want this kind of news. */
export function pushSubscriptionsFor(db: Database, kind: string, now: number): PushSubscription[] {
  return subscriptions.list(
    db,
    `where exists (select 1 from json_each(push_subscriptions.kinds) where value = $kind)
       and exists (select 1 from sessions s where s.id_hash = session_hash and s.expires_at > $now)`,
    { kind, now },
  );
}

export function deletePushSubscription(db: Database, sessionHash: Uint8Array): void {
  db.query("delete from push_subscriptions where session_hash = ?").run(sessionHash);
}

/** The browser has ended the subscription, or its push service no longer knows it. */
export function deletePushEndpoint(db: Database, endpoint: string): void {
  db.query("delete from push_subscriptions where endpoint = ?").run(endpoint);
}
