import {
  clearWebhookRequestFields,
  insertWebhookRequest,
  listWebhookRequests,
} from "#db/integrations/zapier.ts";
import type { App, Caller } from "#src/app.ts";
import type { Client } from "#src/hook-shapes.ts";
import { countUse, type Limit } from "#src/platform/http/rate-limit.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { nameKey } from "#src/shared/names.ts";
import type { WebhookRequest } from "./contract.ts";
import { KEY_FIELD } from "./payload.ts";

const MAX_FIELDS = 20;
const MAX_VALUE_LENGTH = 200;
/** Requests with an invalid key that are logged per hour. Further ones are only refused. */
const LOGGED_INVALID_KEYS: Limit = { name: "logged invalid keys", most: 60, seconds: 3600 };

export interface InboundRequest {
  readonly path: string;
  /** Undefined for an unknown key. The fields of such a request are not stored. */
  readonly userId: string | undefined;
  readonly raw: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
}

/** Logs a request, in the transaction of its changes if it made any. */
export function recordRequest(
  app: App,
  request: InboundRequest,
  status: number,
  message: string,
): void {
  if (
    request.userId === undefined &&
    countUse(app, LOGGED_INVALID_KEYS).used > LOGGED_INVALID_KEYS.most
  )
    return;
  insertWebhookRequest(app.db, {
    path: request.path,
    userId: request.userId ?? null,
    status,
    message,
    fields: JSON.stringify(request.userId === undefined ? {} : loggedFields(request.raw)),
    ipAddress: request.caller.ip,
    createdAt: app.now(),
  });
  app.events.changed("webhooks");
}

export function listRequests(app: App): WebhookRequest[] {
  return listWebhookRequests(app.db).map((row) => ({
    ...row,
    fields: JSON.parse(row.fields) as Record<string, string>,
    createdAt: toIso(row.createdAt),
  }));
}

/**
 * Clears the fields of requests about an erased client, matched by name or by number in any notation, in the caller's
 * transaction. The entries remain.
 */
export function clearRequestsOfClient(app: App, client: Pick<Client, "names" | "traces">): void {
  const names = new Set(client.names.map(nameKey));
  const digits = client.traces.map((phone) => phone.replace(/\D/g, "").slice(-10));
  clearWebhookRequestFields(app.db, (fields) => {
    const {
      first_name: first = "",
      last_name: last = "",
      ...others
    } = JSON.parse(fields) as Record<string, string>;
    return (
      names.has(nameKey(`${first} ${last}`)) ||
      Object.values(others).some((value) =>
        digits.some((number) => value.replace(/\D/g, "").endsWith(number)),
      )
    );
  });
  app.events.changed("webhooks");
}

function loggedFields(raw: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(raw)
      .filter(([name, value]) => name !== KEY_FIELD && value !== null && value !== "")
      .slice(0, MAX_FIELDS)
      .map(([name, value]) => [
        name.slice(0, MAX_VALUE_LENGTH),
        (typeof value === "object" ? JSON.stringify(value) : String(value)).slice(
          0,
          MAX_VALUE_LENGTH,
        ),
      ]),
  );
}
