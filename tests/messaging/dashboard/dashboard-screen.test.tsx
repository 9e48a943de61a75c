import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { ADMIN, appAt, openApp, SETTINGS, staffWith } from "#tests/shell/app-stand.tsx";

const card = (name: string) => within(screen.getByRole("region", { name }));

test("the cards show the figures, and the chart describes them in words", async () => {
  await openApp("/", ADMIN);
  card("Total Campaigns").getByText("48");
  card("Messages Sent").getByText("31,906");
  card("Messages Sent").getByText("70 in 7 days");
  card("Contacts").getByText("2,418");
  card("Active Chats").getByText("1 unread");
  screen.getByRole("img", { name: "Texts sent per day, November 6 to 19: 91 sent, 2 failed" });
});

test("the greeting follows the salon's local time", async () => {
  const greeting = async (timeZone: string) => {
    const { app } = await appAt("/", ADMIN, { "GET /api/settings": { ...SETTINGS, timeZone } });
    const page = document.createElement("div");
    page.innerHTML = renderToString(app(true));
    return page.querySelector(".page > div")?.textContent;
  };
  expect(await greeting("America/Chicago")).toBe("Good morning, MayaThursday, November 19.");
  expect(await greeting("Asia/Tokyo")).toStartWith("Good morning, MayaFriday, November 20.");
  expect(await greeting("Europe/Athens")).toStartWith("Good evening, MayaThursday, November 19.");
  expect(await greeting("Europe/London")).toStartWith("Good afternoon, Maya");
});

test("without any activity the screen says so", async () => {
  await openApp("/", ADMIN);
  screen.getByText("No recent activity to display");
});

test("campaigns, visits and conversations are one list, newest first; what is being sent stands above it", async () => {
  await openApp("/", ADMIN, {
    "GET /api/activity": {
      bookings: [
        {
          id: 3,
          kind: "moved",
          contactId: 5,
          clientName: "Mei Castellano",
          service: "Root Touch-up",
          start: "2026-11-20T16:15:00",
          at: "2026-11-18T15:55:00Z",
        },
      ],
      campaigns: [
        {
          id: 1,
          name: "Winter Glow",
          status: "sending",
          sentCount: 1412,
          totalRecipients: 2640,
          createdAt: "2026-11-18T15:50:00Z",
          scheduledAt: null,
        },
        {
          id: 2,
          name: "Winter Hours",
          status: "completed",
          sentCount: 2640,
          totalRecipients: 2640,
          createdAt: "2026-11-18T15:50:00Z",
          scheduledAt: null,
        },
      ],
      conversations: [
        {
          id: 1,
          contactId: 5,
          contactName: "Imani Okafor",
          lastMessagePreview: "See you",
          lastMessageDirection: "outbound",
          lastMessageAt: "2026-11-17T15:00:00Z",
          unreadCount: 0,
        },
        {
          id: 2,
          contactId: null,
          contactName: null,
          lastMessagePreview: null,
          lastMessageDirection: null,
          lastMessageAt: null,
          unreadCount: 1,
        },
      ],
    },
  });
  const rows = screen
    .getAllByRole("link")
    .map(({ textContent }) => textContent ?? "")
    .filter((text) => /Winter|Imani|Unknown|Mei/.test(text));
  expect(rows).toHaveLength(5);
  expect(rows[0]).toStartWith("Winter Glow1,412 of 2,640 sentSending");
  screen.getByRole("img", { name: "53% sent" });
  expect(rows[1]).toBe("#UnknownUnreadNo messages yetJust now");
  expect(rows[2]).toStartWith("Mei CastellanoMoved Root Touch-up, Nov 20 at 4:15 PM");
  expect(rows[3]).toStartWith("Winter Hours2,640 of 2,640 sentCompleted");
  expect(rows[4]).toStartWith("IOImani OkaforYou: See you");
});

test("quick actions are those that the user may take", async () => {
  await openApp("/", staffWith("/", "/inbox"));
  screen.getByRole("link", { name: "View Inbox" });
  expect(screen.queryByText("Create Campaign")).toBeNull();
  expect(screen.queryByText("Add Contact")).toBeNull();
});

test("a simulated carrier is announced on the screen", async () => {
  await openApp("/", ADMIN, {
    "GET /api/settings": { ...SETTINGS, simulatedCarrier: true, demo: true },
  });
  screen.getByText("Demo: texts are simulated; nothing leaves this computer.");
});

const WAITING = {
  contactId: 5,
  since: "2026-11-19T15:40:00Z",
  expiresAt: null,
  visit: null,
  words: null,
  messageId: null,
};

test("a client who can't be texted about a deposit isn't offered the link again", async () => {
  const visit = (textingBarrier: string | null) => ({
    ...{ start: "2026-11-20T15:15:00", service: "Facial", employeeName: "Elena" },
    ...{ deposit: "30.00", fee: null, textingBarrier },
  });
  await openApp("/", ADMIN, {
    "GET /api/waiting": [
      { ...WAITING, kind: "deposit", id: 7, name: "Juno Ray", visit: visit("Juno opted out.") },
      { ...WAITING, kind: "deposit", id: 8, name: "Camille Dupré", visit: visit(null) },
    ],
  });
  const list = card("Waiting for You");
  list.getByText(/^Deposit unpaid: Facial .*\. Juno opted out\.$/);
  expect(list.getByRole("link", { name: "Open Visit" }).getAttribute("href")).toBe(
    "/appointments?visit=7&date=2026-11-20",
  );
  expect(list.getAllByRole("button", { name: "Text Link Again" })).toHaveLength(1);
});

test("what waits for the desk shows the time left, and one press decides", async () => {
  const visit = {
    start: "2026-11-20T15:15:00",
    service: "Microneedling",
    employeeName: "Elena",
    deposit: null,
  };
  const { keys, sent } = await openApp("/", ADMIN, {
    "GET /api/waiting": [
      {
        ...WAITING,
        kind: "request",
        id: 7,
        name: "Camille Dupré",
        expiresAt: "2026-11-19T18:33:00Z",
        visit,
      },
      { ...WAITING, kind: "opt-out", id: 8, name: "Wren Calloway", words: "take me off of these" },
      { ...WAITING, kind: "text", id: 9, name: "+17375550190", words: "Do you do brows?" },
    ],
    "PATCH /api/appointments/7": { status: "booked" },
    "POST /api/conversations/8/opt-out-review": {},
  });
  const list = card("Waiting for You");
  list.getByText("Soonest deadline first");
  list.getByText("2 h 33 min left");
  list.getByText("Requested Microneedling with Elena, Nov 20 at 3:15 PM");
  list.getByText("“take me off of these” may be an opt-out");
  expect(list.getByRole("link", { name: "Reply" }).getAttribute("href")).toBe("/inbox?c=9");
  await keys.click(list.getByRole("button", { name: "Approve" }));
  await keys.click(list.getByRole("button", { name: "Opt Out" }));
  await screen.findByText("Request approved");
  expect(sent.filter((one) => !one.startsWith("GET"))).toEqual([
    'PATCH /api/appointments/7 {"status":"booked"}',
    'POST /api/conversations/8/opt-out-review {"optOut":true}',
  ]);
});

test("an affected visit is left or opened in its day, and an unknown kind still shows its client", async () => {
  const visit = {
    start: "2026-11-20T15:15:00",
    service: "Facial",
    employeeName: "Elena",
    deposit: null,
  };
  const { keys, sent } = await openApp("/", ADMIN, {
    "GET /api/waiting": [
      { ...WAITING, kind: "affected", id: 7, name: "Camille Dupré", visit },
      { ...WAITING, kind: "of a later version", id: 8, name: "Wren Calloway" },
    ],
    "POST /api/hours/affected/7/leave": null,
  });
  const list = card("Waiting for You");
  list.getByText("Outside your hours now: Facial with Elena, Nov 20 at 3:15 PM");
  list.getByText("Wren Calloway");
  const move = list.getByRole("link", { name: "Move or Cancel" });
  expect(move.getAttribute("href")).toBe("/appointments?date=2026-11-20");
  await keys.click(list.getByRole("button", { name: "Keep as Booked" }));
  await screen.findByText("Kept as booked");
  expect(sent.filter((one) => !one.startsWith("GET"))).toEqual([
    "POST /api/hours/affected/7/leave",
  ]);
});

test("visits that new hours affect are one row, which leads to the page that lists them", async () => {
  const visit = {
    start: "2026-11-30T09:00:00",
    service: "Facial",
    employeeName: "Elena",
    deposit: null,
  };
  const affected = { ...WAITING, kind: "affected", id: 7, name: "Hana Kim", count: 14, visit };
  await openApp("/", ADMIN, { "GET /api/waiting": [affected] });
  const list = card("Waiting for You");
  list.getByRole("heading", { name: "14 visits don't fit your hours" });
  list.getByText("First: Hana Kim, Nov 30 at 9:00 AM with Elena");
  expect(list.getByRole("link", { name: "Decide" }).getAttribute("href")).toBe(
    "/settings/hours#visits-to-decide",
  );
});

test.each([
  ["2026-11-21T15:59:00Z", "47 h left"],
  ["2026-11-21T16:00:00Z", "in 2 days"],
  ["2026-11-28T15:00:00Z", "in 9 days"],
  ["2027-04-10T10:00:00Z", "in 5 months"],
])("a deadline at %s is %s", async (expiresAt, text) => {
  await openApp("/", ADMIN, {
    "GET /api/waiting": [{ ...WAITING, kind: "conflict", id: 6, name: "Ada Byrne", expiresAt }],
  });
  card("Waiting for You").getByText(text);
});

test("after sign-in the greeting waits for the salon's time zone", async () => {
  let answer = (_: unknown) => {};
  const settings = new Promise((resolve) => {
    answer = resolve;
  });
  const { keys } = await openApp("/auth", null, {
    "POST /api/login": ADMIN,
    "GET /api/settings": settings,
  });
  await keys.type(screen.getByLabelText("Username", { selector: "input" }), "maya");
  await keys.type(screen.getByLabelText("Password", { selector: "input" }), "secret{Enter}");
  await waitFor(() => expect(location.pathname).toBe("/"));
  expect(screen.queryByText(/^Good /)).toBeNull();
  answer({ ...SETTINGS, timeZone: "Europe/Athens" });
  await screen.findByText("Good evening, Maya");
});

test("what a caller or another program asked for leads to the request itself", async () => {
  await openApp("/", ADMIN, {
    "GET /api/waiting": [
      { ...WAITING, kind: "call", id: 4, name: "Mei Castellano", words: "Facial, Friday" },
      {
        ...{ ...WAITING, kind: "call", id: 8, name: "Wren Calloway", words: "Facial, Monday" },
        visit: {
          ...{ start: "2026-11-23T10:00:00", service: "Facial", employeeName: "Elena Sato" },
          ...{ deposit: null, fee: null, textingBarrier: null },
        },
      },
      {
        ...{ ...WAITING, kind: "contact-update", id: 5, name: "Ana Silva" },
        words: "Change the number to +15125550120",
      },
      {
        ...WAITING,
        kind: "conflict",
        id: 6,
        name: "Ada Byrne",
        words: "Mon, Nov 30 at 4:00 PM",
      },
    ],
  });
  const list = card("Waiting for You");
  list.getByText("Change the number to (512) 555-0120");
  list.getByText("Asked on the phone: Facial, Monday. Free: Nov 23 at 10:00 AM with Elena Sato");
  list.getByText("One visit to delete: Mon, Nov 30 at 4:00 PM");
  expect(list.queryByText("Soonest deadline first")).toBeNull();
  const links = list.getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Find a Time", "/potential-appointments?approve=4"],
    ["Approve", "/potential-appointments?approve=8"],
    ["Review Change", "/contact-updates?r=5"],
    ["Choose Appointment", "/appointment-management?c=6"],
  ]);
});

test("an admin rejects what a caller asked for after the same question as on its screen", async () => {
  const { keys, sent } = await openApp("/", ADMIN, {
    "GET /api/waiting": [
      { ...WAITING, kind: "call", id: 4, name: "Mei Castellano", words: "Facial, Friday" },
    ],
    "POST /api/potential-appointments/4/reject": {},
  });
  await keys.click(card("Waiting for You").getByRole("button", { name: "Reject" }));
  const question = await screen.findByRole("alertdialog", { name: "Reject This Request?" });
  within(question).getByText(/Nothing will be booked for Mei Castellano/);
  await keys.click(within(question).getByRole("button", { name: "Reject" }));
  await screen.findByText("Request rejected");
  expect(sent).toContain("POST /api/potential-appointments/4/reject");
});

test("an unread text leads to its conversation, and all others are one row", async () => {
  await openApp("/", ADMIN, {
    "GET /api/waiting": [
      { ...WAITING, kind: "text", id: 8, name: "Joan Whitlock", words: "Running late!" },
      {
        ...{ ...WAITING, kind: "text", id: 9, name: "Ada Byrne", count: 32 },
        since: "2026-11-02T15:40:00Z",
        words: "Do you do brows?",
      },
    ],
  });
  const list = card("Waiting for You");
  list.getByText("Running late!");
  expect(list.getByRole("link", { name: "Reply" }).getAttribute("href")).toBe("/inbox?c=8");
  list.getByRole("heading", { name: "32 more unread conversations" });
  list.getByText("Oldest from Ada Byrne: Do you do brows?");
  expect(list.queryByText("Nov 2")).toBeNull();
  const all = list.getByRole("link", { name: "View Unread" });
  expect(all.getAttribute("href")).toBe("/inbox?show=unread");
});

test("without anything that waits, one line says so", async () => {
  await openApp("/", ADMIN);
  card("Waiting for You").getByText(
    "You're all caught up. Requests, held texts and texts without a reply show up here.",
  );
});
