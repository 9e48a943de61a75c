import type { Hono } from "hono";
import { inTransaction } from "#db/connection.ts";
import { findUser, insertUser } from "#db/platform/users.ts";
import type { App, Staff } from "#src/app.ts";
import { grantOffers, optedOutSince } from "#src/clients/consent.ts";
import { addContact } from "#src/clients/contacts/contacts.ts";
import { createApp } from "#src/create-app.ts";
import { snapshotAudiences } from "#src/messaging/campaigns/snapshot-audience.ts";
import { checkNumbers } from "#src/messaging/deliverability/check.ts";
import { type Sender, startSender } from "#src/messaging/outbox/sender.ts";
import { type Config, readConfig } from "#src/platform/config.ts";
import { openSession } from "#src/platform/http/sessions.ts";
import { twilioSetup } from "#src/platform/providers/twilio/setup.ts";
import { createSecretBox } from "#src/platform/secrets/secret-box.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { createServer } from "#src/server.ts";
import { NEW_USER_PERMISSIONS, type Role } from "#src/shared/permissions.ts";
import { FakeMail } from "#tests/fakes/mail.ts";
import { OBLIGING } from "#tests/fakes/outside.ts";
import { FakeSms } from "#tests/fakes/sms.ts";
import { newFolder } from "./binary.ts";
import { migratedDatabase } from "./migrated-database.ts";

export const BASE = "https://salon.example.com";
export const ACCOUNT_SID = `AC${"a".repeat(32)}`;
/** What a program must be given that opens a database of these tests. */
export const SECRET_KEY = new Uint8Array(32).fill(7);
export const AUTH_TOKEN = "a-token-of-the-tests";
/** A Friday, 11:00 in New York: no quiet hours anywhere in the tests' zones. */
const NOON = Date.parse("2026-11-20T16:00:00Z");

export interface Person {
  readonly id: string;
  readonly actor: Staff;
  /** Sends a request to the API as this user. */
  readonly request: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Reply>;
  /** Of a session; empty while they wait for approval. */
  readonly cookie: string;
  /** GETs as this user and leaves the reply unread. */
  readonly open: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  readonly body: any;
}

export interface TestApp {
  readonly app: App;
  readonly hono: Hono;
  readonly sms: FakeSms;
  readonly mail: FakeMail;
  readonly clock: { now: number };
  readonly admin: Person;
  /** Runs the real sender until nothing is left to do. */
  readonly sendAll: () => Promise<void>;
  readonly person: (role: Role, pages: readonly string[], approved?: boolean) => Person;
  readonly visitor: Person["request"];
}

interface Options {
  /** A database file in place of one in memory. */
  readonly path?: string | undefined;
  readonly connected?: boolean;
  readonly config?: Partial<Config>;
  /** Connections in place of those that accept everything. */
  readonly providers?: Partial<App["providers"]>;
}

/** The whole server with a database in memory, a fixed clock, and a configurable carrier. */
export function testApp({
  connected = true,
  config = {},
  path,
  providers = {},
}: Options = {}): TestApp {
  const db = migratedDatabase(path);
  const clock = { now: NOON };
  const sms = new FakeSms();
  const mail = new FakeMail();
  sms.now = () => clock.now;
  const app = createApp({
    db,
    now: () => clock.now,
    config: { ...readConfig({}), publicUrl: BASE, backupFolder: newFolder("backups"), ...config },
    providers: {
      ...OBLIGING,
      carrier: twilioSetup(async () => sms),
      mail: (server) => mail.by(server),
      simulated: undefined,
      ...providers,
    },
    secrets: createSecretBox(SECRET_KEY),
    log: () => undefined,
  });
  const hono = createServer(app);
  let people = 0;

  function person(role: Role, pages: readonly string[], approved = true): Person {
    people += 1;
    const id = Bun.randomUUIDv7();
    insertUser(db, {
      id,
      username: `${role}${people}`,
      email: `${role}${people}@example.com`,
      passwordHash: "none",
      role,
      approved,
      permissions: { ...NEW_USER_PERMISSIONS, pages },
      createdAt: clock.now + people,
    });
    const cookie = approved ? cookieOf(app, id) : "";
    return {
      id,
      actor: actorOf(app, id),
      cookie,
      request: requestWith(hono, cookie),
      open: async (address, headers) => hono.request(address, { headers: { cookie, ...headers } }),
    };
  }

  const admin = person("admin", []);
  if (connected)
    saveSettings(app, admin.actor, {
      twilioAccountSid: ACCOUNT_SID,
      twilioAuthToken: AUTH_TOKEN,
      twilioPhoneNumber: sms.from,
      messageCount: 10_000,
      delaySeconds: 1,
      timeZone: "America/New_York",
    });
  return {
    app,
    hono,
    sms,
    mail,
    clock,
    admin,
    person,
    sendAll: () => sendAll(app, clock),
    visitor: requestWith(hono, ""),
  };
}

/** A contact of the first admin who agreed to offers. Returns its id. */
export function contact(app: App, admin: Person, name: string, phone: string): number {
  return inTransaction(app.db, () => {
    const id = stranger(app, admin, name, phone);
    if (optedOutSince(app, phone) === undefined)
      grantOffers(app, admin.actor, phone, "Signed the form at the desk");
    return id;
  });
}

/** A contact without a basis for offers. */
export function stranger(app: App, admin: Person, name: string, phone: string): number {
  return inTransaction(app.db, () =>
    addContact(app, { name, phone, email: null, userId: admin.id }),
  );
}

/** Returns a function that sends requests to the API with this cookie. */
export function requestWith(hono: Hono, cookie: string): Person["request"] {
  return async (method, path, body, headers = {}) => {
    const response = await hono.request(path, {
      method,
      headers: {
        cookie,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return replyOf(response);
  };
}

/** Reads an answer to its end. An event stream has none: its body is canceled and stays empty. */
async function replyOf(response: Response): Promise<Reply> {
  const { status, headers } = response;
  const type = headers.get("content-type") ?? "";
  if (type.includes("event-stream")) {
    await response.body?.cancel();
    return { status, headers, body: "" };
  }
  const text = await response.text();
  return { status, headers, body: type.includes("json") ? JSON.parse(text) : text };
}

function cookieOf(app: App, userId: string): string {
  const user = findUser(app.db, userId);
  if (!user) throw new Error("no such user");
  const answer = new Headers();
  openSession(app, user, { ip: null, userAgent: null }, answer);
  return answer.get("set-cookie")?.split(";")[0] ?? "";
}

function actorOf(app: App, id: string): Staff {
  const user = findUser(app.db, id);
  if (!user) throw new Error("no such user");
  return { ...user, caller: { ip: null, userAgent: null } };
}

async function sendAll(app: App, clock: { now: number }): Promise<void> {
  await snapshotAudiences(app);
  await checkNumbers(app);
  const sender: Sender = startSender(app);
  let still = 0;
  let before = "";
  // The clock moves with the loop, so that slots of the pace come due.
  while (still < 4) {
    await Bun.sleep(10);
    clock.now += 100;
    sender.wake();
    const now = JSON.stringify(
      app.db.query("select status, count(*) n from messages group by 1").all(),
    );
    still = now === before ? still + 1 : 0;
    before = now;
  }
  await sender.stop();
}
