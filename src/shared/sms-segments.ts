/** GSM 03.38's default alphabet; each sign costs one septet. */
const BASIC = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Behind an escape sign: two septets, which are never split across segments. */
const EXTENDED = new Set("^{}\\[~]|€\f");

const LIMITS = {
  "GSM-7": { single: 160, multi: 153 },
  Unicode: { single: 70, multi: 67 },
} as const;

export interface SegmentCount {
  readonly encoding: "GSM-7" | "Unicode";
  /** Septets for GSM-7, UTF-16 units for Unicode: what the limits count. */
  readonly units: number;
  /** At least 1, also for an empty text. */
  readonly segments: number;
  /** Units that still fit into the last segment. */
  readonly remaining: number;
}

/** How a carrier will cut a text. Segments follow GSM 03.38 (3GPP TS 23.038). */
export function countSegments(text: string): SegmentCount {
  const encoding = isGsm(text) ? "GSM-7" : "Unicode";
  const costOf = encoding === "GSM-7" ? septets : utf16Units;
  const { single, multi } = LIMITS[encoding];

  let units = 0;
  let segments = 1;
  let used = 0;
  for (const sign of text) {
    const cost = costOf(sign);
    units += cost;
    // A sign that costs two is never split: it opens the next segment.
    if (used + cost > multi) {
      segments += 1;
      used = 0;
    }
    used += cost;
  }
  if (units <= single) return { encoding, units, segments: 1, remaining: single - units };
  return { encoding, units, segments, remaining: multi - used };
}

/** The signs that force Unicode, each once, in order. */
export function unicodeCharacters(text: string): string[] {
  return [...new Set(text)].filter((sign) => !BASIC.has(sign) && !EXTENDED.has(sign));
}

function isGsm(text: string): boolean {
  for (const sign of text) if (!BASIC.has(sign) && !EXTENDED.has(sign)) return false;
  return true;
}

function septets(sign: string): number {
  return EXTENDED.has(sign) ? 2 : 1;
}

function utf16Units(sign: string): number {
  return sign.length;
}
