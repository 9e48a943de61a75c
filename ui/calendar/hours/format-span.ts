import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { addDays, clockOf, dayOf } from "#src/shared/wall-time.ts";
import type { Interval } from "#src/shared/working-hours.ts";
import { formatFullDay } from "#ui/shell/format/dates.ts";

/** "Thu, Nov 26, 2026", "…, 12:00 PM to 1:00 PM", or from one day to another. */
export function formatSpan({ start, end }: Pick<TimeOff, "start" | "end">): string {
  const [first, until] = [dayOf(start), dayOf(end)];
  if (first === until)
    return `${formatFullDay(first)}, ${formatClock(start)} to ${formatClock(end)}`;
  const isWholeDays = clockOf(start) === "00:00" && clockOf(end) === "00:00";
  if (!isWholeDays)
    return `${formatFullDay(first)}, ${formatClock(start)} to ${formatFullDay(until)}, ${formatClock(end)}`;
  const last = addDays(until, -1);
  return last === first
    ? formatFullDay(first)
    : `${formatFullDay(first)} to ${formatFullDay(last)}`;
}

/** "9:00 AM to 1:00 PM". */
export function formatInterval({ start, end }: Interval): string {
  return `${formatClock(start)} to ${formatClock(end)}`;
}
