import { MONTHS } from "#src/shared/months.ts";
import { oncePerKey } from "#src/shared/once-per-key.ts";

const formatOf = oncePerKey(
  (timeZone) =>
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    }),
);

/**
 * "Nov 20, 2026 16:00:05". Composed here, because Bun and browsers format whole dates differently.
 */
export function formatMoment(iso: string, timeZone: string): string {
  const parts = formatOf(timeZone).formatToParts(new Date(iso));
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((one) => one.type === type)?.value ?? "";
  const clock = ["hour", "minute", "second"]
    .map((type) => part(type as "hour").padStart(2, "0"))
    .join(":");
  return `${MONTHS[Number(part("month")) - 1]?.slice(0, 3)} ${part("day")}, ${part("year")} ${clock}`;
}
