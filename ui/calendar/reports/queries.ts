import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Range, reports } from "#src/calendar/reports/contract.ts";
import { addDays, daysBetween } from "#src/shared/wall-time.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import type { Place } from "#ui/screen.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { read } from "#ui/shell/data/read.ts";
import { dayAt } from "#ui/shell/format/dates.ts";

export const SPANS = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "91", label: "Quarter" },
  { value: "365", label: "Year" },
] as const;
export type Span = (typeof SPANS)[number]["value"];

/** `?days=` how far the report goes back. */
export function parseSpan(search: string): Span {
  const days = new URLSearchParams(search).get("days");
  return SPANS.find(({ value }) => value === days)?.value ?? "30";
}

/** The days of a span that ends today at the business. */
export function rangeOf(span: Span, now: number, timeZone: string): Range {
  const to = dayAt(now, timeZone);
  return { from: addDays(to, 1 - Number(span)), to };
}

/** As many days, just before. */
export function rangeBefore({ from, to }: Range): Range {
  const days = daysBetween(from, to) + 1;
  return { from: addDays(from, -days), to: addDays(from, -1) };
}

export function reportQuery(api: Api, range: Range) {
  return queryOptions({
    ...read(api, reports.read, { query: range }),
    placeholderData: keepPreviousData,
  });
}

export async function prefetch({ api, client }: Prefetcher, { search }: Place): Promise<void> {
  const { timeZone } = await client.fetchQuery(shellSettingsQuery(api));
  await client.prefetchQuery(reportQuery(api, rangeOf(parseSpan(search), Date.now(), timeZone)));
}
