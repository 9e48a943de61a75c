import { randomBytes } from "node:crypto";
import { whenFree, writeWhenFree } from "#db/connection.ts";
import * as store from "#db/platform/second-factors.ts";
import type { App } from "#src/app.ts";
import { clearLimit, type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";

const SEAL_NAME = "secondFactorSecret";
const SECRET_BYTES = 20;
const STEP_MS = 30_000;
/** Accepts codes one step early or late, for phones whose clock is off. */
const ALLOWED_DRIFT = 1;
const WRONG_CODES: Limit = {
  name: "wrong two-step codes",
  most: 5,
  seconds: 15 * 60,
  isStored: true,
};

export interface NewSecret {
  /** In base32, for apps that can't scan the QR code. */
  readonly secret: string;
  /** The content of the QR code. */
  readonly uri: string;
}

export interface SecondFactorState {
  /** When it was switched on; null while it is off. */
  readonly since: number | null;
  readonly recoveryCodesLeft: number;
}

export type UsedCode = "app" | "recovery";

export function secondFactorOf(app: App, userId: string): SecondFactorState {
  const since = store.findSecondFactor(app.db, userId)?.confirmedAt ?? null;
  return {
    since,
    recoveryCodesLeft: since === null ? 0 : store.countRecoveryCodes(app.db, userId),
  };
}

export function hasSecondFactor(app: App, userId: string): boolean {
  return secondFactorOf(app, userId).since !== null;
}

/** The ids of all users with two-step sign-in. */
export function usersWithSecondFactor(app: App): Set<string> {
  return store.usersWithSecondFactor(app.db);
}

/** Creates a secret for an authenticator app, which has no effect until it is confirmed. @throws Problem 409 when it is already on */
export async function beginSecondFactor(
  app: App,
  user: { readonly id: string; readonly username: string },
): Promise<NewSecret> {
  const { Secret, TOTP } = await import("otpauth");
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer });
  const issuer = getSettings(app).businessName || "Parlor";
  await writeWhenFree(app.db, () => {
    requireSwitchedOff(app, user.id);
    store.insertSecondFactor(app.db, {
      userId: user.id,
      secret: app.secrets.seal(SEAL_NAME, secret.base32),
      createdAt: app.now(),
    });
  });
  return {
    secret: secret.base32,
    uri: new TOTP({ issuer, label: user.username, secret }).toString(),
  };
}

/**
 * Switches two-step sign-in on when the code is right. Returns ten recovery codes, which are not
 * available later. `onConfirm` runs in the same transaction.
 * @throws Problem 400 for a wrong code, 409 when it is already on, 429
 */
export async function confirmSecondFactor(
  app: App,
  userId: string,
  code: string,
  onConfirm: () => void,
): Promise<string[]> {
  requireSwitchedOff(app, userId);
  await whenFree(() => limitRate(app, WRONG_CODES, userId));
  const step = await stepOf(app, userId, code);
  if (step === undefined) throw wrongCodeProblem(400);
  clearLimit(app, WRONG_CODES, userId);
  const codes = generateRecoveryCodes();
  await writeWhenFree(app.db, () => {
    requireSwitchedOff(app, userId);
    store.confirmSecondFactor(app.db, userId, app.now());
    store.setLastStep(app.db, userId, step);
    store.insertRecoveryCodes(app.db, userId, codes.map(hashRecoveryCode));
    onConfirm();
  });
  return codes;
}

/** Uses up a code of the app or a recovery code; neither works twice. @throws Problem with the given status, 429 */
export async function consumeSecondFactorCode(
  app: App,
  userId: string,
  code: string,
  status: 400 | 401,
): Promise<UsedCode> {
  // Counted before the check, so that parallel codes can't all be checked.
  await whenFree(() => limitRate(app, WRONG_CODES, userId));
  const step = await stepOf(app, userId, code);
  const used = await writeWhenFree(app.db, (): UsedCode | undefined => {
    // Read in this transaction, because the same code may have been used while the library was loading.
    const lastStep = store.findSecondFactor(app.db, userId)?.lastStep ?? Number.POSITIVE_INFINITY;
    if (step !== undefined && step > lastStep) {
      store.setLastStep(app.db, userId, step);
      return "app";
    }
    return store.consumeRecoveryCode(app.db, userId, hashRecoveryCode(code), app.now())
      ? "recovery"
      : undefined;
  });
  if (!used) throw wrongCodeProblem(status);
  clearLimit(app, WRONG_CODES, userId);
  return used;
}

/** Switches two-step sign-in off, in the caller's transaction. */
export function removeSecondFactor(app: App, userId: string): void {
  store.deleteSecondFactor(app.db, userId);
  clearLimit(app, WRONG_CODES, userId);
}

/** The time step of the code; undefined when it isn't a valid code of the app. */
async function stepOf(app: App, userId: string, code: string): Promise<number | undefined> {
  const sealed = store.findSecondFactor(app.db, userId)?.secret;
  const secret = sealed && app.secrets.open(SEAL_NAME, sealed);
  const token = code.replace(/\s/g, "");
  if (!secret || !/^\d{6}$/.test(token)) return undefined;
  const { Secret, TOTP } = await import("otpauth");
  const timestamp = app.now();
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const drift = totp.validate({ token, timestamp, window: ALLOWED_DRIFT });
  return drift === null ? undefined : Math.floor(timestamp / STEP_MS) + drift;
}

function requireSwitchedOff(app: App, userId: string): void {
  if (hasSecondFactor(app, userId)) throw new Problem(409, "Two-step sign-in is already on.");
}

function wrongCodeProblem(status: 400 | 401): Problem {
  return fieldProblem(status, "code", "That code is wrong or was already used. Enter a new one.");
}

const RECOVERY_CODES = 10;
const CODE_BYTES = 10;
/** Crockford's base32, without letters that look like digits. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Ten codes of 80 random bits each, such as "4f7k-9xqm-2d0e-w8rt". */
function generateRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    let bits = BigInt(`0x${randomBytes(CODE_BYTES).toString("hex")}`);
    let letters = "";
    for (let n = 0; n < (CODE_BYTES * 8) / 5; n += 1) {
      letters += ALPHABET[Number(bits % 32n)];
      bits /= 32n;
    }
    return letters.replace(/.{4}(?!$)/g, "$&-");
  });
}

/** Hashes a code as typed, ignoring case, spaces and dashes. */
function hashRecoveryCode(code: string): Uint8Array {
  const letters = code.toLowerCase().replace(/[\s-]/g, "");
  return new Bun.CryptoHasher("sha256").update(letters).digest();
}
