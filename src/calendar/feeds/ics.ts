/** A calendar event. Times are in epoch milliseconds. */
export interface CalendarEvent {
  readonly uid: string;
  readonly start: number;
  readonly end: number;
  /** When it last changed. */
  readonly stamp: number;
  /** Grows with each change. */
  readonly sequence: number;
  readonly summary: string;
  readonly description?: string | undefined;
}

const MAX_OCTETS = 75;

/**
 * Formats an iCalendar stream (RFC 5545). Times are in UTC, so the stream needs no time zone and is right
 * when clocks change.
 */
export function formatCalendar(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Parlor//Appointments//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
    "X-PUBLISHED-TTL:PT15M",
    ...events.flatMap(eventLines),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

function eventLines(event: CalendarEvent): string[] {
  const { uid, start, end, stamp, sequence, summary, description } = event;
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${formatInstant(stamp)}`,
    `LAST-MODIFIED:${formatInstant(stamp)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART:${formatInstant(start)}`,
    `DTEND:${formatInstant(end)}`,
    `SUMMARY:${escapeText(summary)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    "END:VEVENT",
  ];
}

function formatInstant(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
}

/** Escapes a value of the standard's type TEXT and removes control characters. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?|\n/g, "\n")
    .replace(/[\p{Cc}--[\n\t]]/gv, "")
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll("\n", "\\n");
}

/** Folds a line at 75 octets, never within a character. */
function foldLine(line: string): string {
  let octets = 0;
  let text = "";
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_OCTETS) {
      text += "\r\n ";
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
