import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import { ADMIN, openApp } from "#tests/shell/app-stand.tsx";

const OWED = {
  id: "pi_1",
  contactId: 7,
  clientName: "Grace Lindqvist",
  amount: "30.00",
  currency: "USD",
  reason: "The client's bank returned it.",
};

const openList = async (owed: object[], answers: object = {}) => {
  const stand = await openApp("/?payment=owed", ADMIN, {
    "GET /api/owed-refunds": owed,
    ...answers,
  });
  return {
    ...stand,
    dialog: within(await screen.findByRole("dialog", { name: "Failed Refunds" })),
  };
};

test("the alert's link lists the refunds that failed, and one is marked as paid back", async () => {
  const other = { ...OWED, id: "pi_2", clientName: "Ada Byrne", amount: "12.50" };
  const SETTLE = "POST /api/owed-refunds/pi_2/paid-back";
  const { keys, sent, dialog } = await openList([OWED, other], { [SETTLE]: null });
  const rows = await dialog.findAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "$30.00 to Grace LindqvistThe client's bank returned it.Paid Back",
    "$12.50 to Ada ByrneThe client's bank returned it.Paid Back",
  ]);
  expect(dialog.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/contacts/7",
    "/contacts/7",
  ]);
  const [, button] = dialog.getAllByRole("button", { name: "Paid Back" });
  if (button) await keys.click(button);
  const question = within(
    await screen.findByRole("alertdialog", { name: "Did you pay back $12.50?" }),
  );
  expect(sent).toEqual([]);
  await keys.click(question.getByRole("button", { name: "Paid Back" }));
  await screen.findByText("Refund marked as paid back");
  await waitFor(() => expect(sent).toContain(`${SETTLE} {"amount":"12.50"}`));
});

test("the list says when no refund is due anymore", async () => {
  const { dialog } = await openList([]);
  await dialog.findByText("No refunds are due.");
});
