import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { User } from "#src/accounts/users/contract.ts";
import { ADMIN, openApp, refuseWith } from "#tests/shell/app-stand.tsx";
import { employeeRows } from "#tests/shell/rows.ts";

const MAYA: User = {
  id: ADMIN.id,
  username: "maya",
  email: "maya@salon.example",
  role: "admin",
  approved: true,
  secondFactor: false,
  permissions: ADMIN.permissions,
  sessions: 0,
  lastSeenAt: null,
  createdAt: "2026-11-01T10:00:00Z",
};
const PRIYA: User = {
  ...MAYA,
  id: "u3",
  username: "priya",
  email: "priya@salon.example",
  role: "user",
  approved: false,
};
const NOA: User = { ...PRIYA, id: "u4", username: "noa", approved: true, secondFactor: true };
const EMPLOYEES = employeeRows("Dee", "Ann");
const USERS = { "GET /api/users": [MAYA, PRIYA], "GET /api/employees": EMPLOYEES };

const pending = () => within(screen.getByRole("region", { name: "Pending Approvals" }));

test("the screen shows counts, pending users, and everyone else with their role", async () => {
  await openApp("/users", ADMIN, USERS);
  const figures = ["Pending Approval", "Approved Users", "Total Users"].map(
    (name) => screen.getByRole("region", { name }).textContent,
  );
  expect(figures).toEqual(["Pending Approval1", "Approved Users1", "Total Users2"]);
  pending().getByText("priya");
  const all = within(screen.getByRole("region", { name: "All Users" }));
  all.getByText("Admin");
  expect(all.queryByText("priya")).toBeNull();
  expect(all.queryByRole("button", { name: "More actions for maya" })).toBeNull();
  expect(all.queryByRole("button", { name: /Edit Permissions/ })).toBeNull();
});

test("approving preselects the dashboard, requires at least one page, and shows a toast", async () => {
  const { keys, sent } = await openApp("/users", ADMIN, {
    ...USERS,
    "POST /api/users/u3/approve": PRIYA,
  });
  await keys.click(pending().getByRole("button", { name: "Set Permissions & Approve" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getAllByRole("checkbox")).toHaveLength(19);
  for (const name of ["View client phone numbers", "View client names"])
    expect(dialog.getByRole("switch", { name })).toHaveProperty("checked", true);
  const dashboard = dialog.getByRole("checkbox", { name: "Dashboard" });
  expect(dashboard).toHaveProperty("checked", true);

  await keys.click(dashboard);
  expect(dialog.getByRole("button", { name: "Approve" })).toHaveProperty("disabled", true);
  dialog.getByText("Choose at least one page.");

  await keys.click(dialog.getByRole("checkbox", { name: "Inbox" }));
  await keys.click(dialog.getByRole("button", { name: "Approve" }));
  expect(await screen.findByText("User approved")).toBeTruthy();
  expect(sent).toEqual([
    'POST /api/users/u3/approve {"permissions":{"pages":["/inbox"],"employeeIds":[1,2],"canViewClientPhoneNumbers":true,"canViewClientNames":true}}',
  ]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("deleting asks for confirmation and shows a toast", async () => {
  const { keys, sent } = await openApp("/users", ADMIN, {
    ...USERS,
    "DELETE /api/users/u3": null,
  });
  await keys.click(pending().getByRole("button", { name: "Delete" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Are you sure?" }));
  dialog.getByText(/permanently delete the account/);
  expect(sent).toEqual([]);
  await keys.click(dialog.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("User deleted")).toBeTruthy();
  await waitUntilClosed();
  expect(sent).toEqual(["DELETE /api/users/u3"]);
});

test("a refused deletion keeps the dialog open and says why", async () => {
  const { keys } = await openApp("/users", ADMIN, {
    ...USERS,
    "DELETE /api/users/u3": refuseWith({ status: 409, message: "Not now." }),
  });
  await keys.click(pending().getByRole("button", { name: "Delete" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await keys.click(dialog.getByRole("button", { name: "Delete" }));
  expect((await dialog.findByRole("alert")).textContent).toBe("Not now.");
});

test("editing starts with the user's permissions and warns that it signs them out", async () => {
  const rosa = {
    ...NOA,
    permissions: { ...NOA.permissions, pages: ["/inbox", "/"], employeeIds: [2, 9] },
  };
  const { keys, sent } = await openApp("/users", ADMIN, {
    "GET /api/users": [MAYA, rosa],
    "GET /api/employees": EMPLOYEES,
    "PUT /api/users/u4/permissions": rosa,
  });
  await keys.click(screen.getByRole("button", { name: "Edit Permissions for noa" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Permissions" }));
  dialog.getByText(/signs them out everywhere/);
  expect(dialog.getByRole("checkbox", { name: "Ann" })).toHaveProperty("checked", true);
  expect(dialog.getByRole("checkbox", { name: "Dee" })).toHaveProperty("checked", false);
  await keys.click(dialog.getByRole("button", { name: "All" }));
  await keys.click(dialog.getByRole("switch", { name: "View client names" }));
  await keys.click(dialog.getByRole("button", { name: "Save Permissions" }));
  expect(await screen.findByText("Permissions updated")).toBeTruthy();
  await waitUntilClosed();
  expect(sent).toEqual([
    'PUT /api/users/u4/permissions {"permissions":{"pages":["/","/inbox"],"employeeIds":[1,2],"canViewClientPhoneNumbers":true,"canViewClientNames":false}}',
  ]);
});

test("a preset ticks the pages of a stylist, and None clears every schedule", async () => {
  const { keys, sent } = await openApp("/users", ADMIN, {
    ...USERS,
    "POST /api/users/u3/approve": PRIYA,
  });
  await keys.click(pending().getByRole("button", { name: "Set Permissions & Approve" }));
  const dialog = within(await screen.findByRole("dialog"));
  await keys.click(dialog.getByRole("button", { name: "Stylist" }));
  await keys.click(dialog.getByRole("button", { name: "None" }));
  dialog.getByText("With no one selected, the Appointments page is empty.");
  dialog.getByText("They'll land on Appointments.");
  await keys.click(dialog.getByRole("button", { name: "Approve" }));
  await screen.findByText("User approved");
  await waitUntilClosed();
  expect(sent[0]).toContain(
    '"pages":["/appointments"],"employeeIds":[],"canViewClientPhoneNumbers":false',
  );
});

type Keys = Awaited<ReturnType<typeof openApp>>["keys"];

const waitUntilClosed = () =>
  waitFor(() => {
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

/** What the menu of one user offers, by pressing it. */
async function choose(keys: Keys, name: string, item: string) {
  await keys.click(screen.getByRole("button", { name: `More actions for ${name}` }));
  await keys.click(await screen.findByRole("menuitem", { name: item }));
}

test("deleting with all data first shows what will be deleted, and asks", async () => {
  const { keys, sent } = await openApp("/users", ADMIN, {
    "GET /api/users": [MAYA, NOA],
    "GET /api/users/u4/belongings": { contacts: 1204, campaigns: 3, drafts: 1 },
    "DELETE /api/users/u4": null,
  });
  await choose(keys, "noa", "Delete with Contacts and Campaigns");
  const dialog = within(
    await screen.findByRole("alertdialog", { name: "Delete noa and all they own?" }),
  );
  await dialog.findByText(
    /1,204 contacts with their conversations, tags and notes, 3 campaigns, and 1 draft/,
  );
  expect(sent).toEqual([]);
  await keys.click(dialog.getByRole("button", { name: "Delete Everything" }));
  expect(await screen.findByText("User deleted")).toBeTruthy();
  await waitUntilClosed();
});

test("a user becomes an administrator after a confirmation", async () => {
  const { keys, sent } = await openApp("/users", ADMIN, {
    "GET /api/users": [MAYA, NOA],
    "POST /api/users/u4/role": { ...NOA, role: "admin" },
  });
  await choose(keys, "noa", "Make Administrator");
  const dialog = within(await screen.findByRole("alertdialog", { name: "Make Administrator" }));
  dialog.getByText(/every page, setting and user/);
  await keys.click(dialog.getByRole("button", { name: "Make Administrator" }));
  await screen.findByText("Role changed to administrator");
  await waitUntilClosed();
  expect(sent).toEqual(['POST /api/users/u4/role {"role":"admin"}']);
});

test("an administrator switches off the second step of a user who lost the phone", async () => {
  const { keys, sent } = await openApp("/users", ADMIN, {
    "GET /api/users": [{ ...MAYA, secondFactor: true }, NOA],
    "DELETE /api/users/u4/second-factor": { ...NOA, secondFactor: false },
  });
  await choose(keys, "noa", "Turn Off Two-Step Sign-In");
  await keys.click(await screen.findByRole("button", { name: "Turn Off" }));
  await screen.findByText("Two-step sign-in is off");
  await waitUntilClosed();
  expect(sent).toEqual(["DELETE /api/users/u4/second-factor"]);
});
