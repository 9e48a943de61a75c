import regular from "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf" with {
  type: "file",
};
import bold from "@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf" with { type: "file" };
import unifont from "@fontsource/unifont/files/unifont-latin-400-normal.woff" with { type: "file" };
import dejavu from "dejavu-fonts-ttf/ttf/DejaVuSans.ttf" with { type: "file" };
import { unpackWoff } from "./woff.ts";

/**
 * Used for glyphs that Noto Sans (Latin, Greek, Cyrillic) lacks, in this order: Arabic and Hebrew, then
 * everything else.
 */
const FALLBACKS = ["dejavu", "unifont"] as const;

export type Weight = "regular" | "bold";
type Font = Weight | (typeof FALLBACKS)[number];

const FILES: Readonly<Record<Font, () => Promise<Buffer>>> = {
  regular: () => read(regular),
  bold: () => read(bold),
  dejavu: () => read(dejavu),
  unifont: async () => unpackWoff(await read(unifont)),
};

/** A piece of text in one typeface. */
interface Run {
  readonly font: Font;
  readonly text: string;
}

export interface Typefaces {
  readonly runs: (text: string, weight: Weight) => Run[];
}

interface Face {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** Loads the typefaces that the texts need. The result splits texts into runs by available glyphs. */
export async function loadTypefaces(doc: PDFKit.PDFDocument, texts: string): Promise<Typefaces> {
  const letters = [...new Set(texts)];
  const faces = new Map<Font, Face>();
  const open = async (font: Font) => {
    doc.registerFont(font, await FILES[font]());
    doc.font(font);
    // pdfkit does not expose the fontkit font that it has just opened.
    faces.set(font, (doc as unknown as { _font: { font: Face } })._font.font);
  };
  const hasGlyph = (font: Font, letter: string) =>
    faces.get(font)?.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ?? false;

  await open("bold");
  await open("regular");
  for (const font of FALLBACKS)
    if (
      letters.some(
        (letter) =>
          !NEUTRAL.test(letter) && ![...faces.keys()].some((one) => hasGlyph(one, letter)),
      )
    )
      await open(font);

  return {
    runs(text, weight) {
      const runs: { font: Font; text: string }[] = [];
      for (const letter of text) {
        const last = runs.at(-1);
        // Spaces and combining marks stay with the preceding run.
        const font =
          last && NEUTRAL.test(letter)
            ? last.font
            : ([weight, ...FALLBACKS].find((one) => hasGlyph(one, letter)) ?? weight);
        if (last?.font === font) last.text += letter;
        else runs.push({ font, text: letter });
      }
      return runs;
    },
  };
}

async function read(path: string): Promise<Buffer> {
  return Buffer.from(await Bun.file(path).arrayBuffer());
}

const NEUTRAL = /^[\s\p{M}\p{Cf}]$/u;
