/** Reading the cells of columns with tags and dates. */

const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 40;

/** "VIP; Bridal", "VIP, Bridal" and Google's "* myContacts ::: VIP" are lists of tags. */
export function readTags(cell: string): string[] {
  if (cell === "") return [];
  const names = cell
    .split(/:::|[;,|]/)
    .map((name) => name.replace(/^[\s"]+|[\s"]+$/g, ""))
    .filter((name) => name !== "" && !name.startsWith("*") && name.length <= MAX_TAG_LENGTH);
  return [...new Set(names)].slice(0, MAX_TAGS);
}

/** Whether dates such as 5/1 begin with the day. Decided by a date with a part above 12; undefined without one. */
export function detectDayFirst(cells: readonly string[]): boolean | undefined {
  for (const cell of cells) {
    const [, first, second] = /^\s*(\d{1,2})[./-](\d{1,2})\b/.exec(cell) ?? [];
    if (Number(first) > 12) return true;
    if (Number(second) > 12) return false;
  }
  return undefined;
}

/** Whether people in the country write the day before the month in numeric dates. */
export function isCountryDayFirst(country: string): boolean {
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  const parts = new Intl.DateTimeFormat(`${language}-${country}`).formatToParts();
  const types = parts.map(({ type }) => type);
  return types.indexOf("day") < types.indexOf("month");
}
