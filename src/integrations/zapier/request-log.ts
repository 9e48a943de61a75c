import { blankCalls, insertCall, listCalls } from "#db/integrations/webhook-requests.ts";
import type { App, Caller } from "#src/app.ts";
import { count } from "#src/platform/http/rate-limit.ts";
import { nameKey } from "#src/shared/names.ts";
import type { WebhookCall } from "./contract.ts";
import { KEY_FIELD } from "./payload.ts";

const MOST_FIELDS = 20;
const LONGEST_VALUE = 200;
/** Of calls with a wrong key so many are written down in an hour; the others are only refused. */
const STRANGERS_AN_HOUR = 60;

export interface Call {
  readonly path: string;
  /** Undefined for a key that nobody has: then nothing of what it sent is kept. */
  readonly userId: string | undefined;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
}

/** Writes one down; in the transaction of what it did, if it did anything. */
export function noteCall(app: App, call: Call, status: number, words: string): void {
  if (
    call.userId === undefined &&
    count(app, "webhook strangers noted", 3600).used > STRANGERS_AN_HOUR
  )
    return;
  insertCall(app.db, {
    path: call.path,
    userId: call.userId ?? null,
    status,
    words,
    fields: JSON.stringify(call.userId === undefined ? {} : told(call.raw)),
    ipAddress: call.caller.ip,
    createdAt: app.now(),
  });
  app.events.changed("webhooks");
}

export function lastCalls(app: App): WebhookCall[] {
  return listCalls(app.db).map((row) => ({
    id: row.id,
    path: row.path,
    username: row.username,
    status: row.status,
    words: row.words,
    fields: JSON.parse(row.fields) as Record<string, string>,
    ipAddress: row.ipAddress,
    createdAt: new Date(row.createdAt).toISOString(),
  }));
}

/** By the number in any writing, or by the name. */
export function blankCallsOf(app: App, client: { name: string; phone: string }): void {
  const name = nameKey(client.name);
  const line = client.phone.replace(/\D/g, "").slice(-10);
  blankCalls(app.db, (fields) => {
    const {
      first_name: first = "",
      last_name: last = "",
      ...others
    } = JSON.parse(fields) as Record<string, string>;
    return (
      nameKey(`${first} ${last}`) === name ||
      Object.values(others).some((value) => value.replace(/\D/g, "").endsWith(line))
    );
  });
  app.events.changed("webhooks");
}

function told(raw: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(raw)
      .filter(([name, value]) => name !== KEY_FIELD && value !== null && value !== "")
      .slice(0, MOST_FIELDS)
      .map(([name, value]) => [
        name.slice(0, LONGEST_VALUE),
        (typeof value === "object" ? JSON.stringify(value) : String(value)).slice(0, LONGEST_VALUE),
      ]),
  );
}
