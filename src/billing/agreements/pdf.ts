import { parseBlocks } from "#src/shared/agreement-text.ts";
import { loadTypefaces } from "./fonts.ts";
import { Pen } from "./pen.ts";

/** The contents of a signed agreement's file, as of the signing. */
export interface AgreementFile {
  /** Such as "Membership agreement: Glow Club". */
  readonly title: string;
  readonly businessName: string;
  /** Address, phone and email, one per line. */
  readonly businessLines: readonly string[];
  /** Plain text with `#` headings. */
  readonly text: string;
  readonly signature:
    | { readonly type: "canvas"; readonly png: Uint8Array }
    | { readonly type: "text"; readonly text: string };
  readonly signerName: string;
  /** Formatted for people, with the time zone. */
  readonly signedAt: string;
  /** The evidence of signing: hash, phone, consent, IP address, browser. */
  readonly evidence: readonly (readonly [label: string, words: string])[];
  /** Oldest first. */
  readonly events: readonly {
    readonly at: string;
    readonly words: string;
    readonly hash: string;
  }[];
  readonly paper: "LETTER" | "A4";
  /** Epoch milliseconds for the PDF's dates, so that the same agreement always gives the same bytes. */
  readonly date: number;
}

const MARGIN = 64;
const FAINT = "#6d626a";
const SIGNATURE = { width: 220, height: 80 };
const SIZES = { 0: 10.5, 1: 15, 2: 12.5, 3: 11 } as const;
const TAGS = { 0: "P", 1: "H2", 2: "H3", 3: "H4" } as const;

/**
 * Builds the PDF, tagged for screen readers (PDF/UA-1). pdfkit and its typefaces load with the first
 * agreement to keep the startup fast.
 */
export async function buildAgreementPdf(file: AgreementFile): Promise<Uint8Array<ArrayBuffer>> {
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: file.paper,
    margin: MARGIN,
    bufferPages: true,
    // The compiled program does not contain pdfkit's font files.
    font: null as unknown as string,
    pdfVersion: "1.7",
    // Missing in the package of types.
    subset: "PDF/UA" as PDFKit.Mixins.PDFSubsets,
    tagged: true,
    lang: "en",
    displayTitle: true,
    info: {
      Title: file.title,
      Author: file.businessName,
      CreationDate: new Date(file.date),
      ModDate: new Date(file.date),
    },
  });
  const bytes = collectBytes(doc);
  const pen = new Pen(doc, MARGIN, await loadTypefaces(doc, textsOf(file)));
  writeAgreement(pen, file);
  writeEvidence(pen, file);
  pen.numberPages((at, count) => `${file.title} · page ${at} of ${count}`);
  doc.end();
  return bytes;
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
  writeSignature(pen, file);
}

function writeSignature(
  pen: Pen,
  { signature: signed, signerName, signedAt }: AgreementFile,
): void {
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
  pen.page();
  pen.write("How this was signed", { weight: "bold", size: 16, tag: "H2" });
  pen.gap(10);
  for (const [label, words] of evidence) {
    pen.keepTogether(30);
    pen.write(label, { size: 9, color: FAINT });
    pen.write(words, { size: 10 });
    pen.gap(7);
  }
  if (events.length === 0) return;
  pen.gap(8);
  pen.write("What happened", { weight: "bold", size: 12, tag: "H2" });
  pen.gap(6);
  for (const { at, words, hash } of events) {
    pen.keepTogether(30);
    pen.write(`${at}  ${words}`, { size: 9.5 });
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
    typed: signature.type === "text" && signature.text,
  });
}

function collectBytes(doc: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (piece: Uint8Array) => pieces.push(piece));
    doc.on("end", () => resolve(new Uint8Array(Buffer.concat(pieces))));
    doc.on("error", reject);
  });
}
