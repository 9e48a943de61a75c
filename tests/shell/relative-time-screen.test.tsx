import { expect, test } from "bun:test";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { ApiProvider, createApi } from "#ui/api.ts";
import { BusinessTimeZone } from "#ui/shell/format/business-time-zone.tsx";
import { dayHeading, wallTime } from "#ui/shell/format/dates.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { createUiState, UiStateProvider } from "#ui/ui-state.ts";
import { NOW, SETTINGS } from "./app-stand.tsx";

function words(iso: string, props: { compact?: boolean; inline?: boolean } = {}): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(["/api/settings"], SETTINGS);
  const { container, unmount } = render(
    <QueryClientProvider client={client}>
      <ApiProvider value={createApi(async () => new Response("{}"))}>
        <UiStateProvider value={createUiState({ sidebarOpen: true, now: NOW })}>
          <BusinessTimeZone>
            <RelativeTime iso={iso} {...props} />
          </BusinessTimeZone>
        </UiStateProvider>
      </ApiProvider>
    </QueryClientProvider>,
  );
  const text = container.textContent;
  unmount();
  return text ?? "";
}

// Now is Thursday, November 19, 10:00 in Chicago.
test.each([
  ["2026-11-19T15:59:30Z", "Just now", "now"],
  ["2026-11-19T15:46:00Z", "14 min ago", "14m"],
  ["2026-11-19T15:00:00Z", "1 hour ago", "1h"],
  ["2026-11-19T07:00:00Z", "9 hours ago", "9h"],
  ["2026-11-19T05:59:00Z", "Yesterday", "Yesterday"],
  ["2026-11-16T18:00:00Z", "3 days ago", "Mon"],
  ["2026-11-01T18:00:00Z", "Nov 1", "Nov 1"],
  ["2025-11-01T18:00:00Z", "Nov 1, 2025", "Nov 1, 2025"],
])("%s reads %p, in a dense list %p", (iso, long, compact) => {
  expect(words(iso)).toBe(long);
  expect(words(iso, { compact: true })).toBe(compact);
});

test.each([
  ["2026-11-19T15:59:30Z", "just now"],
  ["2026-11-19T05:59:00Z", "yesterday"],
  ["2026-11-01T18:00:00Z", "Nov 1"],
])("within a sentence, %s reads %p", (iso, text) => {
  expect(words(iso, { inline: true })).toBe(text);
});

test("within a sentence of a dense list, only days of the week keep their capitals", () => {
  expect(words("2026-11-19T05:59:00Z", { compact: true, inline: true })).toBe("yesterday");
  expect(words("2026-11-16T18:00:00Z", { compact: true, inline: true })).toBe("Mon");
});

test("a thread's days follow the salon's time zone, not the reader's", () => {
  const today = wallTime(NOW, "America/Chicago");
  expect(dayHeading(wallTime("2026-11-19T06:00:00Z", "America/Chicago"), today)).toBe("Today");
  expect(dayHeading(wallTime("2026-11-19T05:59:00Z", "America/Chicago"), today)).toBe("Yesterday");
  expect(dayHeading(wallTime("2026-11-15T18:00:00Z", "America/Chicago"), today)).toBe("Sunday");
  expect(dayHeading(wallTime("2026-11-10T18:00:00Z", "America/Chicago"), today)).toBe("Nov 10");
});
