import * as store from "#db/billing/agreements.ts";
import type { App, Caller } from "#src/app.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";
import { drawAgreement } from "./draw.ts";
import { pngOf } from "./png.ts";

/** What the signer agreed to about signing on a screen (15 USC 7001(c)). */
export const ELECTRONIC_CONSENT =
  "I agree to sign this agreement and to receive its copy electronically. I can download it and ask the business for a paper copy.";
/** Who signs and does not pay within a day begins again. */
const UNPAID_MS = 24 * 60 * 60 * 1000;

export interface Signing {
  readonly kind: "membership" | "plan";
  /** The membership's or plan's id. */
  readonly subjectId: string;
  readonly title: string;
  /** As it was shown; frozen from now on. */
  readonly text: string;
  /** Amounts and dates as they were offered. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly signatureType: "canvas" | "text";
  /** A data URL of a PNG, or the typed name. */
  readonly signatureData: string;
  readonly signerName: string;
  /** E.164. */
  readonly phone: string;
  readonly phoneVerified: boolean;
  readonly email: string;
  readonly caller: Caller;
}

/**
 * Freezes what is signed, in the caller's transaction; unpaid, it is forgotten after a day. Answers its id.
 * @throws Problem 400 for an empty or unreadable signature
 */
export function signAgreement(app: App, signing: Signing): number {
  const id = store.insertAgreement(app.db, {
    kind: signing.kind,
    subjectId: signing.subjectId,
    title: signing.title,
    text: signing.text,
    facts: JSON.stringify(signing.facts),
    signatureType: signing.signatureType,
    signature: signatureOf(signing),
    signerName: signing.signerName,
    phone: signing.phone,
    phoneVerified: signing.phoneVerified,
    email: signing.email,
    consent: ELECTRONIC_CONSENT,
    ipAddress: signing.caller.ip,
    userAgent: signing.caller.userAgent,
    signedAt: app.now(),
    expiresAt: app.now() + UNPAID_MS,
  });
  noteEvent(app, id, "Signed", signing.caller);
  return id;
}

/**
 * What it is called where others have agreements too. Not our number of it: another installation on the
 * same account may have that, and so may this one after a restore.
 */
export function outsideKey({ seal }: Pick<store.AgreementRow, "seal">): string {
  return Buffer.from(seal).toString("hex").slice(0, 32);
}

/** It is paid for and in force: from now on it stays. In the caller's transaction. */
export function putInForce(app: App, id: number): void {
  store.keepAgreement(app.db, id);
  noteEvent(app, id, "Paid, in force");
}

/** One more link in the agreement's own chain, in the caller's transaction. */
export function noteEvent(app: App, id: number, words: string, caller?: Caller): void {
  store.appendEvent(app.db, found(app, id), {
    words,
    ipAddress: caller?.ip ?? null,
    createdAt: app.now(),
  });
}

/** The file as it would have been drawn on the day of signing, with what happened since. @throws Problem 404 */
export function agreementFile(app: App, id: number): Promise<Uint8Array<ArrayBuffer>> {
  const row = found(app, id);
  const { businessName, businessAddress, businessPhone, businessEmail, country } = settingsOf(app);
  return drawAgreement({
    title: row.title,
    businessName,
    businessLines: [businessAddress, businessPhone, businessEmail].filter((line) => line !== ""),
    text: row.text,
    signature:
      row.signatureType === "canvas"
        ? { type: "canvas", png: row.signature }
        : { type: "text", text: new TextDecoder().decode(row.signature) },
    signerName: row.signerName,
    signedAt: momentWords(app, row.signedAt),
    evidence: [
      ["SHA-256 of the agreement's text", Buffer.from(row.textHash).toString("hex")],
      ["Seal over everything that was signed", Buffer.from(row.seal).toString("hex")],
      ["Signed by", `${row.signerName}, ${row.email}`],
      ["Phone", `${row.phone}, ${row.phoneVerified ? "verified by a code" : "not verified"}`],
      ["Electronic business", row.consent],
      ["Address on the internet", row.ipAddress ?? "unknown"],
      ["Browser", row.userAgent ?? "unknown"],
      ["Time", momentWords(app, row.signedAt)],
    ],
    events: store.eventsOf(app.db, id).map(({ words, ipAddress, createdAt, hash }) => ({
      at: momentWords(app, createdAt),
      words: ipAddress === null ? words : `${words}, from ${ipAddress}`,
      hash: Buffer.from(hash).toString("hex"),
    })),
    paper: LETTER_COUNTRIES.has(country) ? "LETTER" : "A4",
    date: row.signedAt,
  });
}

const LETTER_COUNTRIES = new Set(["US", "CA", "MX", "CO", "CL", "PH", "PR", "DO"]);

function signatureOf({ signatureType, signatureData }: Signing): Uint8Array {
  if (signatureType === "canvas") {
    const png = pngOf(signatureData);
    if (!png) throw refusal("Please provide a signature");
    return png;
  }
  const typed = signatureData.trim();
  if (typed === "") throw refusal("Please type your name to sign");
  return new TextEncoder().encode(typed);
}

function refusal(words: string): Problem {
  return new Problem(400, words, { errors: { signatureData: words } });
}

function found(app: App, id: number): store.AgreementRow {
  const row = store.findAgreement(app.db, id);
  if (!row) throw new Problem(404, "This agreement does not exist.");
  return row;
}

/** Such as "November 21, 2026 at 2:15:09 PM CST", where the business is. */
function momentWords(app: App, at: number): string {
  return new Intl.DateTimeFormat("en-US", {
    dateStyle: "long",
    timeStyle: "long",
    timeZone: settingsOf(app).timeZone,
  }).format(at);
}
