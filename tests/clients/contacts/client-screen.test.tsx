import { expect, test } from "bun:test";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import type { Entry, Note, TextEntry } from "#src/clients/profile/contract.ts";
import {
  appointment,
  CHANGE,
  changes,
  LIST,
  WITH,
} from "#tests/calendar/appointments/screen-stand.ts";
import { ADMIN, openApp, refuseWith, staffWith } from "#tests/shell/app-stand.tsx";
import { contactRow } from "#tests/shell/rows.ts";

const ADA = contactRow({
  id: 7,
  name: "Ada Byrne",
  email: "ada@example.com",
  createdAt: "2024-11-04T16:00:00Z",
  tags: [{ id: 3, name: "Bridal" }],
});
const AT = "2026-11-19T15:00:00Z";
const NOTE: Note = {
  id: 1,
  body: "Likes mornings",
  author: "rosa",
  canChange: true,
  createdAt: AT,
  editedAt: null,
};
const FAILED: TextEntry = {
  kind: "text",
  id: 1,
  at: AT,
  direction: "outbound",
  purpose: "campaign",
  campaignName: "Spring",
  body: "Hi Ada",
  status: "undelivered",
  error: "The phone is switched off",
};
const STOP: Entry = {
  kind: "consent",
  id: 1,
  at: AT,
  given: false,
  category: "all",
  source: "keyword",
  wording: "STOP",
  by: null,
};

const CLIENT_ANSWERS = {
  "GET /api/contacts/7/notes": { notes: [], nextCursor: null },
  "GET /api/contacts/7/plans": { memberships: [], paymentPlans: [] },
  "GET /api/tags": [{ id: 3, name: "Bridal", contactCount: 1, reachableCount: 1 }],
};

function openClient(contact: Contact, entries: Entry[] = [], user = ADMIN, answers = {}) {
  return openApp("/contacts/7", user, {
    "GET /api/contacts/7": {
      ...{ textingBarrier: null, agreement: null, merged: null, similar: [] },
      ...contact,
    },
    "GET /api/contacts/7/history": { lastTexts: [], entries, nextCursor: null },
    ...CLIENT_ANSWERS,
    ...answers,
  });
}

test("the page shows the client, their contact details, and their history in words", async () => {
  await openClient(ADA, [FAILED, STOP]);
  expect(screen.getByRole("heading", { level: 2, name: "Ada Byrne" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "(512) 555-0142" }).getAttribute("href")).toBe(
    "tel:+15125550142",
  );
  await screen.findByText("Campaign: Spring");
  const history = screen.getByRole("region", { name: "History" }).textContent;
  expect(history).toContain("Not delivered: The phone is switched off");
  expect(history).toContain("Texted by the client");
});

const REFUSED = "This client opted out of texts.";
const VISIT = {
  ...{ id: 1, visitId: null, employeeId: 1, clientName: "Ada Byrne", status: "booked" },
  ...{ appointmentDate: "2026-11-24T10:00:00", durationMinutes: 60, service: "Facial" },
  ...{ price: "120.00", deposit: null, payment: null },
};

test("a client who opted out can't be messaged: the button says why, and their visit that it has no reminder", async () => {
  const { keys, sent } = await openClient(
    { ...ADA, optedOut: true, textingBarrier: REFUSED } as Contact,
    [],
    ADMIN,
    { "GET /api/contacts/7/appointments": { next: [VISIT], last: [] } },
  );
  const button = screen.getByRole("button", { name: "Message", description: REFUSED });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await keys.click(button);
  await screen.findByText("Can't text this client");
  expect(sent).toEqual([]);
  const next = within(await screen.findByRole("region", { name: "Next Visit" }));
  next.getByText(/^No reminder will be sent. Call/);
  expect(next.getByRole("link", { name: "(512) 555-0142" }).getAttribute("href")).toBe(
    "tel:+15125550142",
  );
});

test("the next visit is rescheduled and canceled on the client's page", async () => {
  const visit = appointment({ contactId: 7 });
  const { keys, sent } = await openClient(ADA, [], ADMIN, {
    ...WITH([visit]),
    "GET /api/contacts/7/appointments": { next: [visit], last: [] },
    "GET /api/appointments/text-refusal": { reason: null, text: null },
    [CHANGE]: { ...visit, status: "canceled" },
  });
  await keys.click(await screen.findByRole("button", { name: "Reschedule" }));
  const move = within(await screen.findByRole("dialog", { name: "Move Appointment" }));
  await keys.click(move.getByRole("button", { name: "Cancel" }));
  await keys.click(screen.getByRole("button", { name: "Cancel Visit" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Cancel Appointment" }));
  await keys.click(question.getByRole("button", { name: "Cancel Appointment" }));
  await waitFor(() =>
    expect(changes(sent)).toEqual([`${CHANGE} {"status":"canceled","notify":true}`]),
  );
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a visit that can't be loaded says so, and isn't changed", async () => {
  const visit = appointment({ contactId: 7 });
  const { keys } = await openClient(ADA, [], ADMIN, {
    ...WITH([visit]),
    "GET /api/contacts/7/appointments": { next: [visit], last: [] },
    [LIST]: refuseWith({ status: 500, message: "Down" }),
  });
  await keys.click(await screen.findByRole("button", { name: "Cancel Visit" }));
  await screen.findByText("Couldn't load this part");
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("who may see no employee isn't told that a regular has no visits", async () => {
  await openClient(ADA, [], ADMIN, {
    "GET /api/employees": [],
    "GET /api/contacts/7/appointments": { next: [], last: [] },
  });
  await screen.findByRole("region", { name: "History" });
  expect(screen.queryByText("Past visits will appear here.")).toBeNull();
});

test("the current visit can be marked, opened and paid, and takes no cancellation", async () => {
  const visit = appointment({ contactId: 7, appointmentDate: "2026-11-19T09:50:00" });
  const { keys, sent } = await openClient(ADA, [], ADMIN, {
    ...WITH([visit]),
    "GET /api/contacts/7/appointments": { next: [visit], last: [] },
    [CHANGE]: { ...visit, status: "arrived" },
  });
  const card = within(await screen.findByRole("region", { name: "Current Visit" }));
  card.getByText("Now");
  expect(card.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    ...["Mark Arrived", "Open Visit", "Take Payment"],
  ]);
  expect(screen.getAllByRole("button", { name: "Take Payment" })).toHaveLength(1);
  await keys.click(card.getByRole("button", { name: "Mark Arrived: Ada Byrne" }));
  await screen.findByText("Ada Byrne has arrived");
  expect(changes(sent)).toEqual([`${CHANGE} {"status":"arrived"}`]);
  await keys.click(card.getByRole("button", { name: "Open Visit" }));
  await screen.findByRole("dialog", { name: "Ruth Abernathy" });
});

test("a client's cards appear together, the notes next to the visits", async () => {
  const visits = Promise.withResolvers();
  const { keys } = await openApp("/contacts", ADMIN, {
    ...CLIENT_ANSWERS,
    ...WITH([]),
    "GET /api/contacts": { contacts: [ADA], total: 1, nextCursor: null },
    "GET /api/contacts/7": { ...ADA, textingBarrier: null, merged: null, similar: [] },
    "GET /api/contacts/7/history": { lastTexts: [], entries: [], nextCursor: null },
    "GET /api/contacts/7/appointments": visits.promise,
  });
  await keys.click(screen.getByRole("link", { name: "Ada Byrne" }));
  await screen.findByRole("heading", { level: 2, name: "Ada Byrne" });
  await Bun.sleep(20);
  expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(1);
  visits.resolve({ next: [VISIT], last: [] });
  await screen.findByRole("heading", { level: 2, name: "History" });
  const titles = screen.getAllByRole("heading", { level: 2 }).map((title) => title.textContent);
  expect(titles).toEqual(["Ada Byrne", "Next Visit", "Visits", "Billing", "Notes", "History"]);
});

test("the visits after the next one have day and time", async () => {
  const later = { ...VISIT, id: 2, appointmentDate: "2026-12-15T14:30:00", durationMinutes: 90 };
  await openClient(ADA, [], ADMIN, {
    ...WITH([]),
    "GET /api/contacts/7/appointments": { next: [VISIT, later], last: [] },
  });
  const list = within(await screen.findByRole("list", { name: "Later visits" }));
  const [row] = list.getAllByRole("listitem");
  expect(row?.textContent).toContain("Tue, Dec 15, 2:30 – 4:00 PM with Elena");
});

test("the card of earlier visits, which a canceled one ahead begins, is called Visits", async () => {
  const canceled = { ...VISIT, status: "canceled" };
  await openClient(ADA, [], ADMIN, {
    "GET /api/contacts/7/appointments": { next: [], last: [canceled] },
  });
  await screen.findByRole("heading", { name: "Visits" });
});

test.each([
  [{}, "Agreed to texts and offers."],
  [
    { agreement: { at: "2026-09-14T16:00:00Z", source: "staff" } },
    "Agreed to texts and offers on Sep 14 (recorded by staff).",
  ],
  [{ basis: "asked" as const }, "Gets texts but no offers: only wrote or called."],
  [
    { optedOut: true, optOutDate: "2026-11-09T16:00:00Z", textingBarrier: REFUSED },
    "Opted out on Nov 9. We won't text this number.",
  ],
  [
    { undeliverable: true, textingBarrier: "This client's number can't receive texts." },
    "This client's number can't receive texts.",
  ],
])(
  "one sentence at the head says whether a client gets texts and offers: %o",
  async (state, sentence) => {
    await openClient({ ...ADA, ...state });
    within(screen.getByRole("region", { name: "Details" })).getByText(sentence, {
      selector: "p > span",
    });
  },
);

test("a tag can be removed on the page", async () => {
  const { keys, sent } = await openClient(ADA, [], ADMIN, {
    "POST /api/tags/3/take-off": { count: 1 },
  });
  await keys.click(screen.getByRole("button", { name: "Remove Bridal" }));
  await waitFor(() => expect(sent).toEqual(['POST /api/tags/3/take-off {"contactIds":[7]}']));
});

const withNotes = (...notes: Note[]) => ({
  "GET /api/contacts/7/notes": { notes, nextCursor: null },
  "POST /api/contacts/7/notes": NOTE,
});
const notesCard = () => within(screen.getByRole("region", { name: "Notes" }));

test("the notes are a card with author and day, and the last texts are bubbles with their time", async () => {
  const text = { ...FAILED, purpose: "chat", campaignName: null, status: "sent", error: null };
  const lastTexts = [
    { ...text, id: 3, direction: "inbound", body: "C", at: "2026-11-19T15:14:00Z" },
    { ...text, id: 2, purpose: "reminder", body: "See you Friday", at: "2026-11-19T15:00:00Z" },
    FAILED,
  ];
  await openClient(ADA, [], ADMIN, {
    ...withNotes(NOTE),
    "GET /api/contacts/7/history": { lastTexts, entries: [STOP], nextCursor: null },
  });
  expect(notesCard().getByRole("listitem").textContent).toBe("Likes morningsrosa, Nov 19");
  const texts = within(screen.getByRole("region", { name: "Texts" }));
  expect(texts.getAllByRole("listitem").map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^You: SpringHi AdaToday at 9:00 AM, Not delivered: The phone is/),
    expect.stringMatching(/^You: See you FridayReminder, today at 9:00 AM$/),
    expect.stringMatching(/^Client: CToday at 9:14 AM$/),
  ]);
  texts.getByRole("button", { name: "Open Conversation" });
});

test("the history begins with its latest entries, and Show All has the others", async () => {
  const entries = Array.from({ length: 7 }, (_, at) => ({ ...STOP, id: at }));
  const { keys } = await openClient(ADA, entries);
  const history = within(screen.getByRole("region", { name: "History" }));
  expect(history.getAllByRole("listitem")).toHaveLength(5);
  await keys.click(history.getByRole("button", { name: "Show All" }));
  expect(history.getAllByRole("listitem")).toHaveLength(7);
  expect(history.queryByRole("button", { name: "Show All" })).toBeNull();
});

test("without texts there is no Texts card, and without the inbox none leads there", async () => {
  await openClient(ADA);
  expect(screen.queryByRole("region", { name: "Texts" })).toBeNull();
  cleanup();
  await openClient(ADA, [], staffWith("/contacts"), {
    "GET /api/contacts/7/history": { lastTexts: [FAILED], entries: [], nextCursor: null },
  });
  screen.getByRole("region", { name: "Texts" });
  expect(screen.queryByRole("button", { name: "Open Conversation" })).toBeNull();
});

test("a note is written in the card and saved with Ctrl and Enter, and a blank note is not sent", async () => {
  const { keys, sent } = await openClient(ADA, [], ADMIN, withNotes());
  notesCard().getByText("Add what your team should know about this client.");
  await keys.click(notesCard().getByRole("button", { name: "Add Note" }));
  const field = await screen.findByLabelText("New note");
  expect(document.activeElement).toBe(field);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add Note" }).disabled).toBe(true);
  await keys.type(field, "Likes mornings{Control>}{Enter}{/Control}");
  await waitFor(() =>
    expect(sent).toEqual(['POST /api/contacts/7/notes {"body":"Likes mornings"}']),
  );
  await waitFor(() => expect(screen.queryByLabelText("New note")).toBeNull());
});

test("Escape closes the note's field, and the focus is back at the button", async () => {
  const { keys, sent } = await openClient(ADA, [], ADMIN, withNotes());
  await keys.click(notesCard().getByRole("button", { name: "Add Note" }));
  await keys.type(await screen.findByLabelText("New note"), "Likes{Escape}");
  expect(screen.queryByLabelText("New note")).toBeNull();
  expect(document.activeElement).toBe(notesCard().getByRole("button", { name: "Add Note" }));
  expect(sent).toEqual([]);
});

test("what is typed while a note is being saved stays", async () => {
  const added = Promise.withResolvers<unknown>();
  const { keys } = await openClient(ADA, [], ADMIN, {
    ...withNotes(),
    "POST /api/contacts/7/notes": added.promise,
  });
  await keys.click(notesCard().getByRole("button", { name: "Add Note" }));
  const field = await screen.findByLabelText<HTMLTextAreaElement>("New note");
  await keys.type(field, "Likes mornings");
  await keys.click(screen.getByRole("button", { name: "Add Note" }));
  await screen.findByRole("button", { name: "Saving..." });
  await keys.type(field, " and tea");
  added.resolve(NOTE);
  await screen.findByRole("button", { name: "Add Note" });
  expect(field.value).toBe("Likes mornings and tea");
});

const MEMBERSHIP = {
  ...{ id: 1, membershipName: "Glow Club", membershipPrice: "89.00", currency: "USD" },
  ...{ membershipBillingFrequency: "month", status: "active", cancelAtPeriodEnd: false },
  currentPeriodEnd: "2026-12-12T16:00:00Z",
};

test("the Billing card lists the card, memberships and plans, and takes a payment", async () => {
  const card = { brand: "Visa", last4: "4242", expMonth: 3, expYear: 2027, expired: false };
  const plan = { id: 2, planName: "Skin Renewal", installmentCount: 6, remainingInstallments: 4 };
  const { keys } = await openClient(ADA, [], ADMIN, {
    "GET /api/contacts/7/card": { card: { ...card, addedAt: AT }, request: null },
    "GET /api/contacts/7/plans": {
      memberships: [MEMBERSHIP],
      paymentPlans: [{ ...plan, nextPaymentDate: "2026-11-19", status: "active" }],
    },
  });
  const billing = within(screen.getByRole("region", { name: "Billing" }));
  billing.getByText("Expires 03/27, policy agreed Nov 19");
  const rows = billing.getAllByRole("link");
  expect(rows.map((row) => [row.getAttribute("href"), row.textContent])).toEqual([
    ["/subscriptions?q=Ada%20Byrne", "Glow Club$89.00 a month, renews Dec 12Active"],
    ["/payment-plan-subscriptions?q=Ada%20Byrne", "Skin Renewal2 of 6 payments, next todayActive"],
  ]);
  await keys.click(billing.getByRole("button", { name: "Actions for the card" }));
  await screen.findByRole("menuitem", { name: "Ask for Another Card" });
  screen.getByRole("menuitem", { name: "Remove" });
  await keys.keyboard("{Escape}");
  await keys.click(billing.getByRole("button", { name: "Take Payment" }));
  await screen.findByRole("dialog", { name: "Take Payment" });
});

test("who may not see names is led to the lists without a search for a name", async () => {
  const rosa = staffWith("/contacts", "/subscriptions");
  const permissions = { ...rosa.permissions, canViewClientNames: false };
  await openClient(
    { ...ADA, name: "A. B." },
    [],
    { ...rosa, permissions },
    {
      "GET /api/contacts/7/plans": {
        memberships: [MEMBERSHIP],
        paymentPlans: [],
      },
    },
  );
  const billing = within(screen.getByRole("region", { name: "Billing" }));
  expect(billing.getByRole("link").getAttribute("href")).toBe("/subscriptions");
});

test("clearing undeliverable is offered only for an undeliverable number", async () => {
  const { keys, sent } = await openClient({ ...ADA, undeliverable: true }, [], ADMIN, {
    "POST /api/contacts/7/clear-undeliverable": { ...ADA, optedOut: true },
  });
  await keys.click(screen.getByRole("button", { name: "More actions" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Clear Undeliverable" }));
  await waitFor(() => expect(sent).toEqual(["POST /api/contacts/7/clear-undeliverable"]));
  expect(
    await screen.findByText("This client is still opted out and won't get texts."),
  ).toBeTruthy();
});

test("erasing asks for the name, and shows the server's refusal at the field", async () => {
  const { keys, sent } = await openClient(ADA, [], ADMIN, {
    "POST /api/contacts/7/erase": refuseWith({
      status: 400,
      message: "This isn't the client's name.",
      errors: { name: "This isn't the client's name" },
    }),
  });
  await keys.click(screen.getByRole("button", { name: "More actions" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Erase All Data" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("What the law requires us to keep")).toBeTruthy();
  await keys.type(dialog.getByLabelText("To confirm, type Ada Byrne"), "Bea");
  await keys.click(dialog.getByRole("button", { name: "Erase" }));
  expect(await dialog.findByText("This isn't the client's name")).toBeTruthy();
  expect(sent).toEqual(['POST /api/contacts/7/erase {"name":"Bea"}']);
});

test("without the inbox there is no Message button, and only admins can export or erase", async () => {
  const { keys } = await openClient(
    ADA,
    [],
    staffWith("/contacts"),
    withNotes({ ...NOTE, canChange: false }),
  );
  expect(screen.queryByRole("button", { name: "Message" })).toBeNull();
  expect(screen.queryByRole("button", { name: /Actions for the note/ })).toBeNull();
  await keys.click(screen.getByRole("button", { name: "More actions" }));
  await screen.findByRole("menuitem", { name: "Delete" });
  expect(screen.queryByRole("menuitem", { name: "Erase All Data" })).toBeNull();
  expect(screen.queryByRole("menuitem", { name: "Export All Data" })).toBeNull();
});

test("an unknown client is the 404 page, and users who may not see contacts are told so", async () => {
  await openApp("/contacts/8", ADMIN, {});
  expect(screen.getByRole("heading", { name: "404 Page Not Found" })).toBeTruthy();
  document.body.innerHTML = "";
  await openApp("/contacts/8", staffWith("/inbox"), {});
  expect(screen.getByRole("heading", { name: "Access Denied" })).toBeTruthy();
});

test("Book opens the calendar's dialog on this page, with the client filled in", async () => {
  const { keys } = await openClient(ADA);
  await keys.click(screen.getByRole("button", { name: "Book" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  dialog.getByText("Ada Byrne");
  dialog.getByText("(512) 555-0142");
  expect(location.pathname).toBe("/contacts/7");
});

test("users who may not change the calendar have no Book button", async () => {
  await openClient(ADA, [], staffWith("/contacts"));
  expect(screen.queryByRole("button", { name: "Book" })).toBeNull();
});

test("the client's figures are on the page, without the money that a user may not see", async () => {
  const totals = { visits: 14, noShows: 1, texts: 3, memberships: 1, paymentPlans: 0 };
  const figures = () =>
    screen
      .getAllByRole("term")
      .map(({ textContent, parentElement }) => [
        textContent,
        parentElement?.querySelector("dd")?.textContent,
      ]);
  await openClient(ADA, [], ADMIN, {
    "GET /api/contacts/7/totals": {
      ...{ ...totals, lastTextAt: null, paid: "2410.00" },
      ...{ paidMemberships: "0.00", paidPlans: "620.50" },
    },
  });
  await screen.findByText("$2,410.00");
  expect(figures()).toEqual([
    ["Spent", "$2,410.00"],
    ["Visits", "14"],
    ["No-show", "1"],
  ]);
  screen.getByText("Spent $1,789.50 on visits, $620.50 on payment plans");
  cleanup();
  await openClient(ADA, [], staffWith("/contacts"), {
    "GET /api/contacts/7/totals": { ...totals, lastTextAt: null, memberships: null, paid: null },
  });
  await screen.findByText("No-show");
  expect(figures().map(([label]) => label)).toEqual(["Visits", "No-show"]);
});
