import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import { ADMIN, openApp, refuseWith } from "#tests/shell/app-stand.tsx";

/** Refuses until stopped. */
const asks = refuseWith({
  status: 403,
  message: "Enter your password to continue.",
  errors: { confirmPassword: "Enter your password to continue." },
});
const wrong = refuseWith({ status: 400, message: "Wrong password. Try again." });
const INVITATION = {
  id: 1,
  role: "user",
  pages: null,
  createdBy: "maya",
  expiresAt: "2026-11-27T15:00:00.000Z",
};

test("a refused change asks for the password and is then sent again", async () => {
  const answers = {
    "GET /api/users": [],
    "GET /api/employees": [],
    "GET /api/invitations": [INVITATION],
    "DELETE /api/invitations/1": asks,
    "POST /api/account/confirm-password": wrong,
  };
  const { keys, sent } = await openApp("/users", ADMIN, answers);
  await keys.click(await screen.findByRole("button", { name: "Revoke" }));
  const dialog = within(await screen.findByRole("dialog"));
  const password = dialog.getByLabelText("Your password");
  await waitFor(() => expect(document.activeElement).toBe(password));
  await keys.type(password, "wrong{Enter}");
  await dialog.findByText("Wrong password. Try again.");
  expect(sent.filter((one) => one.startsWith("DELETE"))).toHaveLength(1);

  for (const answer of [asks, wrong]) Reflect.deleteProperty(answer, "refused");
  await keys.clear(password);
  await keys.type(password, "the right one{Enter}");
  await screen.findByText("Invitation revoked");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.filter((one) => one.startsWith("DELETE"))).toHaveLength(2);
});
