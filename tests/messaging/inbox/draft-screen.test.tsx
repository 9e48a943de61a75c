import { expect, test } from "bun:test";
import { act, screen, waitFor } from "@testing-library/react";
import { inbox, type Message } from "#src/messaging/inbox/contract.ts";
import { ADMIN, NOW, openApp } from "#tests/shell/app-stand.tsx";
import { ODALYS } from "./conversation.ts";

const SENT: Message = {
  id: 23,
  direction: "outbound",
  purpose: "chat",
  campaignName: null,
  body: "See you at 3",
  status: "pending",
  error: null,
  canRetry: false,
  read: true,
  media: [],
  createdAt: new Date(NOW).toISOString(),
};
const WITH = {
  "GET /api/conversations": { conversations: [ODALYS], nextCursor: null, unread: 0 },
  "GET /api/conversations/7/messages": { messages: [], nextCursor: null, newerCursor: null },
  "GET /api/drafts": [],
  "POST /api/conversations/messages": SENT,
};
const DRAFT = "POST /api/conversations/7/draft";
const box = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
const isDraft = (request: string) => request.startsWith(DRAFT);

test("a draft that is still being saved when its text is sent is emptied after that", async () => {
  const saved = Promise.withResolvers<null>();
  const { keys, sent } = await openApp("/inbox?c=7", ADMIN, { ...WITH, [DRAFT]: saved.promise });
  await keys.type(box(), "See you at 3");
  // Leaving the field saves the draft.
  await keys.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(sent.some((one) => one.includes("/messages "))).toBe(true));
  expect(sent.filter(isDraft)).toEqual([`${DRAFT} {"body":"See you at 3"}`]);

  await act(async () => saved.resolve(null));
  await waitFor(() => expect(sent.filter(isDraft).at(-1)).toBe(`${DRAFT} {"body":""}`));
});

test("drafts are saved one after another, and an older list does not replace what was typed", async () => {
  const saved = Promise.withResolvers<null>();
  const { keys, sent, client } = await openApp("/inbox?c=7", ADMIN, {
    ...WITH,
    [DRAFT]: saved.promise,
  });
  await keys.type(box(), "See you");
  await keys.tab();
  act(() => {
    client.setQueryData([inbox.drafts.path], [{ conversationId: 7, body: "See" }]);
  });
  expect(box().value).toBe("See you");
  await keys.type(box(), " at 3");
  await keys.tab();
  expect(sent.filter(isDraft)).toEqual([`${DRAFT} {"body":"See you"}`]);

  await act(async () => saved.resolve(null));
  await waitFor(() => expect(sent.filter(isDraft).at(-1)).toBe(`${DRAFT} {"body":"See you at 3"}`));
});

test("a draft that waits for the save before it is sent at once when the page is left", async () => {
  const saved = Promise.withResolvers<null>();
  const { keys, sent } = await openApp("/inbox?c=7", ADMIN, { ...WITH, [DRAFT]: saved.promise });
  await keys.type(box(), "See you");
  await keys.tab();
  await keys.type(box(), " at 3");
  await keys.tab();
  act(() => void dispatchEvent(new Event("pagehide")));
  const bodies = ["See you", "See you at 3"].map((body) => `${DRAFT} ${JSON.stringify({ body })}`);
  await waitFor(() => expect(sent.filter(isDraft)).toEqual(bodies));
  await act(async () => saved.resolve(null));
});

test("a saved draft is left to the server, which deletes it once its text is accepted", async () => {
  const { keys, sent } = await openApp("/inbox?c=7", ADMIN, { ...WITH, [DRAFT]: null });
  await keys.type(box(), "See you at 3");
  await keys.tab();
  await waitFor(() => expect(sent.filter(isDraft)).toHaveLength(1));
  await keys.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(sent.some((one) => one.includes("/messages "))).toBe(true));
  expect(sent.filter(isDraft)).toHaveLength(1);
});

test("after a dialog over the conversation, typing goes on with the reply", async () => {
  const { keys } = await openApp("/inbox?c=7", ADMIN, { ...WITH, [DRAFT]: null });
  await keys.click(screen.getByRole("button", { name: "Book" }));
  await screen.findByRole("dialog", { name: "Book Appointment" });
  await keys.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await keys.keyboard("See you then");
  expect(box().value).toBe("See you then");
});
