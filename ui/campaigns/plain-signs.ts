import { unicodeSigns } from "#src/shared/sms-segments.ts";

/** What word processors and phones put in on their own, and the plain sign that says the same. */
const PLAIN: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201a": "'",
  "\u201b": "'",
  "\u201c": '"',
  "\u201d": '"',
  "\u201e": '"',
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "-",
  "\u2013": "-",
  "\u2014": "-",
  "\u2015": "-",
  "\u2022": "-",
  "\u2026": "...",
  "\u00a0": " ",
  "\u2009": " ",
  "\u202f": " ",
  "\u200b": "",
  "\ufeff": "",
};

const NAMES: Readonly<Record<string, string>> = {
  "\u00a0": "no-break space",
  "\u2009": "thin space",
  "\u202f": "narrow no-break space",
  "\u200b": "zero-width space",
  "\ufeff": "zero-width space",
};

export function withPlainSigns(text: string): string {
  return Array.from(text, (sign) => PLAIN[sign] ?? sign).join("");
}

export interface UnicodeCause {
  /** Each sign as it can be read: itself, or the name of one that shows nothing. */
  readonly signs: readonly string[];
  /** Whether plain signs can stand for some of them. */
  readonly replaceable: boolean;
  /** Whether replacing them makes it a GSM-7 text again. */
  readonly curable: boolean;
}

/** Why a text needs Unicode; undefined when it does not. */
export function unicodeCause(text: string): UnicodeCause | undefined {
  const signs = unicodeSigns(text);
  if (signs.length === 0) return undefined;
  return {
    signs: [...new Set(signs.map((sign) => NAMES[sign] ?? sign))],
    replaceable: signs.some((sign) => sign in PLAIN),
    curable: signs.every((sign) => sign in PLAIN),
  };
}
