import { fillFields, hasFields, longestClients } from "./merge-fields.ts";

/** The default alphabet of GSM 03.38; each character takes one septet. */
const BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Characters that need an escape: two septets, which are never split across segments. */
const EXTENDED = new Set("^{}\\[~]|€\f");

const LIMITS = {
  "GSM-7": { single: 160, multi: 153 },
  Unicode: { single: 70, multi: 67 },
} as const;

export interface SegmentCount {
  readonly encoding: "GSM-7" | "Unicode";
  /** Septets for GSM-7, UTF-16 units for Unicode. */
  readonly units: number;
  /** At least 1, also for an empty text. */
  readonly segments: number;
  /** Units that still fit into the last segment. */
  readonly remaining: number;
}

/** Returns how carriers split a text into segments, by GSM 03.38 (3GPP TS 23.038). */
export function countSegments(text: string): SegmentCount {
  const encoding = isGsm(text) ? "GSM-7" : "Unicode";
  const costOf = encoding === "GSM-7" ? septets : utf16Units;
  const { single, multi } = LIMITS[encoding];

  let units = 0;
  let segments = 1;
  let used = 0;
  for (const character of text) {
    const cost = costOf(character);
    units += cost;
    // A character of two units is never split: it starts the next segment.
    if (used + cost > multi) {
      segments += 1;
      used = 0;
    }
    used += cost;
  }
  if (units <= single) return { encoding, units, segments: 1, remaining: single - units };
  return { encoding, units, segments, remaining: multi - used };
}

/** Returns the characters that require Unicode, each once, in order. */
export function unicodeCharacters(text: string): string[] {
  return [...new Set(text)].filter(
    (character) => !BASIC.has(character) && !EXTENDED.has(character),
  );
}

function isGsm(text: string): boolean {
  for (const character of text) if (!BASIC.has(character) && !EXTENDED.has(character)) return false;
  return true;
}

function septets(character: string): number {
  return EXTENDED.has(character) ? 2 : 1;
}

function utf16Units(character: string): number {
  return character.length;
}

/** Returns the segments of the longest text when these names are filled in: the highest cost for one client. */
export function worstCase(message: string, names: readonly string[]): SegmentCount {
  const clients = longestClients(hasFields(message) ? names : []);
  return clients
    .map((client) => countSegments(fillFields(message, client)))
    .reduce((worst, count) => (isWorse(count, worst) ? count : worst));
}

function isWorse(one: SegmentCount, other: SegmentCount): boolean {
  return (
    one.segments > other.segments ||
    (one.segments === other.segments && one.remaining < other.remaining)
  );
}
