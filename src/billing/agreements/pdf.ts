import { createPdf } from "#src/platform/pdf/create-pdf.ts";
import type { Pen } from "#src/platform/pdf/pen.ts";
import { type AgreementTerm, formatTerm } from "#src/shared/agreement-terms.ts";
import { parseBlocks, TERMS_TITLE } from "#src/shared/agreement-text.ts";

/** The contents of a signed agreement's file, as of the signing. */
export interface AgreementFile {
  /** Such as "Membership agreement: Glow Club". */
  readonly title: string;
  readonly businessName: string;
  /** Address, phone and email, one per line. */
  readonly businessLines: readonly string[];
  /** Plain text with `#` headings. */
  readonly text: string;
  /** What was agreed to pay; empty for an agreement without amounts. */
  readonly terms: readonly AgreementTerm[];
  /** Null for a record that no one signed. */
  readonly signature:
    | { readonly type: "canvas"; readonly png: Uint8Array }
    | { readonly type: "text"; readonly text: string }
    | null;
  readonly signerName: string;
  /** Formatted for people, with the time zone. */
  readonly signedAt: string;
  /** The evidence of signing: hash, phone, consent, IP address, browser. */
  readonly evidence: readonly (readonly [label: string, value: string])[];
  /** Oldest first. */
  readonly events: readonly {
    readonly at: string;
    readonly description: string;
    readonly hash: string;
  }[];
  readonly paper: "LETTER" | "A4";
  /** Epoch milliseconds for the PDF's dates, so that the same agreement always gives the same bytes. */
  readonly date: number;
}

const FAINT = "#6d626a";
const SIGNATURE = { width: 220, height: 80 };
const SIZES = { 0: 10.5, 1: 15, 2: 12.5, 3: 11 } as const;
const TAGS = { 0: "P", 1: "H2", 2: "H3", 3: "H4" } as const;

export function buildAgreementPdf(file: AgreementFile): Promise<Uint8Array<ArrayBuffer>> {
  const { title, businessName: author, paper, date } = file;
  return createPdf({ title, author, paper, date, texts: textsOf(file) }, (pen) => {
    writeAgreement(pen, file);
    writeEvidence(pen, file);
    pen.numberPages((at, count) => `${file.title} · page ${at} of ${count}`);
  });
}

function writeAgreement(pen: Pen, file: AgreementFile): void {
  pen.write(file.businessName, { weight: "bold", size: 12 });
  for (const line of file.businessLines) pen.write(line, { size: 9, color: FAINT });
  pen.gap(18);
  pen.write(file.title, { weight: "bold", size: 20, tag: "H1", aligns: true });
  pen.gap(10);
  for (const { level, text } of parseBlocks(file.text)) {
    if (level > 0) {
      pen.gap(8);
      pen.keepTogether(48);
    }
    const weight = level > 0 ? "bold" : "regular";
    pen.write(text, { size: SIZES[level], weight, tag: TAGS[level], aligns: true });
    pen.gap(level > 0 ? 3 : 7);
  }
  writeTerms(pen, file);
  writeSignature(pen, file);
}

function writeTerms(pen: Pen, { terms }: AgreementFile): void {
  if (terms.length === 0) return;
  pen.gap(8);
  pen.keepTogether(48);
  pen.write(TERMS_TITLE, { size: SIZES[1], weight: "bold", tag: TAGS[1] });
  pen.gap(3);
  for (const term of terms) {
    pen.keepTogether(16);
    pen.write(formatTerm(term), { size: SIZES[0], tag: TAGS[0] });
    pen.gap(3);
  }
}

function writeSignature(
  pen: Pen,
  { signature: signed, signerName, signedAt }: AgreementFile,
): void {
  if (!signed) return;
  pen.keepTogether(SIGNATURE.height + 60);
  pen.gap(20);
  if (signed.type === "canvas")
    pen.picture(signed.png, { ...SIGNATURE, alt: `Drawn signature of ${signerName}` });
  else pen.write(signed.text, { size: 22 });
  pen.gap(4);
  pen.rule(SIGNATURE.width);
  pen.gap(4);
  pen.write(signerName, { weight: "bold" });
  pen.write(`Signed ${signedAt}`, { size: 9, color: FAINT });
}

function writeEvidence(pen: Pen, { evidence, events }: AgreementFile): void {
  if (evidence.length === 0) return;
  pen.page();
  pen.write("How this was signed", { weight: "bold", size: 16, tag: "H2" });
  pen.gap(10);
  for (const [label, value] of evidence) {
    pen.keepTogether(30);
    pen.write(label, { size: 9, color: FAINT });
    pen.write(value, { size: 10 });
    pen.gap(7);
  }
  if (events.length === 0) return;
  pen.gap(8);
  pen.write("What happened", { weight: "bold", size: 12, tag: "H2" });
  pen.gap(6);
  for (const { at, description, hash } of events) {
    pen.keepTogether(30);
    pen.write(`${at}  ${description}`, { size: 9.5 });
    pen.write(hash, { size: 7.5, color: FAINT });
    pen.gap(5);
  }
}

/** All that is written, to find out which typefaces it needs. */
function textsOf({ signature, evidence, events, ...file }: AgreementFile): string {
  return JSON.stringify({
    ...file,
    evidence,
    events,
    typed: signature?.type === "text" && signature.text,
  });
}
