import { expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { ADMIN, openApp, refuseWith, staffWith } from "#tests/shell/app-stand.tsx";
import { contactRow } from "#tests/shell/rows.ts";

const ODALYS = contactRow({ id: 1, name: "Odalys Quintero", createdAt: "2024-11-04T16:00:00Z" });
const UNKNOWN = { ...ODALYS, id: 2, name: "+17375550190", phoneNumber: "+17375550190" };
const CAMILLE = { ...ODALYS, id: 3, name: "Camille Dupré", optedOut: true };

const pageOf = (
  contacts: Contact[],
  nextCursor: string | null = null,
  total = contacts.length,
) => ({
  "GET /api/contacts": { contacts, total, nextCursor },
});
const open = (contacts: Contact[], answers = {}, address = "/contacts", user = ADMIN) =>
  openApp(address, user, { ...pageOf(contacts), ...answers });

async function choose({ keys }: Awaited<ReturnType<typeof open>>, name: string, act: string) {
  await keys.click(screen.getByRole("button", { name: `Actions for ${name}` }));
  await keys.click(await screen.findByRole("menuitem", { name: act }));
}

test("a card shows the name, the number, the age and the state", async () => {
  await open([ODALYS, UNKNOWN, CAMILLE]);
  const card = screen.getByRole("article", { name: "Odalys Quintero" });
  expect(card.textContent).toBe("OQOdalys Quintero(512) 555-0142Added Nov 4, 2024");
  expect(screen.getByRole("article", { name: "(737) 555-0190" }).textContent).toContain(
    "#(737) 555-0190Unknown name",
  );
  within(screen.getByRole("article", { name: "Camille Dupré" })).getByText("Opted out");
});

test("a card names the next visit, or else the last one", async () => {
  const visits = { nextVisit: "2026-11-24T10:00:00", lastVisit: "2025-12-02T10:00:00" };
  await open([
    { ...ODALYS, ...visits },
    { ...UNKNOWN, ...visits, nextVisit: null },
  ] as Contact[]);
  within(screen.getByRole("article", { name: "Odalys Quintero" })).getByText("Next visit Nov 24");
  within(screen.getByRole("article", { name: "(737) 555-0190" })).getByText(
    "Last visit Dec 2, 2025",
  );
});

test("a card names a visit of today as such, also while it is taking place", async () => {
  const at = (clock: string) => ({ nextVisit: `2026-11-19T${clock}:00`, lastVisit: null });
  await open([
    { ...ODALYS, ...at("13:00") },
    { ...UNKNOWN, ...at("09:30") },
  ] as Contact[]);
  screen.getByText("Next visit today");
  screen.getByText("Visit today");
});

test("the number of contacts says how they are sorted", async () => {
  const { keys } = await open([ODALYS, CAMILLE]);
  const header = within(screen.getByRole("region", { name: "Screen header" }));
  header.getByText("newest", { exact: false });
  await keys.click(header.getByRole("button", { name: "More contact actions" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Sort by Name" }));
  await header.findByText("by name", { exact: false });
});

test("an empty list and an empty search result have different messages", async () => {
  await open([]);
  screen.getByText("No contacts yet");
});

test("the menu sorts the contacts by name, and by age again", async () => {
  const { keys } = await open([ODALYS]);
  for (const [sort, address] of [
    ["Sort by Name", "?sort=name"],
    ["Sort by Newest", ""],
  ] as const) {
    await keys.click(screen.getByRole("button", { name: "More contact actions" }));
    await keys.click(await screen.findByRole("menuitem", { name: sort }));
    await waitFor(() => expect(location.search).toBe(address));
  }
});

test("an empty search result offers to reset the search", async () => {
  const { keys } = await open([], {}, "/contacts?q=zz&state=opted-out");
  screen.getByText("No contacts found");
  expect(screen.getByRole("searchbox", { name: "Search contacts" })).toHaveProperty("value", "zz");
  expect(screen.getByRole("radio", { name: "Opted out" })).toHaveProperty("checked", true);
  await keys.click(screen.getByRole("button", { name: "Reset" }));
  expect(location.search).toBe("");
});

test("the search is added to the address once typing pauses", async () => {
  const { keys } = await open([ODALYS]);
  await keys.type(screen.getByRole("searchbox", { name: "Search contacts" }), "oda");
  expect(location.search).toBe("");
  await waitFor(() => expect(location.search).toBe("?q=oda"));
});

test("Load More reveals the next page", async () => {
  const answers = pageOf([ODALYS], "next", 250);
  const { keys } = await open([], answers);
  screen.getByText("Showing 1 of 250");
  answers["GET /api/contacts"].contacts = [CAMILLE];
  await keys.click(screen.getByRole("button", { name: "Load More" }));
  await screen.findByText("Showing 2 of 250");
  expect(screen.getAllByRole("article")).toHaveLength(2);
});

test("a search pages with Load More, without the list's total", async () => {
  const answers = pageOf([ODALYS], "next", 250);
  const { keys } = await open([], answers, "/contacts?q=a");
  screen.getByText("Showing 1");
  answers["GET /api/contacts"].contacts = [CAMILLE];
  await keys.click(screen.getByRole("button", { name: "Load More" }));
  await screen.findByText("Showing 2");
});

test("adding shows the server's message about the number at the field", async () => {
  const { keys, sent } = await open(
    [],
    {
      "POST /api/contacts": refuseWith({
        status: 409,
        message: "Ann already has this number.",
        errors: { phoneNumber: "Ann already has this number." },
      }),
    },
    "/contacts?new=1",
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Add Contact" }));
  dialog.getByText("Include country code (e.g., +1 for US)");
  await keys.click(dialog.getByRole("button", { name: "Add Contact" }));
  await dialog.findByText("Phone number is required");
  dialog.getByText("Name is required");

  await keys.type(dialog.getByLabelText("Name"), "Zed");
  await keys.type(dialog.getByLabelText("Phone number"), "+1 512 555 0142");
  await keys.keyboard("{Enter}");
  await dialog.findByText("Ann already has this number.");
  expect(sent).toEqual([
    'POST /api/contacts {"name":"Zed","phoneNumber":"+1 512 555 0142","email":null,"birthday":null}',
  ]);
});

test("a refusal takes the focus to its field, and leaves it with someone who has gone on typing", async () => {
  const message = "Ann already has this number.";
  const errors = { phoneNumber: message };
  const refusal = Promise.withResolvers<ReturnType<typeof refuseWith>>();
  const answers = { "POST /api/contacts": refusal.promise };
  const { keys } = await open([], answers, "/contacts?new=1");
  const dialog = within(await screen.findByRole("dialog", { name: "Add Contact" }));
  const [phone, email] = ["Phone number", "Email (optional)"].map((label) =>
    dialog.getByLabelText<HTMLInputElement>(label),
  );
  await keys.type(dialog.getByLabelText("Name"), "Zed");
  await keys.type(phone as HTMLInputElement, "+1 512 555 0142{Enter}");
  await keys.type(email as HTMLInputElement, "zed@");
  await act(async () => refusal.resolve(refuseWith({ status: 409, message, errors })));
  await dialog.findByText(message);
  await keys.keyboard("example.com");
  expect([phone?.value, email?.value]).toEqual(["+1 512 555 0142", "zed@example.com"]);

  await keys.click(dialog.getByRole("button", { name: "Add Contact" }));
  await waitFor(() => expect(document.activeElement).toBe(phone as HTMLInputElement));
});

test("editing sends only the changed fields", async () => {
  const stand = await open([ODALYS], { "PATCH /api/contacts/1": ODALYS });
  await choose(stand, "Odalys Quintero", "Edit");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Contact" }));
  await stand.keys.type(dialog.getByLabelText("Email (optional)"), "o@example.com");
  await stand.keys.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Contact updated")).toBeTruthy();
  expect(stand.sent).toEqual([
    'PATCH /api/contacts/1 {"email":"o@example.com","was":{"email":null}}',
  ]);
});

test("the server's warning after an opt-in is in the toast", async () => {
  const warning = "The carrier still blocks the number until they text START.";
  const stand = await open([CAMILLE], {
    "POST /api/contacts/3/opt-in": { ...CAMILLE, optedOut: false, warning },
  });
  await choose(stand, "Camille Dupré", "Opt In");
  expect(await screen.findByText(warning)).toBeTruthy();
});

test("deleting asks first", async () => {
  const stand = await open([ODALYS], { "DELETE /api/contacts/1": null });
  await choose(stand, "Odalys Quintero", "Delete");
  const dialog = within(await screen.findByRole("alertdialog"));
  dialog.getByText(/^Are you sure you want to delete "Odalys Quintero"\?/);
  expect(stand.sent).toEqual([]);
  await stand.keys.click(dialog.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Contact deleted")).toBeTruthy();
});

test("only an admin imports", async () => {
  await open([], {}, "/contacts", staffWith("/contacts"));
  expect(screen.queryByRole("button", { name: "Import CSV" })).toBeNull();
});

const TAGS = [{ id: 3, name: "Bridal", contactCount: 2, reachableCount: 1 }];

test("the tag filter is kept in the address, and is hidden without tags", async () => {
  const { keys } = await openApp("/contacts?q=oda", ADMIN, {
    "GET /api/contacts": { contacts: [ODALYS], total: 2, nextCursor: null },
    "GET /api/tags": TAGS,
  });
  await keys.selectOptions(screen.getByLabelText("Tag"), "Bridal (2)");
  expect(location.search).toBe("?q=oda&tag=3");
  await keys.selectOptions(screen.getByLabelText("Tag"), "All tags");
  expect(location.search).toBe("?q=oda");
});

test("tags apply to ticked contacts, or to all filtered contacts except the unticked ones", async () => {
  const { keys, sent } = await openApp("/contacts?state=subscribed", ADMIN, {
    "GET /api/contacts": { contacts: [ODALYS, CAMILLE], total: 2, nextCursor: null },
    "GET /api/tags": TAGS,
    "POST /api/tags/3/put-on": { count: 1 },
    "POST /api/tags/3/take-off": { count: 1 },
  });
  const choose = async (button: string, item: string) => {
    await keys.click(screen.getByRole("button", { name: button }));
    await keys.click(await screen.findByRole("menuitem", { name: item }));
  };
  await choose("More contact actions", "Select Contacts");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add Tag" }).disabled).toBe(true);
  await keys.click(screen.getByRole("checkbox", { name: "Select Odalys Quintero" }));
  await choose("Add Tag", "Bridal");
  await waitFor(() => expect(sent).toEqual(['POST /api/tags/3/put-on {"contactIds":[1]}']));
  await waitFor(() => expect(screen.queryByRole("checkbox")).toBeNull());

  await choose("More contact actions", "Select Contacts");
  await keys.click(screen.getByRole("button", { name: "Select All Matches" }));
  await keys.click(screen.getByRole("checkbox", { name: "Select Camille Dupré" }));
  await choose("Remove Tag", "Bridal");
  await waitFor(() =>
    expect(sent.at(-1)).toBe(
      'POST /api/tags/3/take-off {"matching":{"q":"","state":"subscribed"},"except":[3]}',
    ),
  );
});
