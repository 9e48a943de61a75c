import { blocksOf } from "#src/shared/agreement-text.ts";
import { loadTypefaces, type Typefaces, type Weight } from "./fonts.ts";

/** What a signed agreement's file shows, all of it as it was when it was signed. */
export interface AgreementFile {
  /** Such as "Membership agreement: Glow Club". */
  readonly title: string;
  readonly businessName: string;
  /** Address, phone and e-mail, a line each. */
  readonly businessLines: readonly string[];
  /** Plain text with `#` headings. */
  readonly text: string;
  readonly signature:
    | { readonly type: "canvas"; readonly png: Uint8Array }
    | { readonly type: "text"; readonly text: string };
  readonly signerName: string;
  /** For people, with the zone. */
  readonly signedAt: string;
  /** How it was signed, a label and its words each: hash, phone, consent, address, browser. */
  readonly evidence: readonly (readonly [label: string, words: string])[];
  /** What happened, oldest first. */
  readonly events: readonly {
    readonly at: string;
    readonly words: string;
    readonly hash: string;
  }[];
  readonly paper: "LETTER" | "A4";
  /** Epoch milliseconds, for the file's own date: the same agreement gives the same bytes. */
  readonly date: number;
}

const MARGIN = 64;
const INK = "#241c22";
const FAINT = "#6d626a";
const LINE = "#d8d0d5";
const SIGNATURE = { width: 220, height: 80 };
const SIZES = { 0: 10.5, 1: 15, 2: 12.5, 3: 11 } as const;

/** Loaded with the first agreement: the library and its typefaces are nothing that a start should wait for. */
export async function agreementPdf(file: AgreementFile): Promise<Uint8Array<ArrayBuffer>> {
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: file.paper,
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    bufferPages: true,
    // Compiled, the library has no fonts of its own beside it.
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
  const bytes = gathered(doc);
  const pen = new Pen(doc, await loadTypefaces(doc, JSON.stringify(file)));
  agreementPages(pen, file);
  evidencePage(pen, file);
  numberPages(pen, file);
  doc.end();
  return bytes;
}

function agreementPages(pen: Pen, file: AgreementFile): void {
  pen.write(file.businessName, { weight: "bold", size: 12 });
  for (const line of file.businessLines) pen.write(line, { size: 9, color: FAINT });
  pen.gap(18);
  pen.write(file.title, { weight: "bold", size: 20 });
  pen.gap(10);
  for (const { level, text } of blocksOf(file.text)) {
    if (level > 0) {
      pen.gap(8);
      pen.keepTogether(48);
    }
    pen.write(text, { size: SIZES[level], weight: level > 0 ? "bold" : "regular" });
    pen.gap(level > 0 ? 3 : 7);
  }
  signature(pen, file);
}

function signature(pen: Pen, { signature: signed, signerName, signedAt }: AgreementFile): void {
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

function evidencePage(pen: Pen, { evidence, events }: AgreementFile): void {
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

interface Look {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
}

/** Writes down the page, in whichever typeface has the letters. */
class Pen {
  private readonly doc: PDFKit.PDFDocument;
  private readonly faces: Typefaces;

  constructor(doc: PDFKit.PDFDocument, faces: Typefaces) {
    this.doc = doc;
    this.faces = faces;
  }

  write(text: string, { size = SIZES[0], weight = "regular", color = INK }: Look = {}): void {
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

  /** Begins a page when less than so much of this one is left. */
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
    // Inside the margin a line would begin a page of its own.
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

function gathered(doc: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (piece: Uint8Array) => pieces.push(piece));
    doc.on("end", () => resolve(new Uint8Array(Buffer.concat(pieces))));
    doc.on("error", reject);
  });
}
