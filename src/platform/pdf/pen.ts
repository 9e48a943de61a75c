import type { Font, FontOf, Weight } from "./fonts.ts";
import { breakLines, type Line } from "./lines.ts";

const INK = "#241c22";
const FAINT = "#6d626a";
const RULE = "#d8d0d5";
const LEADING = 2;
const FOOTER = { size: 8, fromBottom: 40 };
/** The height of a line, in font sizes; some scripts reach above and below it. */
const ASCENT = 1.07;
const DESCENT = 0.3;
const TALL: Partial<Record<Font, { ascent: number; descent: number }>> = {
  thai: { ascent: 1.07, descent: 0.45 },
  chinese: { ascent: 1.1, descent: 0.3 },
  korean: { ascent: 1.1, descent: 0.3 },
};

interface TextStyle {
  readonly size?: number;
  readonly weight?: Weight;
  readonly color?: string;
  /** Begins at the right margin in a language from right to left. */
  readonly aligns?: boolean;
  /** The structure type for screen readers. */
  readonly tag?: "P" | "H1" | "H2" | "H3" | "H4";
}

/** Writes from the top of the page down, in whichever typeface has the glyphs, and tags what it writes. */
export class Pen {
  private readonly doc: PDFKit.PDFDocument;
  private readonly margin: number;
  private readonly fontOf: FontOf;
  private readonly root: ReturnType<PDFKit.PDFDocument["struct"]>;

  constructor(doc: PDFKit.PDFDocument, margin: number, fontOf: FontOf) {
    this.doc = doc;
    this.margin = margin;
    this.fontOf = fontOf;
    this.root = doc.struct("Document");
    doc.addStructure(this.root);
  }

  write(text: string, style: TextStyle = {}): void {
    const { size = 10.5, weight = "regular", color = INK, tag = "P", aligns = false } = style;
    const { width } = this.doc.page;
    const lines = this.breakLines(text, size, weight, width - 2 * this.margin);
    // A reader could not restore the order of words that are drawn from right to left.
    const actual = lines.some(({ pieces }) => pieces.some(({ level }) => level > 0));
    this.tagged(tag, actual ? { actual: text } : {}, () => {
      for (const { isFromRight, ...line } of lines)
        this.writeLine({ ...line, isFromRight: isFromRight && aligns }, size, color);
    });
  }

  gap(points: number): void {
    this.doc.y += points;
  }

  /** Starts a new page when less than `points` of this one is left. */
  keepTogether(points: number): void {
    const { page, y } = this.doc;
    if (y + points > page.height - this.margin) this.page();
  }

  page(): void {
    this.doc.continueOnNewPage();
  }

  picture(
    png: Uint8Array,
    { width, height, alt }: { width: number; height: number; alt: string },
  ): void {
    const { doc, margin } = this;
    this.tagged("Figure", { alt }, () =>
      doc.image(Buffer.from(png), margin, doc.y, { fit: [width, height], valign: "bottom" }),
    );
    doc.y += height;
  }

  /** Draws squares of `side` points for the true cells, such as those of a QR code. */
  squares(
    rows: readonly (readonly boolean[])[],
    { side, alt }: { side: number; alt: string },
  ): void {
    const { doc, margin } = this;
    const cell = side / Math.max(1, rows.length);
    const top = doc.y;
    this.tagged("Figure", { alt }, () => {
      rows.forEach((row, y) => {
        row.forEach((isDark, x) => {
          if (isDark) doc.rect(margin + x * cell, top + y * cell, cell, cell);
        });
      });
      doc.fill(INK);
    });
    doc.y = top + side;
  }

  rule(width: number): void {
    const { doc, margin } = this;
    this.untagged(() =>
      doc
        .moveTo(margin, doc.y)
        .lineTo(margin + width, doc.y)
        .lineWidth(0.7)
        .stroke(RULE),
    );
  }

  /** Writes the footer of every page; `label` gets the page's number and the number of pages. */
  numberPages(label: (at: number, count: number) => string): void {
    const { doc, margin } = this;
    const { count } = doc.bufferedPageRange();
    for (let at = 0; at < count; at += 1) {
      doc.switchToPage(at);
      const y = doc.page.height - FOOTER.fromBottom;
      const width = doc.page.width - 2 * margin;
      const [line] = this.breakLines(label(at + 1, count), FOOTER.size, "regular", width);
      this.untagged(() => line && this.draw(line, FOOTER.size, FAINT, y + FOOTER.size));
    }
  }

  private breakLines(text: string, size: number, weight: Weight, width: number): Line<Font>[] {
    return breakLines<Font>(text, {
      width,
      fontOf: (letter) => this.fontOf(letter, weight),
      measure: (part, font) => this.doc.font(font).fontSize(size).widthOfString(part),
    });
  }

  private writeLine(line: Line<Font>, size: number, color: string): void {
    const { doc } = this;
    const fonts = line.pieces.map(({ font }) => TALL[font]);
    const ascent = size * Math.max(ASCENT, ...fonts.map((font) => font?.ascent ?? 0));
    const descent = size * Math.max(DESCENT, ...fonts.map((font) => font?.descent ?? 0));
    this.keepTogether(ascent + descent);
    const { y } = doc;
    this.draw(line, size, color, y + ascent);
    doc.y = y + ascent + descent + LEADING;
  }

  /** Draws a line on the baseline `y`. */
  private draw({ pieces, width, isFromRight }: Line<Font>, size: number, color: string, y: number) {
    const { doc, margin } = this;
    let x = isFromRight ? doc.page.width - margin - width : margin;
    for (const piece of pieces) {
      doc.font(piece.font).fontSize(size).fillColor(color);
      // Text inside the bottom margin would start a new page.
      doc.text(piece.text, x, y, { lineBreak: false, baseline: "alphabetic" });
      x += piece.width;
    }
  }

  private tagged(
    tag: string,
    options: PDFKit.Mixins.StructureElementOptions,
    draw: () => unknown,
  ): void {
    this.root.add(this.doc.struct(tag, options, () => void draw()));
  }

  /** For what screen readers skip. */
  private untagged(draw: () => unknown): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    draw();
    this.doc.endMarkedContent();
  }
}
