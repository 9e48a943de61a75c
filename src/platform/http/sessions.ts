import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { findSecondFactor } from "#db/platform/second-factors.ts";
import * as store from "#db/platform/sessions.ts";
import { findUser, type UserRow } from "#db/platform/users.ts";
import type { App, Caller, Staff } from "#src/app.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { HOUR_MS, MINUTE_MS } from "#src/shared/durations.ts";
import { fieldProblem } from "#src/shared/problem.ts";
import {
  clearSessionCookie,
  hashOfSession,
  readCookie,
  SESSION_SECONDS,
  setSessionCookie,
  writeCookie,
} from "./cookies.ts";

const ID_BYTES = 32;

/** Opens a session and sets its cookie. Only the id's SHA-256 is stored. */
export function openSession(app: App, user: UserRow, caller: Caller, answer: Headers): void {
  const id = randomBytes(ID_BYTES).toString("base64url");
  store.insertSession(app.db, {
    idHash: hashOfSession(id),
    userId: user.id,
    createdAt: app.now(),
    expiresAt: app.now() + SESSION_SECONDS * 1000,
    ip: caller.ip,
    userAgent: caller.userAgent,
  });
  setSessionCookie(app, answer, id);
}

/**
 * Returns the user of a session, or undefined. With `answer`, extends the session to seven days, at most
 * once an hour. A session ends after thirty days in any case.
 */
export function findSignedInStaff(
  app: App,
  session: string | undefined,
  caller: Caller,
  answer?: Headers,
): Staff | undefined {
  if (!session) return undefined;
  const idHash = hashOfSession(session);
  const found = store.findSession(app.db, idHash, app.now());
  const user = found ? findUser(app.db, found.userId) : null;
  if (!found || !user?.approved) return undefined;

  const expiresAt = app.now() + SESSION_SECONDS * 1000;
  if (answer && expiresAt - found.expiresAt > HOUR_MS) {
    store.extendSession(app.db, idHash, { ...caller, expiresAt });
    setSessionCookie(app, answer, session);
  }
  return {
    id: user.id,
    username: user.username,
    role: user.role,
    permissions: user.permissions,
    permissionVersion: user.permissionVersion,
    ...(needsSecondFactor(app, user) && { needsSecondFactor: true }),
    caller,
  };
}

/** Whether the user still has to set up two-step sign-in. */
export function needsSecondFactor(app: App, user: Pick<UserRow, "id" | "role">): boolean {
  if (!isSecondFactorRequired(app, user)) return false;
  return (findSecondFactor(app.db, user.id)?.confirmedAt ?? null) === null;
}

export function isSecondFactorRequired(app: App, { role }: Pick<UserRow, "role">): boolean {
  const { secondFactorRequired } = getSettings(app);
  return (
    secondFactorRequired === "everyone" || (secondFactorRequired === "admins" && role === "admin")
  );
}

/** The password is asked for again after this time. */
const PASSWORD_MS = 10 * MINUTE_MS;

/**
 * Requires that the password was typed in this session within the last ten minutes. The screens ask for it
 * when they see an error for the field `confirmPassword`.
 * @throws Problem 403
 */
export function requireRecentPassword(app: App, session: string | undefined): void {
  if (isPasswordRecent(app, session)) return;
  throw fieldProblem(403, "confirmPassword", "Enter your password to continue.");
}

export function isPasswordRecent(app: App, session: string | undefined): boolean {
  const found = session ? store.findSession(app.db, hashOfSession(session), app.now()) : null;
  return found !== null && app.now() - found.passwordAt < PASSWORD_MS;
}

export function recordPassword(app: App, session: string | undefined): void {
  if (session) store.setPasswordAt(app.db, hashOfSession(session), app.now());
}

export function closeSession(app: App, session: string | undefined, answer: Headers): void {
  if (session) store.deleteSession(app.db, hashOfSession(session));
  clearSessionCookie(app, answer);
  answer.set("clear-site-data", '"cache"');
}

/** Separate cookies, because a member is not a financing client, and neither is staff. */
const CLIENT_COOKIES = { member: "parlor-member", financing: "parlor-financing" } as const;
const CLIENT_SECONDS = 12 * 60 * 60;

/** A client who verified a phone number with a code. */
export interface Client {
  readonly kind: store.ClientKind;
  /** E.164. */
  readonly phone: string;
  readonly idHash: Uint8Array;
}

export function findSignedInClient(
  c: Context,
  app: App,
  kind: store.ClientKind,
): Client | undefined {
  const id = readCookie(c, app, CLIENT_COOKIES[kind]);
  if (!id) return undefined;
  const idHash = hashOfSession(id);
  const phone = store.findClientSession(app.db, idHash, kind, app.now());
  return phone ? { kind, phone, idHash } : undefined;
}

/** Opens a new session in the caller's transaction. Only the id's SHA-256 is stored. */
export function openClientSession(app: App, client: Omit<Client, "idHash">, answer: Headers): void {
  const id = randomBytes(ID_BYTES).toString("base64url");
  store.insertClientSession(app.db, {
    ...client,
    idHash: hashOfSession(id),
    createdAt: app.now(),
    expiresAt: app.now() + CLIENT_SECONDS * 1000,
  });
  writeCookie(app, answer, {
    name: CLIENT_COOKIES[client.kind],
    value: id,
    seconds: CLIENT_SECONDS,
  });
}

export function closeClientSession(app: App, { idHash, kind }: Client, answer: Headers): void {
  store.deleteClientSession(app.db, idHash);
  writeCookie(app, answer, { name: CLIENT_COOKIES[kind], value: "", seconds: 0 });
}
