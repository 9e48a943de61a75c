import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, formatShortDay, wallTime } from "#ui/shell/format/dates.ts";

/** "Nov 20, 11:02 AM" within a sentence, in the business's zone. */
export function Moment({ iso }: { iso: string }) {
  const { now, timeZone } = useBusinessTime();
  const then = wallTime(iso, timeZone);
  return (
    <time dateTime={iso} className="num">
      {formatShortDay(then, wallTime(now, timeZone))}, {formatClock(then)}
    </time>
  );
}
