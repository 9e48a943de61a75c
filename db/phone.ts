/**
 * The integer under which a number is stored: E.164 without the plus. A value of six digits or fewer
 * is a short code, which has no plus.
 */
export function phoneKey(phone: string): number {
  return Number(phone.replace(/\D/g, ""));
}

export function phoneText(key: number): string {
  return key < 1_000_000 ? String(key) : `+${key}`;
}
