import { expect, test } from "bun:test";
import { durationWords, percentOf, secondsToSend, totalWords } from "#ui/campaigns/figures.ts";

const PACE = { messageCount: 1, delaySeconds: 2, campaignTemplate: null };

test.each([
  [0, "Less than a minute"],
  [60, "About 1 minute"],
  [2560, "About 43 minutes"],
  [7800, "About 2 hours 10 minutes"],
  [36_000, "About 10 hours"],
  [200_000, "About 2 days"],
])("%d seconds are %s", (seconds, words) => expect(durationWords(seconds)).toBe(words));

test("the pace counts segments; a template only slows it down", () => {
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
  expect(totalWords(10_112_000)).toBe("$10.11");
  expect(totalWords(1_234_567_890_000)).toBe("$1,234,567.89");
});
