import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import {
  type ClientKind,
  deleteClientSession,
  findClientSession,
  insertClientSession,
} from "#db/platform/sessions.ts";
import type { App } from "#src/app.ts";
import { hashOfSession, readCookie, writeCookie } from "./cookies.ts";

/** Separate cookies, because a member is not a financing client, and neither is staff. */
const NAMES = { member: "parlor-member", financing: "parlor-financing" } as const;
const SESSION_SECONDS = 12 * 60 * 60;
const ID_BYTES = 32;

/** A client who verified a phone number with a code. */
export interface Client {
  readonly kind: ClientKind;
  /** E.164. */
  readonly phone: string;
  readonly idHash: Uint8Array;
}

/** Returns the signed-in client, or undefined. */
export function findSignedInClient(c: Context, app: App, kind: ClientKind): Client | undefined {
  const id = readCookie(c, app, NAMES[kind]);
  if (!id) return undefined;
  const idHash = hashOfSession(id);
  const phone = findClientSession(app.db, idHash, kind, app.now());
  return phone ? { kind, phone, idHash } : undefined;
}

/** Opens a new session in the caller's transaction. Only the id's SHA-256 is stored. */
export function openClientSession(app: App, client: Omit<Client, "idHash">, answer: Headers): void {
  const id = randomBytes(ID_BYTES).toString("base64url");
  insertClientSession(app.db, {
    ...client,
    idHash: hashOfSession(id),
    createdAt: app.now(),
    expiresAt: app.now() + SESSION_SECONDS * 1000,
  });
  writeCookie(app, answer, { name: NAMES[client.kind], value: id, seconds: SESSION_SECONDS });
}

/** Deletes the session and its cookie. */
export function closeClientSession(app: App, { idHash, kind }: Client, answer: Headers): void {
  deleteClientSession(app.db, idHash);
  writeCookie(app, answer, { name: NAMES[kind], value: "", seconds: 0 });
}
