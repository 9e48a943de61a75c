import { useBusinessTime } from "./business-time.ts";
import {
  daysBetween,
  formatClock,
  formatShortDay,
  formatWeekday,
  type WallTime,
  wallTime,
} from "./dates.ts";

interface RelativeTimeProps {
  /** ISO text with a zone, as the API sends it. */
  iso: string;
  /** "14m", "1h", "Tue" instead of "14 min ago", "1 hour ago", "3 days ago": for dense lists. */
  compact?: boolean | undefined;
  /** Within a sentence or after a "·": "just now" instead of "Just now". */
  inline?: boolean | undefined;
  className?: string | undefined;
}

/**
 * A relative time in the business's zone, with the full date as its title. The first paint uses the
 * server's clock for hydration, then the browser's.
 */
export function RelativeTime(props: RelativeTimeProps) {
  const { iso, compact = false, inline = false, className } = props;
  const { now, timeZone } = useBusinessTime();
  const then = wallTime(iso, timeZone);
  const today = wallTime(now, timeZone);
  const format = compact ? formatCompactAge : formatAge;
  const text = format(now - Date.parse(iso), then, today);

  return (
    <time
      dateTime={iso}
      title={`${formatShortDay(then, today)}, ${formatClock(then)}`}
      className={className}
    >
      {inline ? toInline(text) : text}
    </time>
  );
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function formatAge(age: number, then: WallTime, today: WallTime): string {
  if (age < MINUTE) return "Just now";
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  const days = daysBetween(then, today);
  if (days === 0) return hoursAgo(Math.floor(age / HOUR));
  if (days === 1) return "Yesterday";
  return days < 7 ? `${days} days ago` : formatShortDay(then, today);
}

function hoursAgo(hours: number): string {
  return hours === 1 ? "1 hour ago" : `${hours} hours ago`;
}

/** Days of the week and months keep their capitals. */
function toInline(text: string): string {
  return text === "Just now" || text === "Yesterday" ? text.toLowerCase() : text;
}

function formatCompactAge(age: number, then: WallTime, today: WallTime): string {
  if (age < MINUTE) return "now";
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`;
  const days = daysBetween(then, today);
  if (days === 0) return `${Math.floor(age / HOUR)}h`;
  if (days === 1) return "Yesterday";
  return days < 7 ? formatWeekday(then).slice(0, 3) : formatShortDay(then, today);
}
