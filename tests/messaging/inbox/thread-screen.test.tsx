import { expect, test } from "bun:test";
import type { Message } from "#src/messaging/inbox/contract.ts";
import { retryableIds, threadItems } from "#ui/messaging/inbox/messages.tsx";

const NOW = Date.parse("2026-11-20T16:00:00Z");
const SALON = "America/Chicago";

function text(id: number, createdAt: string, change: Partial<Message> = {}): Message {
  return {
    id,
    direction: "outbound",
    purpose: "chat",
    campaignName: null,
    body: `text ${id}`,
    status: "delivered",
    error: null,
    canRetry: false,
    read: true,
    media: [],
    createdAt,
    ...change,
  };
}

const drawn = (messages: Message[]) =>
  threadItems(messages, SALON, NOW).map((item) =>
    item.kind === "day" ? item.label : item.messages.map(({ id }) => id),
  );

test("days begin at the salon's midnight and are labeled", () => {
  const messages = [
    text(1, "2025-12-31T18:00:00Z"),
    text(2, "2026-11-17T18:00:00Z"),
    text(3, "2026-11-20T05:59:00Z"),
    text(4, "2026-11-20T06:00:00Z"),
  ];
  expect(drawn(messages)).toEqual([
    "Wednesday, December 31, 2025",
    [1],
    "Tuesday, November 17",
    [2],
    "Yesterday",
    [3],
    "Today",
    [4],
  ]);
});

test("a group of messages ends with the direction, the receipt, five minutes, a campaign or a failure", () => {
  const messages = [
    text(1, "2026-11-20T15:00:00Z"),
    text(2, "2026-11-20T15:01:00Z"),
    text(3, "2026-11-20T15:02:00Z", { direction: "inbound", status: "received" }),
    text(4, "2026-11-20T15:03:00Z", { status: "sent" }),
    text(5, "2026-11-20T15:09:00Z", { status: "sent" }),
    text(6, "2026-11-20T15:10:00Z", { status: "sent", purpose: "campaign" }),
    text(7, "2026-11-20T15:11:00Z", { status: "failed" }),
    text(8, "2026-11-20T15:11:30Z", { status: "failed" }),
  ];
  expect(drawn(messages)).toEqual(["Today", [1, 2], [3], [4], [5], [6], [7], [8]]);
});

test("a failed text that has been sent again can't be retried", () => {
  const failed = { status: "failed", canRetry: true, body: "See you" } as const;
  const messages = [
    text(1, "2026-11-20T15:00:00Z", failed),
    text(2, "2026-11-20T15:01:00Z", { ...failed, body: "Another" }),
    text(3, "2026-11-20T15:02:00Z", { body: "See you" }),
  ];
  expect([...retryableIds(messages)]).toEqual([2]);
});
