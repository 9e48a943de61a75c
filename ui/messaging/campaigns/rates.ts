import type { CampaignTemplate } from "#src/platform/settings/fields-contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatMoney, parseMicros } from "#src/shared/money.ts";
import type { SegmentCount } from "#src/shared/sms-segments.ts";

const MICROS = 1_000_000;

/** "$1,210.11": a total, with 2 decimals. */
export function formatTotal(micros: number): string {
  return formatMoney(Math.round(micros / (MICROS / 100)), "USD");
}

/** "$0.0079": a segment, with 4 decimals. */
export function formatSegmentCost(micros: number): string {
  return `$${(micros / MICROS).toFixed(4)}`;
}

export function microsOf(decimal: string): number {
  return parseMicros(decimal) ?? 0;
}

/** Whole percent; 100 only when complete. */
export function percentOf(part: number, whole: number): number {
  if (whole === 0) return 0;
  const percent = Math.round((part / whole) * 100);
  return part < whole ? Math.min(99, percent) : 100;
}

/** "Charged as 1 text, 25 characters left" */
export function formatCounter({ segments, remaining }: SegmentCount): string {
  return `Charged as ${formatCount(segments, "text")}, ${formatCount(remaining, "character")} left`;
}

interface Pace {
  readonly messageCount: number;
  readonly delaySeconds: number;
  readonly campaignTemplate: CampaignTemplate | null;
}

/** The installation's pace counts segments. A template's pace counts texts and can only be slower. */
export function secondsToSend(pace: Pace, segments: number, recipients: number): number {
  const { campaignTemplate: own } = pace;
  return Math.max(
    (segments * recipients * pace.delaySeconds) / pace.messageCount,
    own ? (recipients * own.delaySeconds) / own.messageCount : 0,
  );
}

/** "About 43 minutes", "About 2 hours 10 minutes", "About 3 days". */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  const hours = Math.round(seconds / 3600);
  if (seconds < 60) return "Less than a minute";
  if (minutes < 60) return `About ${formatCount(minutes, "minute")}`;
  if (minutes < 600)
    return [
      `About ${formatCount(Math.floor(minutes / 60), "hour")}`,
      minutes % 60 > 0 && formatCount(minutes % 60, "minute"),
    ]
      .filter(Boolean)
      .join(" ");
  return hours < 48
    ? `About ${formatCount(hours, "hour")}`
    : `About ${formatCount(Math.round(hours / 24), "day")}`;
}
