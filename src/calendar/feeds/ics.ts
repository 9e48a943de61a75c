/** One entry of a calendar; instants in epoch milliseconds. */
export interface CalendarEvent {
  readonly uid: string;
  readonly start: number;
  readonly end: number;
  readonly stamp: number;
  readonly summary: string;
  readonly description?: string | undefined;
}

const MOST_OCTETS = 75;

/**
 * An iCalendar stream (RFC 5545). Times are UTC instants, so no time zone has to travel along and
 * the two nights when clocks change are right.
 */
export function calendarText(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Parlor//Appointments//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
    "X-PUBLISHED-TTL:PT15M",
    ...events.flatMap(eventLines),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function eventLines({ uid, start, end, stamp, summary, description }: CalendarEvent): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${instant(stamp)}`,
    `DTSTART:${instant(start)}`,
    `DTEND:${instant(end)}`,
    `SUMMARY:${escaped(summary)}`,
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    "END:VEVENT",
  ];
}

function instant(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
}

/** TEXT of the standard; signs that no line may hold are left out. */
function escaped(text: string): string {
  return text
    .replace(/\r\n?|\n/g, "\n")
    .replace(/[\p{Cc}--[\n\t]]/gv, "")
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll("\n", "\\n");
}

/** At most 75 octets to a line, never in the middle of a letter. */
function folded(line: string): string {
  let octets = 0;
  let text = "";
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (octets + size > MOST_OCTETS) {
      text += "\r\n ";
      octets = 1;
    }
    text += letter;
    octets += size;
  }
  return text;
}
