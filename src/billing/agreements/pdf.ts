import { parseBlocks } from "#src/shared/agreement-text.ts";
import { loadTypefaces, type Typefaces, type Weight } from "./fonts.ts";

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
const INK = "#241c22";
const FAINT = "#6d626a";
const LINE = "#d8d0d5";
const SIGNATURE = { width: 220, height: 80 };
const SIZES = { 0: 10.5, 1: 15, 2: 12.5, 3: 11 } as const;

/** Builds the PDF. pdfkit and its typefaces load with the first agreement to keep the startup fast. */
export async function buildAgreementPdf(file: AgreementFile): Promise<Uint8Array<ArrayBuffer>> {
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: file.paper,
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    bufferPages: true,
    // The compiled program does not contain pdfkit's font files.
    font: null as unknown as string,
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
  const pen = new Pen(doc, await loadTypefaces(doc, JSON.stringify(file)));
  writeAgreement(pen, file);
  writeEvidence(pen, file);
  numberPages(pen, file);
  doc.end();
  return bytes;
}

function writeAgreement(pen: Pen, file: AgreementFile): void {
  pen.write(file.businessName, { weight: "bold", size: 12 });
  for (const line of file.businessLines) pen.write(line, { size: 9, color: FAINT });
  pen.gap(18);
  pen.write(file.title, { weight: "bold", size: 20 });
  pen.gap(10);
  for (const { level, text } of parseBlocks(file.text)) {
    if (level > 0) {
      pen.gap(8);
      pen.keepTogether(48);
    }
    pen.write(text, { size: SIZES[level], weight: level > 0 ? "bold" : "regular" });
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
  if (signed.type === "canvas") pen.picture(signed.png, SIGNATURE);
  else pen.write(signed.text, { size: 22 });
  pen.gap(4);
  pen.rule(SIGNATURE.width);
  pen.gap(4);
  pen.write(signerName, { weight: "bold" });
  pen.write(`Signed ${signedAt}`, { size: 9, color: FAINT });
}

function writeEvidence(pen: Pen, { evidence, events }: AgreementFile): void {
  pen.page();
  pen.write("How this was signed", { weight: "bold", size: 16 });
  pen.gap(10);
  for (const [label, words] of evidence) {
    pen.keepTogether(30);
    pen.write(label, { size: 9, color: FAINT });
    pen.write(words, { size: 10 });
    pen.gap(7);
  }
  if (events.length === 0) return;
  pen.gap(8);
  pen.write("What happened", { weight: "bold", size: 12 });
  pen.gap(6);
  for (const { at, words, hash } of events) {
    pen.keepTogether(30);
    pen.write(`${at}  ${words}`, { size: 9.5 });
    pen.write(hash, { size: 7.5, color: FAINT });
    pen.gap(5);
  }
}

function numberPages(pen: Pen, { title }: AgreementFile): void {
  const count = pen.pages();
  for (let at = 0; at < count; at += 1) pen.footer(at, `${title} · page ${at + 1} of ${count}`);
}

interface TextStyle {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
}

/** Writes from the top of the page down, in whichever typeface has the glyphs. */
class Pen {
  private readonly doc: PDFKit.PDFDocument;
  private readonly faces: Typefaces;

  constructor(doc: PDFKit.PDFDocument, faces: Typefaces) {
    this.doc = doc;
    this.faces = faces;
  }

  write(text: string, { size = SIZES[0], weight = "regular", color = INK }: TextStyle = {}): void {
    const runs = this.faces.runs(text, weight);
    runs.forEach((run, at) => {
      this.doc
        .font(run.font)
        .fontSize(size)
        .fillColor(color)
        .text(run.text, { continued: at < runs.length - 1, lineGap: 2 });
    });
  }

  gap(points: number): void {
    this.doc.y += points;
  }

  /** Starts a new page when less than `points` of this one is left. */
  keepTogether(points: number): void {
    const { page, y } = this.doc;
    if (y + points > page.height - MARGIN) this.page();
  }

  page(): void {
    this.doc.addPage();
  }

  picture(png: Uint8Array, { width, height }: { width: number; height: number }): void {
    this.doc.image(Buffer.from(png), MARGIN, this.doc.y, {
      fit: [width, height],
      valign: "bottom",
    });
    this.doc.y += height;
  }

  rule(width: number): void {
    const { doc } = this;
    doc
      .moveTo(MARGIN, doc.y)
      .lineTo(MARGIN + width, doc.y)
      .lineWidth(0.7)
      .stroke(LINE);
  }

  pages(): number {
    return this.doc.bufferedPageRange().count;
  }

  footer(page: number, text: string): void {
    const { doc } = this;
    doc.switchToPage(page);
    const { bottom } = doc.page.margins;
    // Text inside the bottom margin would start a new page.
    doc.page.margins.bottom = 0;
    let x = MARGIN;
    for (const run of this.faces.runs(text, "regular")) {
      doc.font(run.font).fontSize(8).fillColor(FAINT);
      doc.text(run.text, x, doc.page.height - 40, { lineBreak: false });
      x += doc.widthOfString(run.text);
    }
    doc.page.margins.bottom = bottom;
  }
}

function collectBytes(doc: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (piece: Uint8Array) => pieces.push(piece));
    doc.on("end", () => resolve(new Uint8Array(Buffer.concat(pieces))));
    doc.on("error", reject);
  });
}
