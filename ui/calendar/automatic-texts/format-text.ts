import type { AutomaticText } from "#src/calendar/automatic-texts/contract.ts";
import { formatCount, formatNumber } from "#src/shared/format-count.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";

/** "31 clients", "23 clients if on", "No clients if on", "As it happens" */
export function formatNext({ enabled, nextClients }: AutomaticText): string {
  if (nextClients === null) return enabled ? "As it happens" : "Off";
  if (enabled) return formatCount(nextClients, "client");
  return `${nextClients === 0 ? "No clients" : formatCount(nextClients, "client")} if on`;
}

/** One line of figures, on a phone. */
export function formatFigures(text: AutomaticText, currency: string): string {
  const { enabled, nextClients, results } = text;
  if (!enabled && nextClients === null) return formatNext(text);
  const next = `${nextClients === null ? "" : "Next 7 days: "}${formatNext(text)}`;
  if (!enabled) return next;
  const isEarning = (parseCents(results.revenue ?? "") ?? 0) > 0;
  return isEarning
    ? `${next}, ${formatRevenue(results.revenue, currency)} earned`
    : `${next}, ${formatResult(results.sent)} sent`;
}

/** A dash where a result doesn't exist. */
export function formatResult(count: number | null): string {
  return count === null ? "–" : formatNumber(count);
}

export function formatRevenue(revenue: string | null, currency: string): string {
  const cents = revenue === null ? undefined : parseCents(revenue);
  return cents === undefined ? "–" : formatMoney(cents, currency);
}
