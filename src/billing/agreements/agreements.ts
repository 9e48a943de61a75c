import * as store from "#db/billing/agreements.ts";
import type { App, Caller } from "#src/app.ts";
import { businessOfAgreement, termsOfAgreement } from "#src/billing/ledger/facts.ts";
import type { ExportFile, TimeRange } from "#src/hook-shapes.ts";
import { renderInThread } from "#src/platform/pdf/render-in-thread.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { formatTime } from "#src/platform/time.ts";
import { formatTerm } from "#src/shared/agreement-terms.ts";
import { TERMS_TITLE } from "#src/shared/agreement-text.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { fieldProblem, type Problem, requireFound } from "#src/shared/problem.ts";
import type { AgreementFile } from "./pdf.ts";
import { normalizePng } from "./png.ts";

/** An agreement that is not paid within a day is deleted. */
const UNPAID_MS = DAY_MS;

export interface Signing {
  readonly kind: "membership" | "plan";
  /** The membership's or plan's id. */
  readonly subjectId: string;
  readonly title: string;
  /** The text as it was shown. It never changes after signing. */
  readonly text: string;
  /** The offered amounts and dates, with the `terms` that were shown. */
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

const THREAD = {
  path: "./src/billing/agreements/pdf-thread.ts",
  url: new URL("./pdf-thread.ts", import.meta.url),
};

/**
 * Stores a signed agreement in the caller's transaction and returns its id. It is deleted after a day
 * unless it is paid.
 * @throws Problem 400 for an empty or unreadable signature
 */
export function signAgreement(
  app: App,
  { facts, signatureData, caller, ...signing }: Signing,
): number {
  const id = store.insertAgreement(app.db, {
    ...signing,
    facts: JSON.stringify({ ...facts, business: businessNow(app) }),
    signature: signatureOf(signing.signatureType, signatureData),
    consent: electronicConsent(app),
    ipAddress: caller.ip,
    userAgent: caller.userAgent,
    signedAt: app.now(),
    expiresAt: app.now() + UNPAID_MS,
  });
  recordAgreementEvent(app, id, "Signed", caller);
  return id;
}

/** The consent to electronic signing, with what the law asks to say before it is given (15 USC 7001(c)). */
export function electronicConsent(app: App): string {
  return [
    "I agree to sign this agreement electronically, and to get it and notices about it by email, by text or on this site.",
    "This covers only this agreement.",
    `I can withdraw my consent at any time, or ask for a paper copy, at no charge: ${businessContact(app, "ask the business")}.`,
    "Withdrawing doesn't change what I have already signed.",
    "I need a device with internet access, a current web browser, an email address, and a program that opens PDF files.",
  ].join(" ");
}

/** Identifies what a client read, so that exactly this is signed. */
export function versionOf(read: object): string {
  return Bun.hash(JSON.stringify(read)).toString(36);
}

/** Where clients reach the business, such as "(512) 555-0100 or hello@example.com". */
export function businessContact(app: App, otherwise = "Reply to this message."): string {
  const { businessPhone, businessEmail } = getSettings(app);
  return [businessPhone, businessEmail].filter(Boolean).join(" or ") || otherwise;
}

/**
 * Returns the agreement's key for Stripe. The row id would not be unique there: another installation on
 * the same account, or this one after a restore, may use it again.
 */
export function externalKey({ seal }: Pick<store.AgreementRow, "seal">): string {
  return Buffer.from(seal).toString("hex").slice(0, 32);
}

/** Marks an agreement as paid and in force, so that it is kept. Runs in the caller's transaction. */
export function activateAgreement(app: App, id: number): void {
  store.clearAgreementExpiry(app.db, id);
  recordAgreementEvent(app, id, "Paid, in force");
}

/** Appends an event to the agreement's hash chain, in the caller's transaction. */
export function recordAgreementEvent(
  app: App,
  id: number,
  description: string,
  caller?: Caller,
): void {
  store.appendEvent(app.db, getAgreement(app, id), {
    description,
    ipAddress: caller?.ip ?? null,
    createdAt: app.now(),
  });
}

const EXPORT_SLICE = 100;

/** The agreements signed in a range as PDFs, such as agreements/12.pdf, or as text if one can't be rendered. */
export async function* exportAgreements(
  app: App,
  range: TimeRange | undefined,
): AsyncGenerator<ExportFile> {
  let ids = store.agreementIdsAfter(app.db, 0, range, EXPORT_SLICE);
  while (ids.length > 0) {
    for (const id of ids) {
      // Null for an agreement that was deleted in the meantime.
      const row = store.findAgreement(app.db, id);
      if (!row) continue;
      const { extension, bytes } = await createAgreementFile(app, row);
      yield { name: `agreements/${id}.${extension}`, bytes };
    }
    ids = store.agreementIdsAfter(app.db, ids.at(-1) ?? 0, range, EXPORT_SLICE);
  }
}

/** Renders an agreement as a PDF, or as text if that fails: it must not hold up an export or a mail. */
export async function createAgreementFile(app: App, row: store.AgreementRow) {
  const { id, title, text, signerName, signedAt } = row;
  try {
    const bytes = await createAgreementPdf(app, id);
    return { extension: "pdf", type: "application/pdf", bytes };
  } catch (error) {
    app.log("error", "couldn't render an agreement", { agreement: id, error });
    const parts = [
      "The PDF of this agreement couldn't be created. This is its text.",
      title,
      text,
      [TERMS_TITLE, ...termsOfAgreement(row).map(formatTerm)].join("\n"),
      `Signed by ${signerName}, ${formatMoment(app, signedAt)}`,
    ];
    const bytes = new TextEncoder().encode(`${parts.join("\n\n")}\n`);
    return { extension: "txt", type: "text/plain", bytes };
  }
}

/** Renders the agreement as it was signed, with its later events, as a PDF. @throws Problem 404 */
export function createAgreementPdf(app: App, id: number): Promise<Uint8Array<ArrayBuffer>> {
  const row = getAgreement(app, id);
  const business = businessOfAgreement(row) ?? businessNow(app);
  return renderAgreement({
    title: row.title,
    businessName: business.name,
    businessLines: business.lines,
    text: row.text,
    terms: termsOfAgreement(row),
    signature:
      row.signatureType === "canvas"
        ? { type: "canvas", png: row.signature }
        : { type: "text", text: new TextDecoder().decode(row.signature) },
    signerName: row.signerName,
    signedAt: formatMoment(app, row.signedAt),
    evidence: [
      ["SHA-256 of the agreement's text", Buffer.from(row.textHash).toString("hex")],
      ["Seal over everything that was signed", Buffer.from(row.seal).toString("hex")],
      ["Signed by", `${row.signerName}, ${row.email}`],
      ["Phone", `${row.phone}, ${row.phoneVerified ? "verified by a code" : "not verified"}`],
      ["Agreement to sign electronically", row.consent],
      ["IP address", row.ipAddress ?? "unknown"],
      ["Browser", row.userAgent ?? "unknown"],
      ["Time", formatMoment(app, row.signedAt)],
    ],
    events: store.eventsOf(app.db, id).map(({ description, ipAddress, createdAt, hash }) => ({
      at: formatMoment(app, createdAt),
      description: ipAddress === null ? description : `${description}, from ${ipAddress}`,
      hash: Buffer.from(hash).toString("hex"),
    })),
    paper: paperOf(app),
    date: row.signedAt,
  });
}

/** Replies with the agreement of a subscription. @throws Problem 404 */
export async function toAgreementReply(
  app: App,
  kind: "membership" | "payment-plan",
  { id, agreementId }: { readonly id: number; readonly agreementId: number },
): Promise<FileReply> {
  return {
    name: `${kind}-agreement-${id}.pdf`,
    type: "application/pdf",
    content: await createAgreementPdf(app, agreementId),
    inline: true,
  };
}

/** The business as the head of an agreement names it. */
function businessNow(app: App) {
  const { businessName: name, businessAddress, businessPhone, businessEmail } = getSettings(app);
  const lines = [businessAddress, businessPhone, businessEmail].filter((line) => line !== "");
  return { name, lines };
}

const LETTER_COUNTRIES = new Set(["US", "CA", "MX", "CO", "CL", "PH", "PR", "DO"]);

/** The paper that the business prints on. */
export function paperOf(app: App): "LETTER" | "A4" {
  return LETTER_COUNTRIES.has(getSettings(app).country) ? "LETTER" : "A4";
}

function signatureOf(type: Signing["signatureType"], signatureData: string): Uint8Array {
  if (type === "canvas") {
    const png = normalizePng(signatureData);
    if (!png) throw signatureProblem("Please provide a signature");
    return png;
  }
  const typed = signatureData.trim();
  if (typed === "") throw signatureProblem("Please type your name to sign");
  return new TextEncoder().encode(typed);
}

function signatureProblem(message: string): Problem {
  return fieldProblem(400, "signatureData", message);
}

function getAgreement(app: App, id: number): store.AgreementRow {
  return requireFound(store.findAgreement(app.db, id), "This agreement doesn't exist.");
}

/** Formats a time such as "November 21, 2026 at 2:15:09 PM CST" in the business's time zone. */
function formatMoment(app: App, at: number): string {
  return formatTime(app, at, { dateStyle: "long", timeStyle: "long" });
}

export function renderAgreement(file: AgreementFile): Promise<Uint8Array<ArrayBuffer>> {
  return renderInThread(THREAD, file);
}
