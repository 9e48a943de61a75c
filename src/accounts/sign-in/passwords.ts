import { whenFree, writeWhenFree } from "#db/connection.ts";
import { deleteOtherSessionsOf } from "#db/platform/sessions.ts";
import * as store from "#db/platform/users.ts";
import { mailNotice } from "#src/accounts/notices/notices.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { hashOfSession } from "#src/platform/http/cookies.ts";
import { clearLimit, type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { recordPassword } from "#src/platform/http/sessions.ts";
import { Problem } from "#src/shared/problem.ts";

const WRONG_PASSWORDS: Limit = {
  name: "wrong passwords of a session",
  most: 5,
  seconds: 15 * 60,
  isStored: true,
};

/**
 * Checks the password again before an action that an unattended session must not allow.
 * @throws Problem 400 with an error for `field`, 429 after five wrong passwords
 */
export async function requirePassword(
  app: App,
  actor: Staff,
  password: string,
  field: string,
): Promise<void> {
  // Counted before the hash, so that parallel attempts can't all be checked.
  await whenFree(() => limitRate(app, WRONG_PASSWORDS, actor.id));
  const user = store.findUser(app.db, actor.id);
  if (await verifyPassword(password, user?.passwordHash))
    return whenFree(() => clearLimit(app, WRONG_PASSWORDS, actor.id));
  throw new Problem(400, "Wrong password. Try again.", {
    errors: { [field]: "Wrong password. Try again." },
  });
}

/** Opens the actions that ask for the password, for ten minutes. @throws Problem 400, 429 */
export async function confirmPassword(
  app: App,
  actor: Staff,
  password: string,
  session: string | undefined,
): Promise<void> {
  await requirePassword(app, actor, password, "password");
  await whenFree(() => recordPassword(app, session));
}

/** Sets the user's own password and ends the user's other sessions. @throws Problem 400 */
export async function setOwnPassword(
  app: App,
  actor: Staff,
  password: string,
  session: string | undefined,
): Promise<void> {
  refuseWeakPassword(password, {
    username: actor.username,
    email: store.findUser(app.db, actor.id)?.email ?? "",
  });
  const passwordHash = await hashPassword(password);
  await writeWhenFree(app.db, () => {
    store.setPassword(app.db, actor.id, passwordHash);
    deleteOtherSessionsOf(app.db, actor.id, hashOfSession(session ?? ""));
    record(app, actor, { action: "user.change_password", target: ["user", actor.id] });
    app.events.changed("account", actor.id);
  });
  mailNotice(app, actor.id, "password", actor.caller);
}

const MAX_CONCURRENT = 2;
const MAX_WAITING = 16;
/** The memory is in KiB. OWASP's Password Storage Cheat Sheet recommends these; a small server lacks the 64 MB of the default. */
const COST = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const COST_PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=1$`;
/** Each hash takes tens of milliseconds and 19 MB, so two run at a time, some wait, and others get a 429. */
let running = 0;
const queue: (() => void)[] = [];

/** The most common passwords of at least six characters. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `123456 1234567 12345678 123456789 1234567890 123123 111111 000000 654321 666666 121212 112233
  password password1 password123 passw0rd p@ssw0rd qwerty qwerty123 qwertyuiop 1q2w3e 1q2w3e4r 1qaz2wsx
  abc123 abcdef abcd1234 iloveyou letmein welcome welcome1 monkey dragon sunshine princess football
  baseball master shadow superman batman trustno1 admin123 administrator changeme secret starwars
  whatever michael jordan freedom computer asdfgh asdfghjkl zxcvbn zxcvbnm aaaaaa qazwsx 777777 888888
  999999 555555 222222 333333 987654321 11111111 salon123 parlor parlor123`.split(/\s+/),
);

export async function hashPassword(password: string): Promise<string> {
  return withSlot(() => Bun.password.hash(password, COST));
}

/** Earlier hashes take longer, which would show that their usernames exist. They are replaced at the next sign-in. */
export function hasOutdatedCost(hash: string): boolean {
  return !hash.startsWith(COST_PREFIX);
}

/** Takes the same time without a hash, so that timing does not reveal which usernames exist. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const right = await withSlot(() => Bun.password.verify(password, hash ?? DUMMY_HASH));
  return right && hash !== undefined;
}

/** @throws Problem 400 for a common password, or one that is the account's name or address */
export function refuseWeakPassword(
  password: string,
  { username, email }: { readonly username: string; readonly email: string },
): void {
  const guesses = [username, email, email.split("@")[0] ?? ""].map((one) => one.toLowerCase());
  const typed = password.toLowerCase();
  if (COMMON_PASSWORDS.has(typed) || guesses.includes(typed))
    throw new Problem(400, "That password is too easy to guess. Choose another one.", {
      errors: { password: "That password is too easy to guess. Choose another one." },
    });
}

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_CONCURRENT) running += 1;
  else await waitForSlot();
  try {
    return await work();
  } finally {
    // The slot passes directly to the next task, so that a new one can't take it in between.
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}

function waitForSlot(): Promise<void> {
  if (queue.length >= MAX_WAITING)
    throw new Problem(429, "Many people are signing in. Try again in a minute.", {
      retryAfter: 2,
    });
  return new Promise((resolve) => queue.push(resolve));
}

/** The hash of a discarded random password. Creating one at each start would take 20 ms. */
const DUMMY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$jPT+wL8AoxGGPHfFVS8pNI8DdJpEREmgMF82mO8StE4$HiaG+/g+8M0KAvWu4mUqrYqekuw/49sk4EKVx9AYOTE";
