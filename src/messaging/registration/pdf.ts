import { createPdf } from "#src/platform/pdf/create-pdf.ts";
import type { Pen } from "#src/platform/pdf/pen.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import type { SheetPart } from "./contract.ts";

interface Common {
  readonly businessName: string;
  readonly paper: "LETTER" | "A4";
  /** Epoch milliseconds. */
  readonly date: number;
}

interface SheetFile extends Common {
  readonly kind: "sheet";
  readonly parts: readonly SheetPart[];
}

interface PosterFile extends Common {
  readonly kind: "poster";
  readonly url: string;
  /** Rows of a QR code. */
  readonly code: readonly (readonly boolean[])[];
  readonly wordings: readonly string[];
}

export type RegistrationFile = SheetFile | PosterFile;

const FAINT = "#6d626a";
const CODE_SIDE = 300;
const POSTER_MARGIN = 84;

export function buildRegistrationPdf(file: RegistrationFile): Promise<Uint8Array<ArrayBuffer>> {
  const { businessName: author, paper, date } = file;
  const common = { author, paper, date };
  if (file.kind === "sheet") {
    const title = `Registration sheet: ${author}`;
    const texts = JSON.stringify(file.parts) + title;
    return createPdf({ ...common, title, texts }, (pen) => writeSheet(pen, file, title));
  }
  const title = `Texts from ${author}`;
  const texts = title + file.wordings.join("");
  return createPdf({ ...common, title, texts, margin: POSTER_MARGIN }, (pen) =>
    writePoster(pen, file, title),
  );
}

function writeSheet(pen: Pen, { parts }: SheetFile, title: string): void {
  pen.write(title, { weight: "bold", size: 20, tag: "H1" });
  pen.gap(6);
  for (const part of parts) {
    pen.gap(14);
    pen.keepTogether(80);
    pen.write(part.title, { weight: "bold", size: 15, tag: "H2" });
    pen.write(part.hint, { size: 9, color: FAINT });
    for (const { label, value, missing, max } of part.fields) {
      pen.gap(7);
      pen.keepTogether(36);
      const count = max === null ? "" : ` (${value.length} of ${formatNumber(max)})`;
      pen.write(`${label}${count}`, { size: 9, color: FAINT, tag: "H3" });
      pen.write(value || `Missing. ${missing}`, { size: 10.5 });
    }
  }
  pen.numberPages((at, count) => `${title} · page ${at} of ${count}`);
}

function writePoster(pen: Pen, { code, url, wordings }: PosterFile, title: string): void {
  pen.write(title, { weight: "bold", size: 34, tag: "H1" });
  pen.gap(4);
  pen.write("Scan to get appointment texts and offers.", { size: 16 });
  pen.gap(22);
  pen.squares(code, { side: CODE_SIDE, alt: `QR code of ${url}` });
  pen.gap(14);
  pen.write(url, { weight: "bold", size: 13 });
  pen.gap(16);
  // Small, but on the poster: clients agree to this on the page.
  for (const wording of wordings) {
    pen.write(wording, { size: 8, color: FAINT });
    pen.gap(3);
  }
}
