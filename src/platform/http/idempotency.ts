import type { Context } from "hono";
import { inTransaction, whenFree } from "#db/connection.ts";
import { findReply, saveReply } from "#db/platform/idempotency.ts";
import type { App, Staff } from "#src/app.ts";
import { perApp } from "#src/platform/per-app.ts";
import { Problem } from "#src/shared/problem.ts";

const MAX_KEY_LENGTH = 200;

/** A request that takes effect once. */
interface Once {
  readonly key: string;
  readonly bodyHash: Uint8Array;
}

interface Running {
  readonly bodyHash: Uint8Array;
  readonly reply: Promise<unknown>;
}

/** Requests that are still running, by user and key. */
const running = perApp(() => new Map<string, Running>());

/** @throws Problem 400 for a key of more than 200 characters */
export function readIdempotencyKey(c: Context): string | undefined {
  const key = c.req.header("idempotency-key");
  if (key !== undefined && key.length > MAX_KEY_LENGTH)
    throw new Problem(400, `An Idempotency-Key can be up to ${MAX_KEY_LENGTH} characters.`);
  return key;
}

export function hashOf(body: unknown): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(body) ?? "").digest();
}

/**
 * Runs a request once per Idempotency-Key. A repeat returns the first reply, even while the first
 * request is still running. The reply of a synchronous service function is saved in the function's own
 * transaction, that of an asynchronous one as soon as it is ready. A refusal is not saved, so the key may
 * be used again.
 * @throws Problem 422 when the key was used with another body
 */
export function runOnce(app: App, actor: Staff, once: Once, run: () => unknown): unknown {
  const byKey = running(app);
  const id = `${actor.id} ${once.key}`;
  const first = byKey.get(id);
  if (first) {
    requireSameBody(first.bodyHash, once);
    return first.reply;
  }

  const reply = inTransaction(app.db, () => {
    const saved = findReply(app.db, actor.id, once.key);
    if (saved) {
      requireSameBody(saved.bodyHash, once);
      return saved.reply;
    }
    const fresh = run();
    if (!(fresh instanceof Promise)) save(app, actor, once, fresh);
    return fresh;
  });
  if (!(reply instanceof Promise)) return reply;
  const saved = saveWhenDone(app, actor, once, reply).finally(() => byKey.delete(id));
  byKey.set(id, { bodyHash: once.bodyHash, reply: saved });
  return saved;
}

function requireSameBody(first: Uint8Array | null, { bodyHash }: Once): void {
  if (first !== null && !Buffer.from(first).equals(bodyHash))
    throw new Problem(422, "This Idempotency-Key was used for another request. Use a new one.");
}

async function saveWhenDone(app: App, actor: Staff, once: Once, reply: Promise<unknown>) {
  const value: unknown = await reply;
  await whenFree(() => save(app, actor, once, value));
  return value;
}

function save(app: App, actor: Staff, { key, bodyHash }: Once, reply: unknown): void {
  saveReply(app.db, actor.id, key, { reply, bodyHash }, app.now());
}
