import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { ADMIN, openApp, refuseWith, staffWith } from "#tests/shell/app-stand.tsx";
import { contactRow } from "#tests/shell/rows.ts";
import { refresh } from "#ui/shell/data/read.ts";

const ADA = contactRow({
  id: 7,
  name: "Ada Byrne",
  email: "ada@example.com",
  createdAt: "2024-11-04T16:00:00Z",
});
const TWIN: Contact = { ...ADA, id: 9, name: "Ada B.", phoneNumber: "+15125550199", email: null };

const totals = (visits: number, paid: string | null) => ({
  visits,
  noShows: 1,
  texts: 31,
  lastTextAt: null,
  memberships: 1,
  paymentPlans: 0,
  paid,
});

function openClient(page: object = {}, answers: object = {}, user = ADMIN) {
  return openApp("/contacts/7", user, {
    "GET /api/contacts/7": { ...ADA, agreement: null, merged: null, similar: [], ...page },
    "GET /api/contacts/7/totals": totals(14, "2410.00"),
    "GET /api/contacts/9/totals": { ...totals(2, null), memberships: null, paymentPlans: null },
    "GET /api/contacts/7/history": { entries: [], nextCursor: null },
    "GET /api/contacts": { contacts: [ADA, TWIN], total: 2, nextCursor: null },
    "GET /api/tags": [],
    ...answers,
  });
}

test("the client to merge with is chosen by keyboard, in the search", async () => {
  const { keys } = await openClient();
  await keys.click(screen.getByRole("button", { name: "More actions" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Merge With…" }));
  const search = within(await screen.findByRole("dialog", { name: "Merge With…" }));
  await keys.keyboard("{Enter}");
  expect(search.getByText("Choose a client first.")).toBeTruthy();
  await keys.keyboard("ada");
  const twin = await search.findByRole<HTMLInputElement>("radio", { name: /Ada B\./ });
  await waitFor(async () => {
    await keys.keyboard("{ArrowDown}");
    expect(twin.checked).toBe(true);
  });
  await keys.keyboard("{Enter}");
  await screen.findByRole("dialog", { name: "Merge Clients" });
});

test("Merge With… finds the other contact, asks what to keep, and offers Undo", async () => {
  const { keys, sent } = await openClient(
    {},
    { "POST /api/contacts/7/merge": ADA, "DELETE /api/contacts/7/merge": ADA },
  );
  await keys.click(screen.getByRole("button", { name: "More actions" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Merge With…" }));
  const search = within(await screen.findByRole("dialog", { name: "Merge With…" }));
  await keys.click(search.getByRole("button", { name: "Continue" }));
  expect(search.getByText("Choose a client first.")).toBeTruthy();
  await keys.click(await search.findByRole("radio", { name: /Ada B\./ }));
  await keys.click(search.getByRole("button", { name: "Continue" }));

  const dialog = within(await screen.findByRole("dialog", { name: "Merge Clients" }));
  expect(
    dialog.getByText(/Texts and calls from \(512\) 555-0199 still reach this client/),
  ).toBeTruthy();
  await keys.click(dialog.getByRole("radio", { name: "(512) 555-0199" }));
  expect(dialog.getByText(/Texts and calls from \(512\) 555-0142/)).toBeTruthy();
  await keys.click(dialog.getByRole("button", { name: "Merge Clients" }));
  await keys.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(sent).toEqual([
      'POST /api/contacts/7/merge {"otherId":9,"name":"Ada Byrne","phoneNumber":"+15125550199","email":"ada@example.com"}',
      "DELETE /api/contacts/7/merge",
    ]),
  );
});

test("the choice of what to keep shows what there is of both clients", async () => {
  const { keys } = await openClient({ similar: [TWIN] });
  await keys.click(await screen.findByRole("button", { name: "Merge With…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Merge Clients" }));
  expect(await dialog.findByText("14 visits, $2,410.00 paid")).toBeTruthy();
  expect(dialog.getByText("1 membership, 31 texts")).toBeTruthy();
  expect(dialog.getByText("2 visits")).toBeTruthy();
});

test("nothing is asked of the client who has been merged", async () => {
  const { promise: merged, resolve } = Promise.withResolvers<Contact>();
  const { keys, client } = await openClient(
    { similar: [TWIN] },
    { "POST /api/contacts/7/merge": merged },
  );
  await keys.click(await screen.findByRole("button", { name: "Merge With…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Merge Clients" }));
  await dialog.findByText("2 visits");
  await keys.click(dialog.getByRole("button", { name: "Merge Clients" }));
  // The server announces the change before its reply.
  await refresh(client, "contacts");
  resolve(ADA);
  await screen.findByText("Clients merged");
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const timesAsked = (id: number) =>
    client.getQueryState(["/api/contacts/:id/totals", { id }])?.dataUpdateCount;
  expect(timesAsked(7)).toBe(3);
  expect(timesAsked(9)).toBe(1);
});

test("the client on the page isn't among those to merge with", async () => {
  const { keys } = await openClient();
  await keys.click(screen.getByRole("button", { name: "More actions" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Merge With…" }));
  const search = within(await screen.findByRole("dialog", { name: "Merge With…" }));
  await search.findByRole("radio", { name: /Ada B\./ });
  expect(search.queryByRole("radio", { name: /Ada Byrne/ })).toBeNull();
});

test("a possible duplicate is a line on the page, which leads to the choice of what to keep", async () => {
  const { keys } = await openClient(
    { similar: [TWIN] },
    {
      "POST /api/contacts/7/merge": refuseWith({
        status: 400,
        message: "Choose the number of one of the two clients.",
      }),
    },
  );
  expect(screen.getByText(/Maybe the same client as/).textContent).toContain("Ada B.");
  await keys.click(await screen.findByRole("button", { name: "Merge With…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Merge Clients" }));
  await keys.click(dialog.getByRole("button", { name: "Merge Clients" }));
  expect(await dialog.findByText("Choose the number of one of the two clients.")).toBeTruthy();
});

test("for a day the page says what was merged, and undoes it", async () => {
  const { keys, sent } = await openClient(
    { merged: { name: "Ada B.", undoUntil: "2026-11-21T15:42:00Z" } },
    { "DELETE /api/contacts/7/merge": ADA },
  );
  expect(screen.getByText(/Merged with Ada B\./).textContent).toContain("You can undo this until");
  await keys.click(await screen.findByRole("button", { name: "Undo Merge" }));
  await waitFor(() => expect(sent).toEqual(["DELETE /api/contacts/7/merge"]));
});

test("a client who opted out stays opted out, and the dialog says so", async () => {
  const { keys } = await openClient({ similar: [{ ...TWIN, optedOut: true }] });
  await keys.click(await screen.findByRole("button", { name: "Merge With…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Merge Clients" }));
  expect(dialog.getByText(/this client stays opted out of texts/)).toBeTruthy();
});

test("users who may not see names can't merge", async () => {
  const user = staffWith("/contacts");
  const masked = { ...user, permissions: { ...user.permissions, canViewClientNames: false } };
  const { keys } = await openClient({ similar: [TWIN] }, {}, masked);
  expect(screen.queryByText(/Maybe the same client/)).toBeNull();
  await keys.click(screen.getByRole("button", { name: "More actions" }));
  await screen.findByRole("menuitem", { name: "Delete" });
  expect(screen.queryByRole("menuitem", { name: "Merge With…" })).toBeNull();
});
