import { randomBytes } from "node:crypto";
import type { Context, Hono } from "hono";
import { inTransaction, whenFree, writeWhenFree } from "#db/connection.ts";
import * as store from "#db/integrations/zapier.ts";
import { findUser } from "#db/platform/users.ts";
import type { App, Caller, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { callerOf } from "#src/platform/http/caller.ts";
import {
  countUse,
  type Limit,
  limitRate,
  requireBelowLimit,
} from "#src/platform/http/rate-limit.ts";
import { admin, adminWithPassword, defineModule } from "#src/platform/http/routes.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import { Problem } from "#src/shared/problem.ts";
import {
  createAppointmentFromRequest,
  deleteAppointmentFromRequest,
} from "./appointment-requests.ts";
import {
  createContactFromRequest,
  updateContactFromRequest,
  type WebhookReply,
} from "./contact-requests.ts";
import { INBOUND_PATHS, type Inbound, webhooks } from "./contract.ts";
import { KEY_FIELD, type RawFields, readFields } from "./payload.ts";
import { type InboundRequest, listRequests, recordRequest } from "./request-log.ts";

export const webhookModule = defineModule(webhooks, {
  readKey: adminWithPassword(({ app, actor }) => ({ apiKey: findApiKey(app, actor) })),
  generateKey: adminWithPassword(({ app, actor }) => ({ apiKey: generateApiKey(app, actor) })),
  requests: admin(({ app }) => listRequests(app)),
});

/** A program may send a whole day's appointments at once. */
const OF_KEY: Limit = { name: "webhook requests of a key", most: 600, seconds: 60 };
/** One address may serve all customers of a program. */
const OF_ADDRESS: Limit = { name: "webhook requests", most: 1_200, seconds: 60 };
const INVALID_KEYS: Limit = { name: "invalid webhook keys", most: 20, seconds: 60 };

type Handler = (app: App, owner: Staff, raw: RawFields) => WebhookReply;

export const HANDLERS: Readonly<Record<Inbound, Handler>> = {
  contactCreate: createContactFromRequest,
  contactUpdate: updateContactFromRequest,
  appointmentCreate: createAppointmentFromRequest,
  appointmentDelete: deleteAppointmentFromRequest,
};

/** Mounts the webhooks of outside programs, which send an API key in the body instead of a session. */
export function mountInboundWebhooks(hono: Hono, app: App): void {
  for (const [name, path] of Object.entries(INBOUND_PATHS) as [Inbound, string][])
    hono.post(path, (c) => handleRequest(c, app, path, HANDLERS[name]));
}

async function handleRequest(
  c: Context,
  app: App,
  path: string,
  handler: Handler,
): Promise<Response> {
  const caller = callerOf(c, app);
  limitRate(app, OF_ADDRESS, caller);
  const raw = await readFields(c);
  const key = raw[KEY_FIELD];
  const owner = await whenFree(() =>
    typeof key === "string" ? findKeyOwner(app, key.trim(), caller) : undefined,
  );
  const request: InboundRequest = { path, userId: owner?.id, raw, caller };
  if (!owner) return refuse(app, request, key !== undefined && key !== "");

  limitRate(app, OF_KEY, owner.id);
  try {
    const { status, body } = await writeWhenFree(app.db, () => {
      const reply = handler(app, owner, raw);
      recordRequest(app, request, reply.status, reply.body.message);
      return reply;
    });
    countWebhook(app, "accepted");
    return c.json(body, status, { "cache-control": "no-store" });
  } catch (error) {
    const [status, message] =
      error instanceof Problem
        ? [error.status, error.message]
        : [500, "Something went wrong on our side. Try again."];
    countWebhook(app, status === 500 ? "failed" : "accepted");
    // If logging fails too, as on a full disk, the reply reports the first error.
    await recordInTransaction(app, request, status, message).catch(() => undefined);
    throw error;
  }
}

/** Invalid keys are limited by address. They never hold up requests with a valid key. */
async function refuse(app: App, request: InboundRequest, hasKey: boolean): Promise<never> {
  requireBelowLimit(app, INVALID_KEYS, request.caller);
  countUse(app, INVALID_KEYS, request.caller);
  const message = hasKey
    ? "The api_key isn't valid. Copy it from Settings, Zapier Integration."
    : "The api_key is missing. Copy it from Settings, Zapier Integration.";
  await recordInTransaction(app, request, 401, message);
  throw new Problem(401, message);
}

function recordInTransaction(
  app: App,
  request: InboundRequest,
  status: number,
  message: string,
): Promise<void> {
  return writeWhenFree(app.db, () => recordRequest(app, request, status, message));
}

/** The context of the sealed record and its keyed hash. db/platform/encrypted-columns.ts uses it too. */
const SEAL_CONTEXT = "apiKey";
const KEY_BYTES = 32;
/** Longer keys are never valid, so they are not hashed. */
const MAX_KEY_LENGTH = 200;

/** Returns the user's key; null if there is none or the secret key that sealed it is lost. */
export function findApiKey(app: App, actor: Staff): string | null {
  const sealed = store.findSealedKey(app.db, actor.id);
  return (sealed && app.secrets.open(SEAL_CONTEXT, sealed)) ?? null;
}

export function generateApiKey(app: App, actor: Staff): string {
  const key = `parlor_${randomBytes(KEY_BYTES).toString("base64url")}`;
  inTransaction(app.db, () => {
    const isReplacement = store.findSealedKey(app.db, actor.id) !== undefined;
    store.saveApiKey(app.db, {
      userId: actor.id,
      sealed: app.secrets.seal(SEAL_CONTEXT, key),
      lookup: app.secrets.keyedHash(SEAL_CONTEXT, key),
      createdAt: app.now(),
    });
    record(app, actor, {
      action: isReplacement ? "api_key.regenerate" : "api_key.generate",
      target: ["user", actor.id],
    });
    app.events.changed("webhooks");
  });
  return key;
}

/**
 * Returns the owner of a key, or undefined if the key is unknown or its owner is not an approved admin. The
 * lookup by keyed hash prevents timing attacks.
 */
export function findKeyOwner(app: App, key: string, caller: Caller): Staff | undefined {
  if (key === "" || key.length > MAX_KEY_LENGTH) return undefined;
  for (const lookup of app.secrets.keyedHashes(SEAL_CONTEXT, key)) {
    const row = store.findApiKeyOwner(app.db, lookup);
    const user = row && findUser(app.db, row.userId);
    if (!row || !user?.approved || user.role !== "admin") continue;
    if (row.lastUsedAt === null || app.now() - row.lastUsedAt > HOUR_MS)
      store.recordApiKeyUse(app.db, user.id, app.now());
    return { ...user, caller };
  }
  return undefined;
}
