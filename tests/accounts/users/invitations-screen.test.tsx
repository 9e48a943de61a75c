import { expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import { ADMIN, openApp } from "#tests/shell/app-stand.tsx";

const LINK = "https://salon.example.com/auth?invite=abc";
const ANSWERS = {
  "GET /api/users": [],
  "GET /api/employees": [],
  "GET /api/invitations": [],
  "POST /api/invitations": { url: LINK, expiresAt: "2026-11-27T15:00:00.000Z" },
};

test("an administrator's invitation has no choice of pages, and its link can be copied", async () => {
  const { keys, sent } = await openApp("/users", ADMIN, ANSWERS);
  await keys.click(screen.getByRole("button", { name: "Invite" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getAllByRole("checkbox").length).toBeGreaterThan(10);
  await keys.selectOptions(dialog.getByLabelText("Account"), "Administrator");
  expect(dialog.queryAllByRole("checkbox")).toEqual([]);
  await keys.click(dialog.getByRole("button", { name: "Create Link" }));
  expect(await dialog.findByDisplayValue(LINK)).toBeTruthy();
  expect(sent).toEqual(['POST /api/invitations {"role":"admin"}']);
});

test("an invitation needs at least one page unless the account waits for approval", async () => {
  const { keys } = await openApp("/users", ADMIN, ANSWERS);
  await keys.click(screen.getByRole("button", { name: "Invite" }));
  const dialog = within(await screen.findByRole("dialog"));
  const create = () => dialog.getByRole("button", { name: "Create Link" });
  await keys.click(dialog.getByRole("checkbox", { name: "Dashboard" }));
  expect(create()).toHaveProperty("disabled", true);
  await keys.selectOptions(dialog.getByLabelText("Account"), "User who needs approval");
  expect(create()).toHaveProperty("disabled", false);
});
