import { expect, test } from "bun:test";
import { screen } from "@testing-library/react";
import { ADMIN, openApp } from "#tests/shell/app-stand.tsx";

const ODALYS = {
  id: 7,
  contact: {
    id: 3,
    name: "Odalys Quintero",
    phoneNumber: "+15125550140",
    optedOut: false,
    undeliverable: false,
  },
  lastMessageAt: "2026-11-19T15:46:00.000Z",
  lastMessagePreview: "Yes please",
  lastMessageDirection: "inbound",
  lastMessageStatus: "received",
  unreadCount: 0,
  found: null,
};

test("keys typed at once after the slash choose from a list whose code is still coming", async () => {
  const { keys } = await openApp("/inbox?c=7", ADMIN, {
    "GET /api/conversations": { conversations: [ODALYS], nextCursor: null, unread: 0 },
    "GET /api/conversations/7/messages": { messages: [], nextCursor: null },
    "GET /api/quick-replies": [
      { id: 1, title: "Parking", body: "Park behind the house." },
      { id: 2, title: "Prices", body: "Hi {firstName|there}, a cut is $60." },
    ],
  });
  const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  await keys.type(box, "/pri");
  await screen.findByRole("option", { name: /Prices/ });
  expect(screen.queryByRole("option", { name: /Parking/ })).toBeNull();
  expect(document.activeElement).toBe(box);
  await keys.keyboard("{Enter}");
  expect(box.value).toBe("Hi Odalys, a cut is $60.");
  expect(screen.queryByRole("listbox")).toBeNull();
});
