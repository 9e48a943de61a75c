import { randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import * as store from "#db/accounts/verification-codes.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction, writeWhenFree } from "#db/connection.ts";
import type { App, Caller } from "#src/app.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { canSend, sendText } from "#src/messaging/outbox/outbox.ts";
import { setProofCookie } from "#src/platform/http/cookies.ts";
import { countUse, type Limit, requireBelowLimit } from "#src/platform/http/rate-limit.ts";
import { sendMail } from "#src/platform/mail.ts";
import { requirePhone, requireServedPhone } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { sayFrom } from "#src/shared/business-name.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import { type CodePurpose, limitCodes } from "./caps.ts";

export interface Target {
  /** What the code authorizes; it isn't valid for another purpose. */
  readonly purpose: CodePurpose;
  /** An email address in lower case, or a number in E.164. */
  readonly address: string;
}

export interface SubmittedCode {
  readonly code: string;
  /** From the browser's cookie. */
  readonly proof: string | undefined;
}

const QUARTER_SECONDS = 15 * 60;
/** Wrong codes for a number or address by all strangers together, and by each browser that asked for one. */
const WRONG_CODES: Limit = {
  name: "wrong codes",
  most: 5,
  seconds: QUARTER_SECONDS,
  isStored: true,
};
const WRONG_CODES_OF_VISITOR: Limit = {
  name: "wrong codes of a visitor",
  most: 20,
  seconds: QUARTER_SECONDS,
};
const CODE_MS = 10 * MINUTE_MS;
const PROOF_SECONDS = 60 * 60;
const PROOF_BYTES = 32;

/**
 * Creates a code of six digits for the caller to send. It is also created for an unknown target, so that a
 * request doesn't reveal whether the target is known; only a code that `isSent` counts toward the cap.
 * @throws Problem 429 with Retry-After
 */
export function issueCode(app: App, target: Target, caller: Caller, isSent: boolean): string {
  limitCodes(app, target, caller, isSent);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const browser = caller.ensureBrowser?.();
  inTransaction(app.db, () =>
    store.insertCode(app.db, {
      purpose: target.purpose,
      target: target.address,
      codeHash: hashOf(app, target, code),
      createdAt: app.now(),
      expiresAt: app.now() + CODE_MS,
      browserHash: browser ? sha256(browser) : null,
    }),
  );
  return code;
}

/** Binds a right code to the visitor's browser with a cookie. @throws Problem 400 for a wrong code, 429 */
export function verifyCode(
  app: App,
  target: Target,
  submitted: SubmittedCode,
  caller: Caller,
  answer: Headers,
): void {
  const row = requireMatchingCode(app, target, submitted.code, caller);
  if (row.proofHash === null) {
    const proof = randomBytes(PROOF_BYTES).toString("base64url");
    store.setProof(app.db, row.id, sha256(proof), app.now() + PROOF_SECONDS * 1000);
    setProofCookie(app, answer, proof, PROOF_SECONDS);
  } else if (!isProven(row, submitted.proof)) throw rejectCode(app, target, caller);
}

/** Checks a code and uses it up, when no later step needs it. @throws Problem 400 for a wrong code, 429 */
export function verifyAndConsumeCode(app: App, target: Target, code: string, caller: Caller): void {
  store.voidCode(app.db, requireMatchingCode(app, target, code, caller).id);
}

/**
 * Checks that the code is right and was verified in this browser. The code is not used up, but a
 * wrong one counts. Must not run in a transaction, because the thrown Problem would undo the count.
 * @throws Problem 400, 429
 */
export function checkProof(
  app: App,
  target: Target,
  submitted: SubmittedCode,
  caller: Caller,
): void {
  const row = requireMatchingCode(app, target, submitted.code, caller);
  if (!isProven(row, submitted.proof)) throw rejectCode(app, target, caller);
}

/** Uses up a checked code, in the transaction that it authorizes. @throws Problem 400 when it was used in the meantime */
export function consumeCode(app: App, target: Target, submitted: SubmittedCode): void {
  const row = store.findCode(app.db, target.purpose, target.address, app.now());
  if (!row || !isMatchingCode(app, target, row, submitted.code) || !isProven(row, submitted.proof))
    throw invalidCode();
  store.voidCode(app.db, row.id);
}

function requireMatchingCode(
  app: App,
  target: Target,
  code: string,
  caller: Caller,
): store.CodeRow {
  // These limits apply whether or not there is a code.
  requireBelowLimit(app, WRONG_CODES, guesserOf(app, target, caller));
  requireBelowLimit(app, WRONG_CODES_OF_VISITOR, caller);
  const row = store.findCode(app.db, target.purpose, target.address, app.now());
  if (!row || !isMatchingCode(app, target, row, code)) throw rejectCode(app, target, caller);
  return row;
}

function isMatchingCode(app: App, target: Target, row: store.CodeRow, code: string): boolean {
  return timingSafeEqual(row.codeHash, hashOf(app, target, code));
}

function isProven(row: store.CodeRow, proof: string | undefined): boolean {
  return (
    row.proofHash !== null && proof !== undefined && timingSafeEqual(row.proofHash, sha256(proof))
  );
}

function rejectCode(app: App, target: Target, caller: Caller): Problem {
  countUse(app, WRONG_CODES, guesserOf(app, target, caller));
  countUse(app, WRONG_CODES_OF_VISITOR, caller);
  return invalidCode();
}

/** Whose wrong codes are counted together. A browser that asked for a code isn't locked out by those of strangers. */
function guesserOf(app: App, { address }: Target, { browser }: Caller): string {
  const since = app.now() - QUARTER_SECONDS * 1000;
  return browser && store.hasAskedForCode(app.db, address, sha256(browser), since)
    ? `${address} in ${browser}`
    : address;
}

function invalidCode(): Problem {
  return fieldProblem(400, "code", "Invalid or expired code");
}

function hashOf(app: App, { purpose, address }: Target, code: string): Uint8Array {
  return app.secrets.keyedHash(`code ${purpose} ${address}`, code);
}

function sha256(text: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(text).digest();
}

/** Converts a number as a client typed it to E.164. @throws Problem 400 */
export function parsePhone(app: App, typed: string): string {
  return requirePhone(typed, getSettings(app).country);
}

/** Converts a number that codes can be texted to. @throws Problem 400 with an error for `field` */
export function requireCodePhone(app: App, typed: string, field = "phoneNumber"): string {
  const refusal = "We can't text codes to numbers in this country.";
  return requireServedPhone(typed, getSettings(app), field, refusal);
}

/**
 * Texts a code. With `isKnown` false the code is created and counted but not sent, so that a request
 * doesn't reveal who is a client.
 * @throws Problem 400, 409, 429
 */
export async function sendPhoneCode(
  app: App,
  target: Target & { readonly purpose: "member" | "financing" | "sign-up" | "booking" },
  caller: Caller,
  isKnown = true,
): Promise<void> {
  requireCodePhone(app, target.address);
  const { businessName } = getSettings(app);
  if (!canSend(app)) throw new Problem(409, "We can't text codes right now. Call us.");

  const code = issueCode(app, target, caller, isKnown);
  const body = `${sayFrom(businessName)}${code} is your code. It expires in 10 minutes. Don't share it with anyone.`;
  if (!isKnown) return;
  if (optedOutSince(app, target.address) !== undefined)
    return void mailCodeInstead(app, target.address, body).catch((error: unknown) =>
      app.log("error", "a code wasn't mailed", { error }),
    );
  // The text has no contact, so staff never see the code in a thread. Its body is erased once it is sent.
  await writeWhenFree(app.db, () =>
    sendText(app, { purpose: "code", phone: target.address, contactId: null, body }),
  );
}

/**
 * A number that has opted out can't be texted: the code is emailed to a client with an address. The reply is the same as
 * for any number, and every page for codes says that START brings texts back.
 */
async function mailCodeInstead(app: App, phone: string, text: string): Promise<void> {
  const email = findContactByPhone(app.db, phone)?.email;
  // Anyone can sign up for a membership with another's number: that email must not open the number's portal.
  if (!email || app.hooks.queries.isUnprovenEmail(app.db, phone, email)) return;
  const { businessName } = getSettings(app);
  await sendMail(app, { to: email, subject: `Your code from ${businessName || "us"}`, text });
}
