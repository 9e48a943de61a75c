/** A zone's offsets from UTC around today, as the server sends them with each page. */
export interface ZoneOffsets {
  readonly timeZone: string;
  /** The first moment that is known, and the first that no longer is. */
  readonly from: number;
  readonly until: number;
  /** Since when, in epoch milliseconds, how many milliseconds are added; earliest first. */
  readonly offsets: readonly (readonly [since: number, offset: number])[];
}

declare global {
  /**
   * The business's offsets. Each page sets them, so that it can format times without Intl, whose first use blocks a
   * browser for 20 to 60 ms. This is a global because pages that show no times don't load this module.
   */
  var zoneOffsets: ZoneOffsets | undefined;
}

/** "2026-11-20T10:42" for a moment, in a zone. */
export function toZone(moment: number, timeZone: string): string {
  const known = globalThis.zoneOffsets;
  // For any other zone, and years that the page has no offsets for.
  if (known?.timeZone !== timeZone || moment < known.from || moment >= known.until)
    return formatOf(timeZone).format(moment).replace(" ", "T");
  const offset = known.offsets.findLast(([since]) => since <= moment)?.[1] ?? 0;
  return new Date(moment + offset).toISOString().slice(0, 16);
}

const formats: Record<string, Intl.DateTimeFormat> = {};

/** Sweden writes dates in the order of ISO 8601: "2026-11-20 10:42". */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const options = { timeZone, dateStyle: "short", timeStyle: "short" } as const;
  formats[timeZone] ??= new Intl.DateTimeFormat("sv-SE", options);
  return formats[timeZone];
}
