import type { Database } from "#db/connection.ts";
import { insertRow, reader } from "#db/rows.ts";

export interface PushSubscription {
  readonly id: number;
  readonly userId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly kinds: readonly string[];
  readonly quietAtNight: boolean;
}

interface StoredSubscription extends Omit<PushSubscription, "kinds" | "quietAtNight"> {
  /** JSON. */
  readonly kinds: string;
  readonly quietAtNight: number;
}

const subscriptions = reader<StoredSubscription, PushSubscription>(
  `select id, user_id, endpoint, p256dh, auth, kinds, quiet_at_night
  from push_subscriptions`,
  toSubscription,
);

/** Stores a session's subscription, which replaces its former one and any other session's of that browser. */
export function savePushSubscription(
  db: Database,
  sessionHash: Uint8Array,
  subscription: Omit<PushSubscription, "id">,
  createdAt: number,
): void {
  db.query("delete from push_subscriptions where session_hash = ? or endpoint = ?").run(
    sessionHash,
    subscription.endpoint,
  );
  insertRow(db, "push_subscriptions", {
    ...subscription,
    kinds: JSON.stringify(subscription.kinds),
    quietAtNight: Number(subscription.quietAtNight),
    sessionHash,
    createdAt,
  });
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

function toSubscription(row: StoredSubscription): PushSubscription {
  return {
    ...row,
    kinds: JSON.parse(row.kinds) as string[],
    quietAtNight: row.quietAtNight === 1,
  };
}
