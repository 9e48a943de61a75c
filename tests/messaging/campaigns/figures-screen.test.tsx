import { expect, test } from "bun:test";
import type { Report } from "#src/messaging/campaigns/contract.ts";
import { bucketsOf } from "#ui/messaging/campaigns/hour-buckets.ts";
import {
  formatDuration,
  formatTotal,
  percentOf,
  secondsToSend,
} from "#ui/messaging/campaigns/rates.ts";
import {
  formatMoment,
  formatWallTime,
  nextMorning,
  wallText,
} from "#ui/messaging/campaigns/scheduled-time.ts";
import { replaceUnicode, unicodeCause } from "#ui/messaging/campaigns/unicode-notice.tsx";

const PACE = { messageCount: 1, delaySeconds: 2, campaignTemplate: null };

test.each([
  [0, "Less than a minute"],
  [60, "About 1 minute"],
  [2560, "About 43 minutes"],
  [7800, "About 2 hours 10 minutes"],
  [36_000, "About 10 hours"],
  [200_000, "About 2 days"],
])("%d seconds are %s", (seconds, expectedText) =>
  expect(formatDuration(seconds)).toBe(expectedText),
);

test("the pace counts segments, and a template can only slow it down", () => {
  expect(secondsToSend(PACE, 2, 640)).toBe(2560);
  const slow = { messageCount: 1, delaySeconds: 10, message: "" };
  expect(secondsToSend({ ...PACE, campaignTemplate: slow }, 1, 10)).toBe(100);
  const fast = { messageCount: 10, delaySeconds: 1, message: "" };
  expect(secondsToSend({ ...PACE, campaignTemplate: fast }, 1, 10)).toBe(20);
});

test("a campaign is at 100% only when nothing is left", () => {
  expect(percentOf(1999, 2000)).toBe(99);
  expect(percentOf(2000, 2000)).toBe(100);
  expect(percentOf(0, 0)).toBe(0);
});

test("totals have 2 decimals and separators", () => {
  expect(formatTotal(10_112_000)).toBe("$10.11");
  expect(formatTotal(1_234_567_890_000)).toBe("$1,234,567.89");
});

const at = (day: number, hour: number) => ({ year: 2026, month: 11, day, hour, minute: 5 });

test.each([
  ["early on a Friday", at(20, 7), "2026-11-20T10:00"],
  ["on a Friday at eight", at(20, 8), "2026-11-21T10:00"],
  ["on a Saturday", at(21, 15), "2026-11-23T10:00"],
  ["early on a Sunday", at(22, 6), "2026-11-23T10:00"],
  ["on the month's last day", at(30, 15), "2026-12-01T10:00"],
])("%s the next suitable morning is neither a Sunday nor in the past", (_, now, wall) =>
  expect(nextMorning(now)).toBe(wall),
);

test("a time is shown in the business's zone, with the zone", () => {
  expect(formatWallTime("2026-11-24T15:30", "America/New_York")).toBe(
    "Tuesday, November 24 at 3:30 PM, New\u00a0York\u00a0time",
  );
  expect(wallText("2026-11-25T03:30:00Z", "America/Chicago")).toBe("2026-11-24T21:30");
  expect(formatMoment("2026-11-25T03:30:00Z", "UTC")).toBe(
    "Wednesday, November 25 at 3:30 AM, UTC",
  );
});

const hour = (iso: string, sent: number): Report["hours"][number] => ({
  at: iso,
  sent,
  delivered: 0,
  failed: 0,
  replies: 1,
});

test("empty hours are included, and many hours are combined into days", () => {
  const few = bucketsOf(
    [hour("2026-11-20T16:00:00Z", 5), hour("2026-11-20T19:00:00Z", 2)],
    "America/Chicago",
  );
  expect(few.buckets.map(({ tick, sent }) => [tick, sent])).toEqual([
    ["10 AM", 5],
    ["11 AM", 0],
    ["12 PM", 0],
    ["1 PM", 2],
  ]);
  const days = bucketsOf(
    // The night of a clock change, in the zone where it is.
    [
      hour("2026-10-31T16:00:00Z", 5),
      hour("2026-11-01T04:00:00Z", 1),
      hour("2026-11-02T18:00:00Z", 2),
    ],
    "America/Chicago",
  );
  expect(days.by).toBe("day");
  expect(days.buckets.map(({ tick, sent }) => [tick, sent])).toEqual([
    ["Oct 31", 6],
    ["Nov 1", 0],
    ["Nov 2", 2],
  ]);
  expect(bucketsOf([], "UTC").buckets).toEqual([]);
});

test("plain characters are offered only where they alone make it a GSM-7 text again", () => {
  expect(unicodeCause("It’s “glow”\ttime…")?.isReplaceable).toBe(true);
  expect(unicodeCause(replaceUnicode("It’s “glow”\ttime… − ´ « »"))).toBeUndefined();
  expect(unicodeCause("It’s 💅 time")?.isReplaceable).toBe(false);
});
