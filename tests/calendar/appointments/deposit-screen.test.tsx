import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { Deposit } from "#src/calendar/appointments/contract.ts";
import { ADMIN, NOW, openApp } from "#tests/shell/app-stand.tsx";
import { appointment, changes, DAY, schedule, WITH } from "./screen-stand.ts";

// The clock in the browser ticks on from the server's moment.
beforeAll(() => void setSystemTime(NOW));
afterAll(() => void setSystemTime());

const card = () => schedule().getByRole("button", { name: /^Ruth Abernathy/ });

function deposit(state: Deposit["state"]): Deposit {
  return {
    state,
    amount: "60.00",
    paidAt: state === "due" ? null : "2026-11-14T20:00:00Z",
    expiresAt: state === "due" ? "2026-11-19T18:30:00Z" : null,
  };
}

test.each([
  ["paid", "Deposit paid", "Paid on Nov 14."],
  ["kept", "Deposit kept", "Paid on Nov 14."],
  ["refunded", "Deposit refunded", "Paid on Nov 14."],
  ["refund-owed", "Refund owed", "The refund is on its way to the client."],
] as const)(
  "a deposit that is %s is on the card and a row of the dialog",
  async (state, label, hint) => {
    const { keys } = await openApp(DAY, ADMIN, WITH([appointment({ deposit: deposit(state) })]));
    expect(card().textContent).toContain(label);
    await keys.click(card());
    const row = within(await screen.findByRole("region", { name: "Deposit" }));
    row.getByText("$60.00 deposit");
    row.getByText(label);
    row.getByText(hint);
    expect(row.queryByRole("button", { name: "Text Link Again" })).toBeNull();
  },
);

test("the link to a deposit that is due is texted again", async () => {
  const LINK = "POST /api/appointments/1/deposit-link";
  const { keys, sent } = await openApp(DAY, ADMIN, {
    ...WITH([appointment({ deposit: deposit("due") })]),
    [LINK]: null,
  });
  await keys.click(card());
  const row = within(await screen.findByRole("region", { name: "Deposit" }));
  row.getByText("We hold the time until Thu, Nov 19 at 12:30 PM.");
  await keys.click(row.getByRole("button", { name: "Text Link Again" }));
  await screen.findByText("Link sent");
  await waitFor(() => expect(changes(sent)).toContain(LINK));
});
