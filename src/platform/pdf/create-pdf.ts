import { loadTypefaces } from "./fonts.ts";
import { Pen } from "./pen.ts";

export interface PdfOptions {
  readonly title: string;
  readonly author: string;
  readonly paper: "LETTER" | "A4";
  /** Epoch milliseconds for the file's dates, so that the same content always gives the same bytes. */
  readonly date: number;
  readonly margin?: number;
  /** All that is written, to find out which typefaces it needs. */
  readonly texts: string;
}

const MARGIN = 64;

/**
 * Creates a PDF, tagged for screen readers (PDF/UA-1). pdfkit and its typefaces load with the first file
 * to keep the startup fast.
 */
export async function createPdf(
  { title, author, paper, date, margin = MARGIN, texts }: PdfOptions,
  write: (pen: Pen) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: paper,
    margin,
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
      Title: title,
      Author: author,
      CreationDate: new Date(date),
      ModDate: new Date(date),
    },
  });
  const bytes = collectBytes(doc);
  write(new Pen(doc, margin, await loadTypefaces(doc, texts)));
  doc.end();
  return bytes;
}

function collectBytes(doc: PDFKit.PDFDocument): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (piece: Uint8Array) => pieces.push(piece));
    doc.on("end", () => resolve(new Uint8Array(Buffer.concat(pieces))));
    doc.on("error", reject);
  });
}
