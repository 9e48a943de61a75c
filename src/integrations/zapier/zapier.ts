import type { Context, Hono } from "hono";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, ErasedClient, Staff } from "#src/app.ts";
import { callerOf } from "#src/platform/http/caller.ts";
import { count, limit, refuseAfter } from "#src/platform/http/rate-limit.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import { Problem } from "#src/shared/problem.ts";
import { ownerOf } from "./api-key.ts";
import { createAppointmentByCall, deleteAppointmentByCall } from "./appointment-requests.ts";
import { createContactByCall, updateContactByCall } from "./contact-requests.ts";
import { INBOUND, type Inbound } from "./contract.ts";
import { KEY_FIELD, type Raw, readRaw } from "./payload.ts";
import type { Answer } from "./reply.ts";
import { blankCallsOf, type Call, noteCall } from "./request-log.ts";

const MINUTE = 60;
/** A whole day's appointments may come at once. */
const A_MINUTE_OF_ONE_KEY = 600;
/** One address may stand for all customers of a program. */
const A_MINUTE_OF_ONE_ADDRESS = 1_200;
const WRONG_A_MINUTE = 20;

const VERBS: Readonly<Record<Inbound, (app: App, owner: Staff, raw: Raw) => Answer>> = {
  contactCreate: createContactByCall,
  contactUpdate: updateContactByCall,
  appointmentCreate: createAppointmentByCall,
  appointmentDelete: deleteAppointmentByCall,
};

/** What outside programs call: no session and no origin, but a key in the body. */
export function mountInboundCalls(hono: Hono, app: App): void {
  for (const [name, path] of Object.entries(INBOUND) as [Inbound, string][])
    hono.post(path, (c) => answer(c, app, path, VERBS[name]));
}

async function answer(
  c: Context,
  app: App,
  path: string,
  verb: (app: App, owner: Staff, raw: Raw) => Answer,
): Promise<Response> {
  const caller = callerOf(c, app);
  limit(app, `webhooks from ${caller.ip}`, A_MINUTE_OF_ONE_ADDRESS, MINUTE);
  const raw = await readRaw(c);
  const key = raw[KEY_FIELD];
  const owner = await whenFree(() =>
    typeof key === "string" ? ownerOf(app, key.trim(), caller) : undefined,
  );
  const call: Call = { path, userId: owner?.id, raw, caller };
  if (!owner) return refuse(app, call, key !== undefined && key !== "");

  limit(app, `webhooks of ${owner.id}`, A_MINUTE_OF_ONE_KEY, MINUTE);
  try {
    const { status, body } = await whenFree(() =>
      inTransaction(app.db, () => {
        const done = verb(app, owner, raw);
        noteCall(app, call, done.status, done.body.message);
        return done;
      }),
    );
    countWebhook(app, "accepted");
    return c.json(body, status, { "cache-control": "no-store" });
  } catch (error) {
    const [status, words] =
      error instanceof Problem
        ? [error.status, error.message]
        : [500, "Something went wrong on our side. Try again."];
    countWebhook(app, status === 500 ? "failed" : "accepted");
    // On a full disk not even this can be written; what is answered is what went wrong first.
    await note(app, call, status, words).catch(() => undefined);
    throw error;
  }
}

/** Wrong keys are counted by address; whoever has the right one is never held up by them. */
async function refuse(app: App, call: Call, given: boolean): Promise<never> {
  const from = `wrong webhook keys from ${call.caller.ip}`;
  refuseAfter(app, from, WRONG_A_MINUTE);
  count(app, from, MINUTE);
  const words = given
    ? "The api_key is not valid. Copy it from Settings, Zapier Integration."
    : "The api_key is missing. Copy it from Settings, Zapier Integration.";
  await note(app, call, 401, words);
  throw new Problem(401, words);
}

function note(app: App, call: Call, status: number, words: string): Promise<void> {
  return whenFree(() => inTransaction(app.db, () => noteCall(app, call, status, words)));
}

/** In the transaction that erases a client: what calls said of them goes, that they came stays. */
export function eraseRequestsOfClient(app: App, client: ErasedClient): void {
  blankCallsOf(app, client);
}
