import { inflateSync } from "node:zlib";
import emoji from "@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf" with {
  type: "file",
};
import regular from "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf" with {
  type: "file",
};
import bold from "@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf" with { type: "file" };
import korean from "@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf" with {
  type: "file",
};
import chinese from "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf" with {
  type: "file",
};
import tamil from "@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf" with {
  type: "file",
};
import thai from "@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf" with {
  type: "file",
};
import unifont from "@fontsource/unifont/files/unifont-latin-400-normal.woff" with { type: "file" };
import dejavu from "dejavu-fonts-ttf/ttf/DejaVuSans.ttf" with { type: "file" };

export type Weight = "regular" | "bold";

type ScriptFont = "emoji" | "thai" | "tamil" | "korean" | "chinese";

export type Font = Weight | ScriptFont | "dejavu" | "unifont";

/** The typeface of each script, opened only for a text in it. Chinese includes kana and kanji. */
const SCRIPTS: Readonly<Record<ScriptFont, RegExp>> = {
  emoji: /\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{fe0f}/u,
  thai: /\p{Script=Thai}/u,
  tamil: /\p{Script=Tamil}/u,
  korean: /\p{Script=Hangul}/u,
  chinese: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u,
};
const SCRIPT_FONTS = Object.keys(SCRIPTS) as ScriptFont[];
/** Used for glyphs that the others lack, in this order: Arabic and Hebrew, then everything else. */
const FALLBACKS = ["dejavu", "unifont"] as const;

const FILES: Readonly<Record<Font, () => Promise<Buffer>>> = {
  regular: () => read(regular),
  bold: () => read(bold),
  emoji: () => read(emoji),
  thai: () => read(thai),
  tamil: () => read(tamil),
  korean: () => read(korean),
  chinese: () => read(chinese),
  dejavu: () => read(dejavu),
  unifont: async () => unpackWoff(await read(unifont)),
};

interface Face {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** Chooses the typeface of a letter. */
export type FontOf = (letter: string, weight: Weight) => Font;

const HEADER = 44;
const ENTRY = 20;

export async function loadTypefaces(doc: PDFKit.PDFDocument, texts: string): Promise<FontOf> {
  const faces = new Map<Font, Face>();
  const open = async (font: Font) => {
    doc.registerFont(font, await FILES[font]());
    doc.font(font);
    // pdfkit does not expose the fontkit font that it has just opened.
    faces.set(font, (doc as unknown as { _font: { font: Face } })._font.font);
  };
  const hasGlyphs = (font: Font, letter: string) =>
    Array.from(letter).every(
      (part) =>
        JOINER.test(part) ||
        faces.get(font)?.hasGlyphForCodePoint(part.codePointAt(0) ?? 0) === true,
    );

  await open("bold");
  await open("regular");
  for (const font of SCRIPT_FONTS) if (SCRIPTS[font].test(texts)) await open(font);
  const letters = [...new Set(texts)].filter((letter) => !SPACE.test(letter));
  for (const font of FALLBACKS)
    if (letters.some((letter) => ![...faces.keys()].some((one) => hasGlyphs(one, letter))))
      await open(font);

  return (letter, weight) => {
    if (SPACE.test(letter)) return weight;
    const preferred = SCRIPT_FONTS.filter((font) => SCRIPTS[font].test(letter));
    const order: Font[] = [...preferred, weight, ...SCRIPT_FONTS, ...FALLBACKS];
    return order.find((font) => hasGlyphs(font, letter)) ?? weight;
  };
}

/** Reads a typeface, which the compiled program contains packed. */
async function read(path: string): Promise<Buffer> {
  const bytes = Buffer.from(await Bun.file(path).arrayBuffer());
  return bytes.readUInt32LE() === ZSTANDARD ? Buffer.from(await Bun.zstdDecompress(bytes)) : bytes;
}

/** How a frame begins (RFC 8878, 3.1.1). */
const ZSTANDARD = 0xfd2fb528;

const SPACE = /^[\s\p{Cf}]$/u;
/** Joins or varies the glyphs around it and has no glyph. */
const JOINER = /^[\p{Cf}\p{Variation_Selector}]$/u;

/**
 * Unpacks the TrueType font of a WOFF 1.0 file (W3C, sections 3 to 5). pdfkit accepts WOFF too, but
 * unpacks a table again for every glyph, which takes four seconds per page.
 */
export function unpackWoff(woff: Uint8Array): Buffer {
  const from = Buffer.from(woff.buffer, woff.byteOffset, woff.byteLength);
  if (from.toString("latin1", 0, 4) !== "wOFF") throw new Error("not a WOFF file");
  const count = from.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => readTable(from, HEADER + at * ENTRY));

  const head = Buffer.alloc(12 + count * 16);
  from.copy(head, 0, 4, 8);
  const power = 2 ** Math.floor(Math.log2(count));
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);
  let offset = head.length;
  tables.forEach(({ tag, checksum, bytes }, at) => {
    const entry = 12 + at * 16;
    tag.copy(head, entry);
    checksum.copy(head, entry + 4);
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(bytes.length, entry + 12);
    offset += paddedLength(bytes.length);
  });
  const bodies = tables.flatMap(({ bytes }) => [
    bytes,
    Buffer.alloc(paddedLength(bytes.length) - bytes.length),
  ]);
  return Buffer.concat([head, ...bodies]);
}

function readTable(from: Buffer, entry: number) {
  const offset = from.readUInt32BE(entry + 4);
  const packed = from.readUInt32BE(entry + 8);
  const length = from.readUInt32BE(entry + 12);
  const stored = from.subarray(offset, offset + packed);
  return {
    tag: from.subarray(entry, entry + 4),
    checksum: from.subarray(entry + 16, entry + 20),
    bytes: packed < length ? inflateSync(stored) : stored,
  };
}

/** Rounds up to a multiple of four, where TrueType tables begin. */
function paddedLength(length: number): number {
  return Math.ceil(length / 4) * 4;
}
