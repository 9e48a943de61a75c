const BASIC = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;
const EXTENDED = new Set("\f^{}\\[~]|€");

/**
 * Segments as the carrier counts them (GSM 03.38), written without a look at the product's own
 * counter, so that the two check each other.
 */
export function carrierSegments(body: string): number {
  if (body.length <= 160 && BASIC.test(body)) return 1;

  const letters = [...body];
  if (letters.every((letter) => EXTENDED.has(letter) || BASIC.test(letter)))
    return pack(
      letters.map((letter) => (EXTENDED.has(letter) ? 2 : 1)),
      160,
      153,
    );
  return pack(
    letters.map((letter) => letter.length),
    70,
    67,
  );
}

/** No unit of two is split over the end of a segment. */
function pack(units: readonly number[], alone: number, joined: number): number {
  if (units.reduce((sum, unit) => sum + unit, 0) <= alone) return 1;

  let segments = 1;
  let used = 0;
  for (const unit of units) {
    if (used + unit > joined) {
      segments += 1;
      used = 0;
    }
    used += unit;
  }
  return segments;
}
