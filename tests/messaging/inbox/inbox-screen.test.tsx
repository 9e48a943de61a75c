import { expect, spyOn, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { Conversation, Message } from "#src/messaging/inbox/contract.ts";
import { ADMIN, NOW, openApp, refuseWith, staffWith } from "#tests/shell/app-stand.tsx";
import { refresh } from "#ui/shell/data/read.ts";
import { ODALYS as CLIENT } from "./conversation.ts";

const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

const ODALYS: Conversation = { ...CLIENT, lastMessageAt: minutesAgo(14) };
const UNKNOWN: Conversation = {
  ...ODALYS,
  id: 8,
  contact: { ...ODALYS.contact, id: 4, name: "+17375550190", phoneNumber: "+17375550190" },
};
const BOOKED: Message = {
  id: 21,
  direction: "outbound",
  purpose: "chat",
  campaignName: null,
  body: "Booked for Tuesday.",
  status: "delivered",
  error: null,
  canRetry: false,
  read: true,
  media: [],
  createdAt: minutesAgo(20),
};
const YES: Message = {
  ...BOOKED,
  id: 22,
  direction: "inbound",
  body: "Yes please",
  status: "received",
  createdAt: minutesAgo(14),
};

function inboxOf(conversations: Conversation[], messages: Message[] = [BOOKED, YES]) {
  const unread = conversations.filter((one) => one.unreadCount > 0).length;
  return {
    "GET /api/conversations": { conversations, nextCursor: null, unread },
    ...Object.fromEntries(
      conversations.map(({ id }) => [
        `GET /api/conversations/${id}/messages`,
        { messages, nextCursor: null },
      ]),
    ),
  };
}

const box = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });

test("with no conversation open, the right pane asks for one", async () => {
  await openApp("/inbox", ADMIN, inboxOf([{ ...ODALYS, unreadCount: 2 }]));
  screen.getByRole("heading", { name: "Select a conversation to start chatting" });
  screen.getByRole("link", { name: "Unread 1" });
  expect(screen.getByRole("link", { name: /Odalys Quintero/ }).textContent).toContain("2 unread");
});

test("the list scrolls to the conversation that the address opens, once", async () => {
  const scrolled: (string | null)[] = [];
  const scroll = spyOn(HTMLElement.prototype, "scrollIntoView").mockImplementation(function (
    this: HTMLElement,
  ) {
    scrolled.push(within(this).queryByRole("link")?.getAttribute("href") ?? null);
  });
  await openApp("/inbox?c=8", ADMIN, inboxOf([ODALYS, UNKNOWN]));
  await screen.findByRole("log");
  expect(scrolled.filter((href) => href !== null)).toEqual(["/inbox?c=8"]);
  scroll.mockRestore();
});

test("on the way down from an old message, the texts that were there before aren't called new", async () => {
  const page = { messages: [BOOKED], nextCursor: null, newerCursor: "21" as string | null };
  const { keys } = await openApp("/inbox?c=7&at=21", ADMIN, {
    ...inboxOf([ODALYS]),
    "GET /api/conversations/7/messages": page,
  });
  screen.getByRole("button", { name: "Jump to Newest" });
  Object.assign(page, { messages: [YES], newerCursor: null });
  await keys.click(screen.getByRole("button", { name: "Load newer messages" }));
  await within(screen.getByRole("log")).findByText("Yes please");
  expect(screen.queryByRole("button", { name: "New Messages" })).toBeNull();
});

test("an empty inbox says when the first conversation appears", async () => {
  await openApp("/inbox", ADMIN, inboxOf([]));
  screen.getByRole("heading", { name: "No conversations yet" });
});

test("Enter sends and Shift+Enter begins a new line; blank text cannot be sent", async () => {
  const { keys, sent } = await openApp("/inbox?c=7", ADMIN, {
    ...inboxOf([ODALYS]),
    "POST /api/conversations/messages": { ...BOOKED, id: 23, body: "One\nTwo", status: "pending" },
  });
  expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", true);
  await keys.type(box(), "   ");
  expect(screen.getByRole("button", { name: "Send" })).toHaveProperty("disabled", true);

  await keys.clear(box());
  await keys.type(box(), "One{Shift>}{Enter}{/Shift}Two{Enter}");

  expect(sent).toEqual([
    "POST /api/conversations/7/typing",
    'POST /api/conversations/messages {"conversationId":7,"body":"One\\nTwo","mediaIds":[]}',
  ]);
  expect(box().value).toBe("");
  const thread = within(screen.getByRole("log"));
  await waitFor(() => expect(thread.getAllByText(/One\s+Two/)).toHaveLength(1));
});

test("a text that could not be sent returns to the box, with the server's message", async () => {
  const { keys } = await openApp("/inbox?c=7", ADMIN, {
    ...inboxOf([ODALYS]),
    "POST /api/conversations/messages": refuseWith({
      status: 409,
      message: "Texting isn't set up. Connect Twilio in Settings.",
    }),
  });
  await keys.type(box(), "See you then{Enter}");

  await screen.findByText("Failed to send message");
  screen.getByText("Texting isn't set up. Connect Twilio in Settings.");
  expect(box().value).toBe("See you then");
  expect(within(screen.getByRole("log")).queryByText("See you then")).toBeNull();
});

test("an unsent text is still there after another conversation", async () => {
  const { keys } = await openApp("/inbox?c=7", ADMIN, inboxOf([ODALYS, UNKNOWN]));
  await keys.type(box(), "half a thought");
  await keys.click(screen.getByRole("link", { name: /737/ }));
  expect(box().value).toBe("");
  await keys.click(screen.getByRole("link", { name: /Odalys/ }));
  expect(box().value).toBe("half a thought");
});

test("a client who opted out can't be texted", async () => {
  const optedOut = { ...ODALYS, contact: { ...ODALYS.contact, optedOut: true } };
  await openApp("/inbox?c=7", ADMIN, inboxOf([optedOut]));
  screen.getByText("This contact has opted out and cannot receive messages");
  expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
});

test("opening marks texts read once, and a failure is shown and not retried", async () => {
  const { client, sent } = await openApp("/inbox?c=7", ADMIN, {
    ...inboxOf([{ ...ODALYS, unreadCount: 1 }]),
    "POST /api/conversations/7/mark-read": refuseWith({ status: 503, message: "Busy." }),
  });
  await screen.findByText("Failed to mark messages as read");
  screen.getByText("Switch to another conversation and back to retry");

  await refresh(client, "conversations");
  expect(sent).toEqual(["POST /api/conversations/7/mark-read"]);
});

test("a campaign's text shows its name, and a failed one its reason and one Retry", async () => {
  const failed: Message = {
    ...BOOKED,
    id: 24,
    status: "failed",
    error: "The carrier did not answer",
    canRetry: true,
    createdAt: minutesAgo(5),
  };
  const campaign: Message = {
    ...BOOKED,
    id: 20,
    purpose: "campaign",
    campaignName: "Winter Glow",
    createdAt: minutesAgo(60),
  };
  const { keys, sent } = await openApp("/inbox?c=7", ADMIN, {
    ...inboxOf([ODALYS], [campaign, YES, failed]),
    "POST /api/conversations/messages/24/retry": { ...failed, id: 25, status: "pending" },
  });
  const thread = within(screen.getByRole("log"));
  thread.getByText("Winter Glow");
  thread.getByText("Not sent: the carrier did not answer.");

  await keys.click(thread.getByRole("button", { name: "Retry" }));
  expect(sent).toEqual(['POST /api/conversations/messages/24/retry {"evenIfItArrived":false}']);
});

test("only a client without a name can be named, and it works with the keyboard", async () => {
  const { keys, sent } = await openApp("/inbox?c=8", ADMIN, {
    ...inboxOf([UNKNOWN, ODALYS]),
    "PATCH /api/contacts/4": { ...UNKNOWN.contact, name: "Wanda" },
  });
  await keys.click(screen.getByRole("button", { name: "Name this client" }));
  await keys.type(await screen.findByRole("textbox", { name: /^Name of/ }), "  Wanda  {Enter}");
  await screen.findByText("Contact updated");
  expect(sent).toEqual(['PATCH /api/contacts/4 {"name":"Wanda"}']);

  await keys.click(screen.getByRole("link", { name: /Odalys/ }));
  expect(screen.queryByRole("button", { name: "Name this client" })).toBeNull();
});

test("an admin deletes a conversation after a confirmation", async () => {
  const { keys, sent } = await openApp("/inbox?c=7", ADMIN, {
    ...inboxOf([ODALYS]),
    "DELETE /api/conversations/7": refuseWith({ status: 503, message: "Busy." }),
  });
  await keys.click(screen.getByRole("button", { name: "Delete Conversation" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  dialog.getByText("Are you sure you want to delete this conversation?");
  expect(sent).toEqual([]);

  await keys.click(dialog.getByRole("button", { name: "Delete" }));
  await screen.findByText("Failed to delete conversation");
  screen.getByText("Please try again");
});

test("other staff can't delete it", async () => {
  const { keys } = await openApp("/inbox?c=7", staffWith("/inbox"), inboxOf([ODALYS]));
  await keys.click(screen.getByRole("button", { name: "More actions" }));
  await screen.findByRole("menuitem", { name: "Take Payment" });
  expect(screen.queryByRole("menuitem", { name: "Delete Conversation" })).toBeNull();
});

test("the details say in the client page's sentence whether the client gets texts", async () => {
  const client = {
    ...{ ...ODALYS.contact, email: null, optOutDate: null, createdAt: minutesAgo(9), tags: [] },
    ...{ basis: "agreed", agreement: { at: "2026-09-17T15:00:00Z", source: "staff" } },
    ...{ textingBarrier: null, merged: null, similar: [] },
  };
  const consent = { given: true, since: client.agreement.at, source: "staff", by: "maya" };
  await openApp("/inbox?c=7", ADMIN, {
    ...inboxOf([ODALYS]),
    "GET /api/contacts/3": client,
    "GET /api/conversations/7/client": {
      consent: { ...consent, wording: "Checked the box on our form" },
      campaigns: [],
    },
  });
  const details = within(screen.getByRole("complementary", { name: "Client Details" }));
  await details.findByText(/^Agreed to texts and offers on Sep 17 \(recorded by staff\)\./);
  details.getByText("“Checked the box on our form”");
});

test("a new message is addressed with the keyboard, but not to clients who opted out", async () => {
  const contact = { ...ODALYS.contact, email: null, optOutDate: null, createdAt: minutesAgo(9) };
  const { keys, sent } = await openApp("/inbox", ADMIN, {
    ...inboxOf([ODALYS]),
    "GET /api/contacts": {
      contacts: [{ ...contact, id: 5, name: "Camille Dupré", optedOut: true }, contact],
      total: 2,
      nextCursor: null,
    },
    "POST /api/conversations": ODALYS,
  });
  await keys.click(screen.getByRole("button", { name: "New Message" }));
  await screen.findByRole("option", { name: /Camille/ });
  await keys.keyboard("{Enter}");
  expect(sent).toEqual([]);

  await keys.keyboard("{ArrowDown}{Enter}");
  await waitFor(() => expect(location.search).toBe("?c=7"));
  expect(sent).toEqual(['POST /api/conversations {"contactId":3}']);
  await waitFor(() => expect(document.activeElement).toBe(box()));
});

test("a return with the keyboard doesn't type into a conversation that was begun before", async () => {
  const { keys } = await openApp("/inbox", ADMIN, {
    ...inboxOf([ODALYS, UNKNOWN]),
    "GET /api/contacts": { contacts: [ODALYS.contact], total: 1, nextCursor: null },
    "POST /api/conversations": ODALYS,
  });
  await keys.click(screen.getByRole("button", { name: "New Message" }));
  await screen.findByRole("option", { name: /Odalys/ });
  await keys.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(box()));

  const open = async (name: RegExp, address: string) => {
    const row = screen.getByRole("link", { name });
    row.focus();
    await keys.keyboard("{Enter}");
    await waitFor(() => expect(location.search).toBe(address));
    await waitFor(() => expect(box()).toBeDefined());
    return row;
  };
  await open(/555-0190/, `?c=${UNKNOWN.id}`);
  const row = await open(/Odalys/, "?c=7");
  await Bun.sleep(20);
  expect(document.activeElement).toBe(row);
});

test("j and k move through the conversations, and Enter opens one", async () => {
  const { keys } = await openApp("/inbox", ADMIN, inboxOf([ODALYS, UNKNOWN]));
  const [first, second] = ["Odalys Quintero", "(737) 555-0190"].map((name) =>
    screen.getByRole("link", { name: new RegExp(RegExp.escape(name)) }),
  );
  await keys.keyboard("j");
  await waitFor(() => expect(document.activeElement).toBe(first as HTMLElement));
  await keys.keyboard("j");
  await waitFor(() => expect(document.activeElement).toBe(second as HTMLElement));
  await keys.keyboard("k");
  await waitFor(() => expect(document.activeElement).toBe(first as HTMLElement));
  await keys.keyboard("{Enter}");
  expect(location.search).toBe("?c=7");
});
