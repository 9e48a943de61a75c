const NORTH_AMERICAN = /^(?:\+?1[-. ]?)?\(?([2-9]\d\d)\)?[-. ]*(\d{3})[-. ]?(\d{4})$/;

/** "(512) 555-0142" for a North American number, as clients type it too, such as "512-555-0142"; any other text comes back as it is. */
export function formatPhone(text: string): string {
  return text.replace(NORTH_AMERICAN, "($1) $2-$3");
}

/** The number that formatPhone made readable, whatever the salon's country; other text as it is. */
export function parseFormattedPhone(text: string): string {
  return text.replace(/^\((\d{3})\) (\d{3})-(\d{4})$/, "+1$1$2$3");
}
