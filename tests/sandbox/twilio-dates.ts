let second = 0;
let text = "";

/** RFC 2822 in whole seconds, as every date of the 2010 API. */
export function rfc2822(at: number): string {
  const wanted = Math.floor(at / 1000);
  // One line for all texts of a second: formatting a date costs as much as the rest of an answer.
  if (wanted !== second) {
    second = wanted;
    text = new Date(wanted * 1000).toUTCString().replace("GMT", "+0000");
  }
  return text;
}

const DAY = 86_400_000;

/** The bounds of `DateSent`, `DateSent<` and `DateSent>`, epoch milliseconds, both included. */
export function sentBounds(query: URLSearchParams): { sentFrom: number; sentUntil: number } {
  const day = query.get("DateSent");
  if (day !== null) {
    const midnight = Date.parse(day.slice(0, 10));
    return { sentFrom: midnight, sentUntil: midnight + DAY - 1 };
  }
  return {
    sentFrom: Date.parse(query.get("DateSent>") ?? "") || -Infinity,
    sentUntil: Date.parse(query.get("DateSent<") ?? "") || Infinity,
  };
}
