/**
 * The integer under which a number is stored: E.164 without the plus. A value of six digits or fewer
 * is a short code, which has no plus.
 */
export function phoneKey(phone: string): number {
  // Most numbers are E.164 already, which is read faster; an import reads each several times.
  return Number(E164.test(phone) ? phone : phone.replace(/\D/g, ""));
}

const E164 = /^\+\d+$/;

export function phoneText(key: number): string {
  return key < 1_000_000 ? String(key) : `+${key}`;
}
