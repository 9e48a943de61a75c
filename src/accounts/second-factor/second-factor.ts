import { randomBytes } from "node:crypto";
import * as store from "#db/accounts/second-factors.ts";
import { inTransaction } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { count, forgive, refuseAfter } from "#src/platform/http/rate-limit.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { newRecoveryCodes, recoveryHash } from "./recovery-codes.ts";

const SEALED_AS = "secondFactorSecret";
const SECRET_BYTES = 20;
const STEP_MS = 30_000;
/** A phone's clock may be a step off. */
const STEPS_OFF = 1;
const WRONG_TRIES = 5;
const QUARTER_SECONDS = 15 * 60;

export interface NewSecret {
  /** To type where nothing can be scanned: base32. */
  readonly secret: string;
  /** What the QR code says. */
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

/** Who of all has it switched on. */
export function usersWithSecondFactor(app: App): Set<string> {
  return store.usersWithSecondFactor(app.db);
}

/** A secret for an authenticator app; it counts for nothing until it is confirmed. @throws Problem 409 */
export async function beginSecondFactor(
  app: App,
  user: { readonly id: string; readonly username: string },
): Promise<NewSecret> {
  const { Secret, TOTP } = await import("otpauth");
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer });
  const issuer = settingsOf(app).businessName || "Parlor";
  inTransaction(app.db, () => {
    refuseOn(app, user.id);
    store.insertSecondFactor(app.db, {
      userId: user.id,
      secret: app.secrets.seal(SEALED_AS, secret.base32),
      createdAt: app.now(),
    });
  });
  return {
    secret: secret.base32,
    uri: new TOTP({ issuer, label: user.username, secret }).toString(),
  };
}

/**
 * Switched on once the app has shown a right code. Answers ten recovery codes, which are shown this
 * once. `noted` writes what else belongs to the transaction. @throws Problem 400, 409, 429
 */
export async function confirmSecondFactor(
  app: App,
  userId: string,
  code: string,
  noted: () => void,
): Promise<string[]> {
  refuseOn(app, userId);
  refuseAfter(app, wrongOf(userId), WRONG_TRIES);
  const step = await stepOf(app, userId, code);
  if (step === undefined) throw wrong(app, userId, 400);
  const codes = newRecoveryCodes();
  inTransaction(app.db, () => {
    refuseOn(app, userId);
    store.confirmSecondFactor(app.db, userId, app.now());
    store.setLastStep(app.db, userId, step);
    store.insertRecoveryCodes(app.db, userId, codes.map(recoveryHash));
    noted();
  });
  return codes;
}

/** A code of the app or one of the recovery codes; neither works twice. @throws Problem with the status given, 429 */
export async function spendSecondFactor(
  app: App,
  userId: string,
  code: string,
  status: 400 | 401,
): Promise<UsedCode> {
  refuseAfter(app, wrongOf(userId), WRONG_TRIES);
  const step = await stepOf(app, userId, code);
  const used = inTransaction(app.db, (): UsedCode | undefined => {
    // Read again: while the library was loaded, the same code may have been used.
    const lastStep = store.findSecondFactor(app.db, userId)?.lastStep ?? Number.POSITIVE_INFINITY;
    if (step !== undefined && step > lastStep) {
      store.setLastStep(app.db, userId, step);
      return "app";
    }
    return store.spendRecoveryCode(app.db, userId, recoveryHash(code), app.now())
      ? "recovery"
      : undefined;
  });
  if (!used) throw wrong(app, userId, status);
  forgive(app, wrongOf(userId));
  return used;
}

/** In the caller's transaction. */
export function removeSecondFactor(app: App, userId: string): void {
  store.deleteSecondFactor(app.db, userId);
  forgive(app, wrongOf(userId));
}

/** The time step that the code belongs to, when it is a code of the app. */
async function stepOf(app: App, userId: string, code: string): Promise<number | undefined> {
  const sealed = store.findSecondFactor(app.db, userId)?.secret;
  const secret = sealed && app.secrets.open(SEALED_AS, sealed);
  const token = code.replace(/\s/g, "");
  if (!secret || !/^\d{6}$/.test(token)) return undefined;
  const { Secret, TOTP } = await import("otpauth");
  const timestamp = app.now();
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const off = totp.validate({ token, timestamp, window: STEPS_OFF });
  return off === null ? undefined : Math.floor(timestamp / STEP_MS) + off;
}

function refuseOn(app: App, userId: string): void {
  if (hasSecondFactor(app, userId))
    throw new Problem(409, "Two-step sign-in is switched on already.");
}

function wrong(app: App, userId: string, status: 400 | 401): Problem {
  count(app, wrongOf(userId), QUARTER_SECONDS);
  return new Problem(status, "That code is not right, or was used before.", {
    errors: { code: "That code is not right, or was used before." },
  });
}

function wrongOf(userId: string): string {
  return `wrong second factor of ${userId}`;
}
