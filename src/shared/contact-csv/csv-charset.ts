import { UnreadableFile } from "./csv-parser.ts";

/** The bytes that decide about a file without a declared charset. */
export const SNIFFED_BYTES = 64 * 1024;

/** ZIP, which .xlsx and .numbers are, and the container of .xls. */
const SPREADSHEETS = ["504b0304", "d0cf11e0"];

/** What Excel on Windows writes where it does not write UTF-8. */
const WINDOWS = "windows-1252";
const CHARSETS = ["utf-8", "utf-16le", "utf-16be", WINDOWS];

export interface Decoder {
  readonly decode: (bytes: Uint8Array) => string;
  readonly end: () => string;
}

/**
 * Decodes a file in pieces and omits its byte order mark. Without a charset its start decides: a file
 * whose start is UTF-8 must be UTF-8 to its end. @throws UnreadableFile
 */
export function decoderOf(charset: string | undefined, start: Uint8Array = NO_BYTES): Decoder {
  const decoder = create(charset ?? guessCharset(start));
  if (!CHARSETS.includes(decoder.encoding))
    throw new UnreadableFile(`We can't read files in ${decoder.encoding}. Send UTF-8.`);
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw new UnreadableFile(
        "This file isn't in UTF-8. Save it as CSV UTF-8, then choose the new file.",
      );
    }
  };
  return { decode, end: () => decode() };
}

const NO_BYTES = new Uint8Array();

function create(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: /^utf-?8$/i.test(charset) });
  } catch {
    throw new UnreadableFile(`We don't know the charset ${charset}. Send UTF-8.`);
  }
}

/** UTF-8, UTF-16 with its mark, or what Excel on Windows writes. @throws UnreadableFile */
export function charsetOf(whole: Uint8Array): string {
  const charset = guessCharset(whole.subarray(0, SNIFFED_BYTES));
  return charset === "utf-8" && !isUtf8(whole, true) ? WINDOWS : charset;
}

function guessCharset(start: Uint8Array): string {
  const mark = [...start.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (SPREADSHEETS.includes(mark)) throw new UnreadableFile(SPREADSHEET_ADVICE);
  if (mark.startsWith("fffe")) return "utf-16le";
  if (mark.startsWith("feff")) return "utf-16be";
  if (isBinary(start)) throw new UnreadableFile(BINARY_ADVICE);
  return isUtf8(start, start.length < SNIFFED_BYTES) ? "utf-8" : WINDOWS;
}

/** The start of a file may end within a character. */
function isUtf8(bytes: Uint8Array, isWhole: boolean): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !isWhole });
    return true;
  } catch {
    return false;
  }
}

/** A few stray control characters are removed from names later; text in UTF-16 has a NUL in half of its bytes. */
function isBinary(bytes: Uint8Array): boolean {
  const strays = bytes.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  return strays * 20 > bytes.length;
}

export const SPREADSHEET_ADVICE =
  "This is a spreadsheet. In Excel, choose Save As and CSV UTF-8. In Numbers, choose Export To and CSV. Then choose the new file.";
const BINARY_ADVICE =
  "This file isn't text that we can read. Save it as CSV UTF-8, then choose the new file.";
