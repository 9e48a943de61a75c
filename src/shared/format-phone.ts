const NORTH_AMERICAN = /^(?:\+?1[-. ]?)?\(?([2-9]\d\d)\)?[-. ]*(\d{3})[-. ]?(\d{4})$/;

/** "(512) 555-0142" for a North American number, as clients type it too, such as "512-555-0142"; any other text comes back as it is. */
export function formatPhone(text: string): string {
  return text.replace(NORTH_AMERICAN, "($1) $2-$3");
}

/** The number that formatPhone made readable, whatever the salon's country; other text as it is. */
export function parseFormattedPhone(text: string): string {
  return text.replace(/^\((\d{3})\) (\d{3})-(\d{4})$/, "+1$1$2$3");
}

/** The shortest national numbers of most countries. Seven digits are a number of the US without its area code. */
const LEAST_DIGITS = 8;

/** Whether a typed number is this one, which is in E.164: in any format, also without its country code. */
export function isSamePhone(typed: string, phone: string): boolean {
  const digits = typed.replace(/\D/g, "").replace(/^0+/, "");
  const own = phone.replace(/\D/g, "");
  if (typed.trim().startsWith("+")) return digits === own;
  return digits.length >= LEAST_DIGITS && own.endsWith(digits);
}
