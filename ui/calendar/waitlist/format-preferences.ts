import { formatClock } from "#src/shared/clock-time.ts";
import type { PreferredTimes } from "#src/shared/preferred-times.ts";
import { DAY_NAMES } from "#ui/calendar/hours/day-names.ts";
import { formatShortMonthDay } from "#ui/shell/format/dates.ts";

const WORKDAYS = "mon tue wed thu fri";
const WEEKEND = "sat sun";

/** "Nov 24 – Dec 5", or one day. */
export function formatSpan({ from, to }: PreferredTimes): string {
  return from === to
    ? formatShortMonthDay(from)
    : `${formatShortMonthDay(from)} – ${formatShortMonthDay(to)}`;
}

/** "Weekdays after 2:00 PM", "Thu, Fri, any time" */
export function formatTimes({ weekdays, timeFrom, timeTo }: PreferredTimes): string {
  const days = weekdays === null ? "Any day" : formatDays(weekdays);
  if (timeFrom !== null && timeTo !== null)
    return `${days}, ${formatClock(timeFrom)} – ${formatClock(timeTo)}`;
  if (timeFrom !== null) return `${days} after ${formatClock(timeFrom)}`;
  return timeTo === null ? `${days}, any time` : `${days} before ${formatClock(timeTo)}`;
}

/** "Wants weekdays after 2:00 PM, Nov 24 – Dec 5." */
export function describeWish(wish: PreferredTimes): string {
  const times = formatTimes(wish).replace(/^(Any|Week)/, (word) => word.toLowerCase());
  return `Wants ${times}, ${formatSpan(wish)}.`;
}

function formatDays(weekdays: readonly string[]): string {
  const chosen = DAY_NAMES.filter(([key]) => weekdays.includes(key));
  const keys = chosen.map(([key]) => key).join(" ");
  if (keys === WORKDAYS) return "Weekdays";
  if (keys === WEEKEND) return "Weekends";
  return chosen.map(([, name]) => name.slice(0, 3)).join(", ");
}
