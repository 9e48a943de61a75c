import { inTransaction, whenFree, writeWhenFree } from "#db/connection.ts";
import * as store from "#db/platform/push-subscriptions.ts";
import { setSetting } from "#db/platform/settings.ts";
import { findUser } from "#db/platform/users.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { hashOfSession } from "#src/platform/http/cookies.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { maskName, maskText } from "#src/platform/masking/mask-text.ts";
import {
  generateVapidKeys,
  type PushMessage,
  type VapidKeys,
} from "#src/platform/providers/push.ts";
import { findSecret, getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { mayOpen, maySeeEmployee, type Page, type Visitor } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import { clockOf } from "#src/shared/wall-time.ts";
import { PUSH_KINDS, type PushKind, type PushState, push, type Subscription } from "./contract.ts";

export const pushModule = defineModule(push, {
  state: staff("any", ({ app, actor, session }) => readPushState(app, actor, session)),
  key: staff("any", async ({ app, actor }) => ({
    publicKey: (await vapidKeys(app, actor)).publicKey,
  })),
  subscribe: staff("any", ({ app, actor, session, body }) => subscribe(app, actor, session, body)),
  unsubscribe: staff("any", ({ app, actor, session }) => unsubscribe(app, actor, session)),
});

/** News for the staff. Each user gets it masked as on the screens. */
interface News {
  readonly kind: PushKind;
  /** Shown where it is about no client. */
  readonly title: string;
  readonly client?: {
    readonly id: number | null;
    readonly name: string;
    readonly phone: string | null;
  };
  readonly body: string;
  /** Users who may not see this employee are not told. */
  readonly employeeId?: number | null;
  /** The page that opens. */
  readonly path: string;
  /** News with the same tag replace each other. */
  readonly tag: string;
}

/** Push services require a contact address for abuse. */
const FALLBACK_CONTACT = "mailto:postmaster@localhost";
/** In the business's time zone. Nothing is sent later instead: the screens show it in the morning. */
const NIGHT = { from: "21:00", until: "08:00" };

/** The pages that show such news; users without any of them can't choose the kind. */
const PAGES: Readonly<Record<Exclude<PushKind, "alert">, readonly Page[]>> = {
  reply: ["/inbox"],
  request: ["/potential-appointments", "/appointments"],
  booking: ["/appointments"],
  "missed-call": ["/call-transcripts"],
};

/**
 * Notifies the browsers that subscribed to this kind of news. May be called in a transaction: sending starts
 * after the commit, in the background. News is never sent twice, and is lost if the server stops first.
 */
export function notifyStaff(app: App, news: News): void {
  if (app.config.passive) return;
  queueMicrotask(() => {
    sendNews(app, news).catch((error: unknown) =>
      app.log("error", "bug", { while: "sending news", error }),
    );
  });
}

/** Resolves when every push service has answered. */
async function sendNews(app: App, news: News): Promise<void> {
  const clock = clockOf(toWallTime(app, app.now()));
  const isNight = clock >= NIGHT.from || clock < NIGHT.until;
  const subscriptions = store
    .pushSubscriptionsFor(app.db, news.kind, app.now())
    .filter(({ quietAtNight }) => !(isNight && quietAtNight));
  const keys = subscriptions.length > 0 ? findVapidKeys(app) : undefined;
  if (!keys) return;
  const { businessEmail } = getSettings(app);
  const contact = businessEmail ? `mailto:${businessEmail}` : FALLBACK_CONTACT;
  await Promise.all(
    subscriptions.map(async (subscription) => {
      const message = messageFor(app, subscription, news);
      if (!message) return;
      const outcome = await app.providers.push({ ...keys, contact }).send(subscription, message);
      if (outcome.kind === "gone")
        await whenFree(() => store.deletePushEndpoint(app.db, subscription.endpoint));
      else if (outcome.kind === "failed")
        app.log("warn", "a push service refused news", { reason: outcome.reason });
    }),
  );
}

/** Undefined when the user may not hear of it, also by a permission that was taken away since. */
function messageFor(
  app: App,
  { userId }: store.PushSubscription,
  news: News,
): PushMessage | undefined {
  const user = findUser(app.db, userId);
  const { employeeId, kind, path } = news;
  const [page = ""] = path.split("?");
  if (!user?.approved || !mayHear(user, kind) || !mayOpen(user, page)) return undefined;
  if (typeof employeeId === "number" && !maySeeEmployee(user, employeeId)) return undefined;
  return { ...maskNews(user, news), url: news.path, tag: news.tag };
}

function maskNews(reader: Visitor, { client, title, body }: News) {
  if (!client) return { title, body };
  const name = formatPhone(maskName(reader, client.name, client.id ?? undefined));
  return { title: `${title}${name}`, body: maskText(reader, body, client) };
}

function readPushState(app: App, actor: Staff, session: string | undefined): PushState {
  const subscription = session
    ? store.findPushSubscription(app.db, hashOfSession(session))
    : undefined;
  return {
    available: PUSH_KINDS.filter((kind) => mayHear(actor, kind)),
    kinds: (subscription?.kinds as readonly PushKind[] | undefined)?.slice() ?? null,
    quietAtNight: subscription?.quietAtNight ?? false,
  };
}

/** Tells this session's browser of these kinds of news, until the session ends. @throws Problem 400, 403 */
function subscribe(
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
    store.savePushSubscription(app.db, {
      userId: actor.id,
      sessionHash: requireSession(session),
      endpoint,
      ...keys,
      kinds,
      quietAtNight,
      createdAt: app.now(),
    });
    record(app, actor, { action: "push.subscribe", metadata: { kinds, quietAtNight } });
    app.events.changed("account");
    return readPushState(app, actor, session);
  });
}

function unsubscribe(app: App, actor: Staff, session: string | undefined): PushState {
  return inTransaction(app.db, () => {
    store.deletePushSubscription(app.db, requireSession(session));
    record(app, actor, { action: "push.unsubscribe" });
    app.events.changed("account");
    return readPushState(app, actor, session);
  });
}

function requireSession(session: string | undefined): Uint8Array {
  if (!session) throw new Problem(401, "Sign in to continue.");
  return hashOfSession(session);
}

function mayHear(user: Visitor, kind: PushKind): boolean {
  if (kind === "alert") return user.role === "admin";
  return PAGES[kind].some((page) => mayOpen(user, page));
}

/** Returns this server's keys for push services (RFC 8292), and generates them at first use. */
async function vapidKeys(app: App, actor: Staff): Promise<VapidKeys> {
  const known = findVapidKeys(app);
  if (known) return known;
  const made = await generateVapidKeys();
  return writeWhenFree(app.db, () => {
    // Another request may have been faster.
    const other = findVapidKeys(app);
    if (other) return other;
    setSetting(app.db, "vapidPublicKey", made.publicKey);
    setSetting(app.db, "vapidPrivateKey", app.secrets.seal("vapidPrivateKey", made.privateKey));
    record(app, actor, { action: "push.generate_keys" });
    app.events.changed("settings");
    return made;
  });
}

/** Undefined before the first use, and when the private key was sealed with another key. */
function findVapidKeys(app: App): VapidKeys | undefined {
  const privateKey = findSecret(app, "vapidPrivateKey");
  const { vapidPublicKey: publicKey } = getSettings(app);
  return privateKey && publicKey ? { publicKey, privateKey } : undefined;
}
