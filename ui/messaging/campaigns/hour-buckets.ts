import type { Report } from "#src/messaging/campaigns/contract.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import { formatClock, formatDay, wallTime } from "#ui/shell/format/dates.ts";

type Hour = Report["hours"][number];
type Counts = Omit<Hour, "at">;

export interface Bucket extends Counts {
  /** "10 AM" or "Nov 24". */
  readonly tick: string;
  /** "November 24, 10:00 AM" or "November 24". */
  readonly label: string;
}

export interface Buckets {
  readonly by: "hour" | "day";
  readonly buckets: readonly Bucket[];
}

/** From a day and a half on, bars are days instead of hours. */
const HOURS_SHOWN = 36;
/** A reply a week later would follow many empty bars: the chart shows no more than these. */
const DAYS_SHOWN = 62;

/** Buckets per hour, including empty ones in between, or per day for long periods. */
export function bucketsOf(hours: readonly Hour[], timeZone: string): Buckets {
  const first = hours[0];
  const last = hours.at(-1);
  if (!first || !last) return { by: "hour", buckets: [] };
  const from = Date.parse(first.at);
  const span = (Date.parse(last.at) - from) / HOUR_MS + 1;
  const by = span <= HOURS_SHOWN ? "hour" : "day";

  // Iterates by hour, so that days are correct in any zone and across clock changes.
  const buckets = new Map<string, Bucket>();
  for (let at = 0; at < span; at += 1) {
    const name = formatMoment(from + at * HOUR_MS, timeZone, by);
    buckets.set(name.label, { ...NOTHING, ...buckets.get(name.label), ...name });
  }
  for (const hour of hours) {
    const { label } = formatMoment(Date.parse(hour.at), timeZone, by);
    const bucket = buckets.get(label);
    if (bucket) buckets.set(label, { ...bucket, ...sum(bucket, hour) });
  }
  return { by, buckets: [...buckets.values()].slice(0, by === "day" ? DAYS_SHOWN : undefined) };
}

export function sum(one: Counts, other: Counts): Counts {
  return {
    sent: one.sent + other.sent,
    delivered: one.delivered + other.delivered,
    failed: one.failed + other.failed,
    replies: one.replies + other.replies,
  };
}

export const NOTHING: Counts = { sent: 0, delivered: 0, failed: 0, replies: 0 };

function formatMoment(moment: number, timeZone: string, by: "hour" | "day") {
  const time = wallTime(moment, timeZone);
  const day = formatDay(time);
  if (by === "day") return { tick: day.replace(/^(\w{3})\w*/, "$1"), label: day };
  const clock = formatClock(time);
  return { tick: clock.replace(":00", ""), label: `${day}, ${clock}` };
}
