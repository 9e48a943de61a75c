import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { User } from "#src/users/contract.ts";
import { ADMIN, openApp, refused } from "#tests/shell/app-stand.tsx";

const MAYA: User = {
  id: ADMIN.id,
  username: "maya",
  email: "maya@salon.example",
  role: "admin",
  approved: true,
  secondFactor: false,
  permissions: ADMIN.permissions,
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
const USERS = { "GET /api/users": [MAYA, PRIYA] };

const pending = () => within(screen.getByRole("region", { name: "Pending Approvals" }));

test("counts, who waits, and everyone with a role", async () => {
  await openApp("/users", ADMIN, USERS);
  expect(screen.getByRole("region", { name: "Counts" }).textContent).toBe(
    "Pending Approval1Approved Users1Total Users2",
  );
  pending().getByText("priya");
  const all = within(screen.getByRole("region", { name: "All Users" }));
  all.getByText("Admin");
  all.getByText("Pending Approval");
  expect(all.queryByRole("button", { name: "Delete maya" })).toBeNull();
});

test("approving starts with the dashboard, takes at least one page, and is told", async () => {
  const { keys, sent } = await openApp("/users", ADMIN, {
    ...USERS,
    "POST /api/users/u3/approve": PRIYA,
  });
  await keys.click(pending().getByRole("button", { name: "Set Permissions & Approve" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getAllByRole("checkbox")).toHaveLength(15);
  const dashboard = dialog.getByRole("checkbox", { name: "Dashboard" });
  expect(dashboard).toHaveProperty("checked", true);

  await keys.click(dashboard);
  expect(dialog.getByRole("button", { name: "Approve" })).toHaveProperty("disabled", true);
  dialog.getByText("Choose at least one page.");

  await keys.click(dialog.getByRole("checkbox", { name: "Inbox" }));
  await keys.click(dialog.getByRole("button", { name: "Approve" }));
  expect(await screen.findByText("User approved")).toBeTruthy();
  expect(sent).toEqual(['POST /api/users/u3/approve {"permissions":{"pages":["/inbox"]}}']);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("deleting asks first and is told", async () => {
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
  expect(sent).toEqual(["DELETE /api/users/u3"]);
});

test("a refused deletion keeps the dialog open and says why", async () => {
  const { keys } = await openApp("/users", ADMIN, {
    ...USERS,
    "DELETE /api/users/u3": refused({ status: 409, message: "Not now." }),
  });
  await keys.click(pending().getByRole("button", { name: "Delete" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await keys.click(dialog.getByRole("button", { name: "Delete" }));
  expect((await dialog.findByRole("alert")).textContent).toBe("Not now.");
});

test("an administrator switches off the second step of somebody who lost the phone", async () => {
  const { keys, sent } = await openApp("/users", ADMIN, {
    "GET /api/users": [{ ...MAYA, secondFactor: true }, NOA],
    "DELETE /api/users/u4/second-factor": { ...NOA, secondFactor: false },
  });
  const buttons = screen.getAllByRole("button", { name: /^Switch off two-step sign-in of/ });
  expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual([
    "Switch off two-step sign-in of noa",
  ]);
  await keys.click(buttons[0] as HTMLElement);
  await keys.click(await screen.findByRole("button", { name: "Switch off" }));
  await screen.findByText("Two-step sign-in is off");
  expect(sent).toEqual(["DELETE /api/users/u4/second-factor"]);
});
