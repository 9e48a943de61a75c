import { expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { Conversation } from "#src/messaging/inbox/contract.ts";
import { ADMIN, openApp, refuseWith } from "#tests/shell/app-stand.tsx";
import { CONVERSATION_LISTS } from "#ui/messaging/inbox/queries.ts";
import { ODALYS as CLIENT } from "./conversation.ts";

const ODALYS: Conversation = { ...CLIENT, lastMessagePreview: "remove me" };
const GONE = refuseWith({ status: 404, message: "This conversation no longer exists." });

function inboxOf(conversations: Conversation[]): Record<string, unknown> {
  return {
    "GET /api/conversations": { conversations, nextCursor: null, unread: 0 },
    "GET /api/conversations/7/messages": { messages: [], nextCursor: null, newerCursor: null },
  };
}

test("a search without a conversation lists the clients who match, to message or open them", async () => {
  const anya = { ...ODALYS.contact, id: 12, name: "Anya Petrova" };
  const opened = { ...ODALYS, id: 9, contact: anya };
  const { keys, sent } = await openApp("/inbox?q=Anya", ADMIN, {
    ...inboxOf([]),
    "GET /api/contacts?q=Anya&limit=5": { contacts: [anya], total: 1, nextCursor: null },
    "POST /api/conversations": opened,
    "GET /api/conversations/9": opened,
    "GET /api/conversations/9/messages": { messages: [], nextCursor: null, newerCursor: null },
  });
  screen.getByText("No conversation matches “Anya”.");
  const link = await screen.findByRole("link", { name: "Anya Petrova" });
  expect(link.getAttribute("href")).toBe("/contacts/12");
  await keys.click(screen.getByRole("button", { name: "Message Anya Petrova" }));
  await screen.findByRole("textbox", { name: "Message" });
  expect(sent).toContain('POST /api/conversations {"contactId":12}');
});

test("a thread deleted elsewhere says so, shows the unsent text, and links back", async () => {
  const { client, keys } = await openApp("/inbox?c=7", ADMIN, {
    ...inboxOf([ODALYS]),
    "GET /api/conversations/7": GONE,
  });
  await keys.type(screen.getByRole("textbox", { name: "Message" }), "See you at 3");

  act(() => {
    client.setQueriesData(CONVERSATION_LISTS, () => ({
      pages: [{ conversations: [], nextCursor: null, unread: 0 }],
      pageParams: [""],
    }));
  });
  await screen.findByText("This conversation was deleted");
  screen.getByText("Your text wasn't sent: “See you at 3”");

  await keys.click(screen.getByRole("button", { name: "Back to Inbox" }));
  screen.getByText("Select a conversation to start chatting");
});

test("an unclear text is marked in the list and asks in the thread", async () => {
  const unclear = { ...ODALYS, optOutReview: { wording: "remove me" } };
  const { keys, sent } = await openApp("/inbox?c=7", ADMIN, {
    ...inboxOf([unclear]),
    "POST /api/conversations/7/opt-out-review": ODALYS,
  });
  within(screen.getByRole("link", { name: /remove me/ })).getByText("Opt-out?");
  await screen.findByText(
    "“remove me” may be an opt-out. They get no campaigns or reminders until you decide. After five business days we'll opt them out.",
  );
  await keys.click(screen.getByRole("button", { name: "Keep Texting" }));
  await waitFor(() =>
    expect(sent).toContain('POST /api/conversations/7/opt-out-review {"optOut":false}'),
  );
});

test("without an open question, nothing is asked", async () => {
  await openApp("/inbox?c=7", ADMIN, inboxOf([ODALYS]));
  expect(screen.queryByText("Opt-out?")).toBeNull();
  expect(screen.queryByRole("button", { name: "Keep Texting" })).toBeNull();
});
