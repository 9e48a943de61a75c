import { expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { Conversation } from "#src/messaging/inbox/contract.ts";
import { ADMIN, NOW, openApp } from "#tests/shell/app-stand.tsx";
import { ODALYS } from "./conversation.ts";

const at = (id: number, minutesAgo: number): Conversation => ({
  ...{ ...ODALYS, id, unreadCount: 1 },
  contact: { ...ODALYS.contact, id, name: `Client ${id}` },
  lastMessageAt: new Date(NOW - minutesAgo * 60_000).toISOString(),
});
const NEWER = at(9, 2);
const OPENED = at(7, 14);
const OLDER = at(8, 30);
const listOf = (...conversations: Conversation[]) => ({
  ...{ conversations, nextCursor: null, unread: conversations.length },
});
const THREAD = { messages: [], nextCursor: null };

const list = () => within(screen.getByRole("region", { name: "Conversations" }));
const addresses = () =>
  list()
    .getAllByRole("link", { name: /Client/ })
    .map((row) => row.getAttribute("href"));
const tab = (name: RegExp) => list().getByRole("link", { name }).getAttribute("aria-current");

test("what is unread has an address, which the open conversation keeps", async () => {
  const { keys } = await openApp("/inbox", ADMIN, { "GET /api/conversations": listOf(OPENED) });
  await keys.click(screen.getByRole("link", { name: "Unread 1" }));
  expect(location.search).toBe("?show=unread");
  await waitFor(() => expect(addresses()).toEqual(["/inbox?show=unread&c=7"]));
});

test("an unread conversation keeps its row and the focus while it is open", async () => {
  let isRead = false;
  const { keys } = await openApp("/inbox?show=unread", ADMIN, {
    "GET /api/conversations": {
      toJSON: () => (isRead ? listOf(NEWER, OLDER) : listOf(NEWER, OPENED, OLDER)),
    },
    "GET /api/conversations/7": { ...OPENED, unreadCount: 0 },
    "GET /api/conversations/7/messages": THREAD,
    "GET /api/conversations/8/messages": THREAD,
    "POST /api/conversations/7/mark-read": {
      toJSON: () => {
        isRead = true;
      },
    },
    "POST /api/conversations/8/mark-read": {},
  });
  const before = addresses();
  const row = list().getByRole("link", { name: /Client 7/ });
  act(() => row.focus());
  await keys.keyboard("{Enter}");
  await waitFor(() => list().getByRole("link", { name: "Unread 2" }));
  await waitFor(() => expect(row.textContent).not.toContain("unread"));
  expect(addresses()).toEqual(before);
  expect(row.getAttribute("aria-current")).toBe("true");
  expect(document.activeElement).toBe(row);
  await keys.click(list().getByRole("link", { name: /Client 8/ }));
  await waitFor(() => expect(addresses()).toHaveLength(2));
});

test("the filter is still there once a search is cleared", async () => {
  const { keys } = await openApp("/inbox?show=unread", ADMIN, {
    "GET /api/conversations": listOf(OPENED),
  });
  const search = screen.getByRole("searchbox", { name: "Search conversations" });
  await keys.type(search, "Client");
  await waitFor(() => expect(location.search).toBe("?q=Client&show=unread"));
  expect([tab(/^All/), tab(/^Unread/)]).toEqual(["page", null]);
  await keys.clear(search);
  await waitFor(() => expect(location.search).toBe("?show=unread"));
  expect(tab(/^Unread/)).toBe("page");
});
