import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import { ADMIN, openApp, refuseWith, staffWith } from "#tests/shell/app-stand.tsx";

const ANA = {
  id: 7,
  userId: "u1",
  username: "maya",
  firstName: "Ana",
  lastName: "Silva",
  phoneNumber: "+15125550142",
  status: "pending",
  createdAt: "2026-11-19T15:40:00Z",
};
const ROUX = {
  id: 3,
  name: "Ana Roux",
  phoneNumber: "+15125550142",
  optedOut: true,
  undeliverable: false,
  samePhone: true,
  sameName: false,
};
const answers = {
  "GET /api/contact-update-requests": [{ ...ANA, contact: ROUX }],
  "GET /api/contact-update-requests/count": { count: 1 },
  "GET /api/contact-update-requests/7/suggestions": [ROUX],
};
const open = (more = {}, user = ADMIN, address = "/contact-updates?r=7") =>
  openApp(address, user, { ...answers, ...more });

test("the list shows its count, each request what it changes, and the menu shows a number", async () => {
  await open({}, ADMIN, "/contact-updates");
  screen.getByRole("heading", { name: "Pending Requests (1)" });
  const row = screen.getByRole("link", { name: /Ana Silva/ });
  expect(row.textContent).toContain("Ana RouxbecomesAna Silva");
  expect(row.textContent).toEndWith("(512) 555-0142");
  screen.getByRole("link", { name: "Contact Updates 1 waiting" });
});

test("the first request is open until another one is chosen", async () => {
  const bea = { ...ANA, id: 6, firstName: "Bea", lastName: "Osei", contact: null };
  const { keys } = await open(
    {
      "GET /api/contact-update-requests": [{ ...ANA, contact: ROUX }, bea],
      "GET /api/contact-update-requests/6/suggestions": [],
    },
    ADMIN,
    "/contact-updates",
  );
  screen.getByRole("region", { name: "Ana Silva" });
  screen.getByRole("button", { name: /Ana Roux/ });
  await keys.click(screen.getByRole("link", { name: /Bea Osei/ }));
  screen.getByRole("region", { name: "Bea Osei" });
  screen.getByText(/^No contact has this number or name/);
  expect(screen.queryByText("Suggested matches")).toBeNull();
});

test("a request that fits no client, or several, says that one has to be chosen", async () => {
  await open({ "GET /api/contact-update-requests": [{ ...ANA, contact: null }] });
  const row = screen.getByRole("link", { name: /Ana Silva/ });
  expect(row.textContent).toEndWith("Choose which contact this is");
});

test("a person who isn't a client yet is added, by users who may open Contacts", async () => {
  const { keys, sent } = await open({
    "GET /api/contact-update-requests/7/suggestions": [],
    "POST /api/contact-update-requests/7/approve": { ...ANA, status: "approved" },
  });
  await keys.click(screen.getByRole("button", { name: "Add as New Client" }));
  await screen.findByText("Client added");
  expect(sent).toEqual(['POST /api/contact-update-requests/7/approve {"contactId":null}']);
});

test("users without Contacts can't add a client", async () => {
  await open({}, staffWith("/contact-updates"));
  expect(screen.queryByRole("button", { name: "Add as New Client" })).toBeNull();
});

test("a request says that another program sent it, and Cancel is its quietest button", async () => {
  await open();
  screen.getByText(/from another program/);
  const looks = ["Cancel", "Reject Request"].map((name) =>
    screen.getByRole("button", { name }).classList.contains("quiet"),
  );
  expect(looks).toEqual([true, false]);
});

test("clicking a contact shows what will change, and approves the request for that contact", async () => {
  const { keys, sent } = await open({
    "POST /api/contact-update-requests/7/approve": { ...ANA, status: "approved" },
  });
  const choice = screen.getByRole("button", { name: /Ana Roux/ });
  within(choice).getByText("Same Phone");
  within(choice).getByText("Opted Out");
  await keys.click(choice);
  const dialog = within(await screen.findByRole("alertdialog", { name: "Update This Contact?" }));
  expect(dialog.getByText("Ana Silva")).toBeTruthy();
  dialog.getByText("(stays)");
  expect(sent).toEqual([]);
  await keys.click(dialog.getByRole("button", { name: "Update Contact" }));
  await screen.findByText("Contact updated");
  screen.getByText("Ana Silva, (512) 555-0142");
  expect(sent).toEqual(['POST /api/contact-update-requests/7/approve {"contactId":3}']);
  await waitFor(() => expect(location.search).toBe(""));
});

test("a failure shows its reason in the dialog, and the request stays", async () => {
  const { keys } = await open({
    "POST /api/contact-update-requests/7/approve": refuseWith({
      status: 409,
      message: "Bea already has this number.",
    }),
  });
  await keys.click(screen.getByRole("button", { name: /Ana Roux/ }));
  await keys.click(await screen.findByRole("button", { name: "Update Contact" }));
  await screen.findByText("Bea already has this number.");
  expect(location.search).toBe("?r=7");
});

test("a search finds other contacts, and shows who has the number", async () => {
  const { keys } = await open({
    "GET /api/contacts": {
      contacts: [
        { ...ROUX, id: 9, name: "Bea Osei", phoneNumber: "+15125550100", optedOut: false },
      ],
      total: 1,
      nextCursor: null,
    },
  });
  screen.getByText("Suggested matches");
  await keys.type(screen.getByRole("searchbox", { name: "Search contacts" }), "bea");
  const choice = await screen.findByRole("button", { name: /Bea Osei/ });
  expect(within(choice).queryByText("Same Phone")).toBeNull();
  screen.getByText("Contacts found");
});

test("rejecting asks first; Cancel leads back", async () => {
  const { keys, sent } = await open({
    "POST /api/contact-update-requests/7/reject": { ...ANA, status: "rejected" },
  });
  await keys.click(screen.getByRole("button", { name: "Reject Request" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Reject Request" }));
  await keys.click(dialog.getByRole("button", { name: "Reject Request" }));
  await screen.findByText("Request rejected");
  expect(sent).toEqual(["POST /api/contact-update-requests/7/reject"]);
});

test("users who may not see numbers read why they can't choose", async () => {
  const desk = staffWith("/contact-updates");
  const { sent } = await open(
    {
      "GET /api/contact-update-requests": [{ ...ANA, contact: null }],
      "GET /api/contact-update-requests/7/suggestions": refuseWith({ status: 403, message: "No." }),
    },
    { ...desk, permissions: { ...desk.permissions, canViewClientPhoneNumbers: false } },
  );
  screen.getByText(/someone else needs to choose the contact/);
  expect(screen.queryByText("Choose which client this is")).toBeNull();
  expect(screen.queryByRole("searchbox", { name: "Search contacts" })).toBeNull();
  screen.getByRole("button", { name: "Reject Request" });
  expect(sent).toEqual([]);
});

test("an empty list says so", async () => {
  await open(
    {
      "GET /api/contact-update-requests": [],
      "GET /api/contact-update-requests/count": { count: 0 },
    },
    ADMIN,
    "/contact-updates",
  );
  screen.getByText("No pending requests");
});
