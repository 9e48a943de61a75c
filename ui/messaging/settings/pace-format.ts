import { formatCount } from "#src/shared/format-count.ts";

const SAMPLE = 1_000;

/** "About 30 texts a minute: 1,000 texts take 34 minutes."; empty for an invalid pace. */
export function formatPace(messageCount: string, delaySeconds: string): string | undefined {
  const perSecond = Number(messageCount) / Number(delaySeconds);
  if (!(perSecond > 0 && Number.isFinite(perSecond))) return undefined;
  return `${formatRate(perSecond * 60)}: ${SAMPLE.toLocaleString("en-US")} texts take ${formatDuration(SAMPLE / perSecond)}.`;
}

function formatRate(perMinute: number): string {
  if (perMinute >= 1) return `About ${formatRounded(perMinute, "text")} a minute`;
  return `About ${formatRounded(perMinute * 60, "text")} an hour`;
}

function formatDuration(seconds: number): string {
  if (seconds < 90) return formatRounded(seconds, "second");
  const minutes = seconds / 60;
  if (minutes < 90) return formatCount(Math.ceil(minutes), "minute");
  const hours = minutes / 60;
  return hours < 48
    ? formatCount(Math.ceil(hours), "hour")
    : formatCount(Math.ceil(hours / 24), "day");
}

function formatRounded(figure: number, unit: string): string {
  return formatCount(Math.max(1, Math.round(figure)), unit);
}
