import { randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import {
  type CodeRow,
  countWrongTry,
  findCode,
  insertCode,
  setProof,
  voidCode,
} from "#db/accounts/verification-codes.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Caller } from "#src/app.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { setProofCookie } from "#src/platform/http/proof-cookie.ts";
import { count, refuseAfter } from "#src/platform/http/rate-limit.ts";
import { sendMail } from "#src/platform/mail.ts";
import { countryOf, requirePhone } from "#src/platform/phone-numbers.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { refuseMany } from "./caps.ts";

export interface Target {
  /** What it lets one do; a code for one thing is no good for another. */
  readonly purpose: "password-reset" | "member" | "financing" | "sign-up";
  /** An e-mail address in lower case, or a number in E.164. */
  readonly address: string;
}

export interface Given {
  readonly code: string;
  /** From the browser's cookie. */
  readonly proof: string | undefined;
}

const MINUTE = 60_000;
const QUARTER_SECONDS = 15 * 60;
const CODE_MS = 10 * MINUTE;
const PROOF_SECONDS = 60 * 60;
const PROOF_BYTES = 32;
const WRONG_TRIES = 5;
const WRONG_PER_IP = 20;

/**
 * Six digits to be delivered. Made and counted for a target that nobody here has as well, so that
 * asking tells nothing. @throws Problem 429 with Retry-After
 */
export function issueCode(app: App, target: Target, caller: Caller): string {
  refuseMany(app, target.address, caller);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  inTransaction(app.db, () =>
    insertCode(app.db, {
      purpose: target.purpose,
      target: target.address,
      codeHash: hashOf(app, target, code),
      createdAt: app.now(),
      expiresAt: app.now() + CODE_MS,
    }),
  );
  return code;
}

/** Ties the code to the visitor's browser, by a cookie. @throws Problem 400 when it is not the code, 429 */
export function verifyCode(
  app: App,
  target: Target,
  given: Given,
  caller: Caller,
  answer: Headers,
): void {
  const row = rightCode(app, target, given.code, caller);
  if (row.proofHash === null) {
    const proof = randomBytes(PROOF_BYTES).toString("base64url");
    setProof(app.db, row.id, sha256(proof), app.now() + PROOF_SECONDS * 1000);
    setProofCookie(app, answer, proof, PROOF_SECONDS);
  } else if (!isProven(row, given.proof)) throw wrong(app, target, row, caller);
}

/** Where being verified is all: used up at once. @throws Problem 400 when it is not the code, 429 */
export function takeCode(app: App, target: Target, code: string, caller: Caller): void {
  voidCode(app.db, rightCode(app, target, code, caller).id);
}

/**
 * Is it the code, and was it verified in this browser? Nothing is used up, but a wrong try counts:
 * not inside a transaction, which its refusal would undo. @throws Problem 400, 429
 */
export function checkProof(app: App, target: Target, given: Given, caller: Caller): void {
  const row = rightCode(app, target, given.code, caller);
  if (!isProven(row, given.proof)) throw wrong(app, target, row, caller);
}

/** Uses a checked code up, in the transaction of what it allows. @throws Problem 400 when somebody was faster */
export function consumeCode(app: App, target: Target, given: Given): void {
  const row = findCode(app.db, target.purpose, target.address, app.now());
  if (!row || !isRight(app, target, row, given.code) || !isProven(row, given.proof))
    throw refusal();
  voidCode(app.db, row.id);
}

function rightCode(app: App, target: Target, code: string, caller: Caller): CodeRow {
  // The same whether or not there is a code.
  refuseAfter(app, wrongFor(target), WRONG_TRIES);
  refuseAfter(app, wrongFrom(caller), WRONG_PER_IP);
  const row = findCode(app.db, target.purpose, target.address, app.now());
  if (!row || row.wrongTries >= WRONG_TRIES || !isRight(app, target, row, code))
    throw wrong(app, target, row, caller);
  return row;
}

function isRight(app: App, target: Target, row: CodeRow, code: string): boolean {
  return timingSafeEqual(row.codeHash, hashOf(app, target, code));
}

function isProven(row: CodeRow, proof: string | undefined): boolean {
  return (
    row.proofHash !== null && proof !== undefined && timingSafeEqual(row.proofHash, sha256(proof))
  );
}

function wrong(app: App, target: Target, row: CodeRow | null, caller: Caller): Problem {
  count(app, wrongFor(target), QUARTER_SECONDS);
  count(app, wrongFrom(caller), QUARTER_SECONDS);
  if (row) countWrongTry(app.db, row.id);
  return refusal();
}

function refusal(): Problem {
  return new Problem(400, "Invalid or expired code", {
    errors: { code: "Invalid or expired code" },
  });
}

function wrongFor({ address }: Target): string {
  return `wrong codes for ${address}`;
}

function wrongFrom({ ip }: Caller): string {
  return `wrong codes from ${ip}`;
}

function hashOf(app: App, { purpose, address }: Target, code: string): Uint8Array {
  return app.secrets.keyedHash(`code ${purpose} ${address}`, code);
}

function sha256(text: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(text).digest();
}

/** As a client typed it, in E.164. @throws Problem 400 */
export function phoneTyped(app: App, typed: string): string {
  return requirePhone(typed, settingsOf(app).country);
}

/**
 * Texts a code; `isWanted` false makes and counts one that nobody gets, so that asking tells nothing of who
 * is known here. Countries that are not on the list cost too much to be lured into texting.
 * @throws Problem 400, 403, 409, 429
 */
export async function sendPhoneCode(
  app: App,
  target: Target & { readonly purpose: "member" | "financing" | "sign-up" },
  caller: Caller,
  isWanted = true,
): Promise<void> {
  const { verificationCountries, businessName } = settingsOf(app);
  const country = countryOf(target.address);
  if (!country || !verificationCountries.includes(country))
    throw new Problem(400, "Codes cannot be texted to numbers of this country.", {
      errors: { phoneNumber: "Codes cannot be texted to numbers of this country." },
    });
  if (!canSend(app)) throw new Problem(409, "Codes cannot be texted right now. Please call us.");

  const code = issueCode(app, target, caller);
  const body = `${businessName ? `${businessName}: ` : ""}${code} is your code. It is good for 10 minutes. Never tell it to anybody.`;
  if (optedOutSince(app, target.address) !== undefined) {
    await otherwise(app, target.address, body, isWanted);
    return;
  }
  if (!isWanted) return;
  // In nobody's thread: a code is for the client alone, and its words go once it is sent.
  inTransaction(app.db, () =>
    sendText(app, { purpose: "code", phone: target.address, contactId: null, body }),
  );
}

/** No text goes to who has opted out: by mail where there is an address, else they must say START. */
async function otherwise(app: App, phone: string, body: string, isWanted: boolean): Promise<void> {
  const email = findContactByPhone(app.db, phone)?.email;
  if (email && isWanted) {
    const { businessName } = settingsOf(app);
    await sendMail(app, {
      to: email,
      subject: `Your code from ${businessName || "us"}`,
      text: body,
    });
    return;
  }
  throw new Problem(
    403,
    "This number has opted out of our texts. Text START to us, and ask for a code again.",
  );
}
