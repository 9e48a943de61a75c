import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import {
  type BoundFunctions,
  type queries as domQueries,
  screen,
  waitFor,
  within,
} from "@testing-library/react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { Deposit } from "#src/calendar/appointments/fields-contract.ts";
import { ADMIN, NOW, openApp, staffWith } from "#tests/shell/app-stand.tsx";
import { appointment, CHANGE, changes, DAY, schedule, TODAY, WITH } from "./screen-stand.ts";

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
    owedRefund: null,
  };
}

test.each([
  ["paid", "Deposit paid", "Paid", "Paid on Nov 14."],
  ["kept", "Deposit kept", "Kept", "Paid on Nov 14."],
  ["refunded", "Deposit refunded", "Refunded", "Paid on Nov 14."],
  ["refund-owed", "Refund owed", "Refund owed", "The refund is on its way to the client."],
] as const)(
  "a deposit that is %s is on the card and a row of the dialog",
  async (state, label, badge, hint) => {
    const { keys } = await openApp(DAY, ADMIN, WITH([appointment({ deposit: deposit(state) })]));
    expect(card().textContent).toContain(label);
    await keys.click(card());
    const row = within(await screen.findByRole("region", { name: "Deposit" }));
    row.getByText("Deposit $60.00");
    row.getByText(badge);
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

const PAID = appointment({ deposit: deposit("paid") });
const REFUNDED = "The deposit was already refunded, so this visit has no deposit now.";

/** The labels of the radio rows, the chosen one with a star. */
const answers = (dialog: BoundFunctions<typeof domQueries>) =>
  dialog
    .getAllByRole<HTMLInputElement>("radio")
    .map((radio) => (radio.checked ? "*" : "") + radio.closest("label")?.textContent);

test("canceling a visit with a paid deposit asks about it, the policy's answer first", async () => {
  const { keys, sent } = await openApp(DAY, ADMIN, {
    ...WITH([PAID]),
    [CHANGE]: appointment({ status: "canceled", deposit: deposit("kept") }),
  });
  await keys.click(card());
  await keys.click(await screen.findByRole("button", { name: "Cancel Appointment" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Cancel Appointment" }));
  dialog.getByRole("group", { name: "Refund the $60.00 deposit?" });
  expect(answers(dialog)).toEqual([
    expect.stringMatching(/^\*Refund \$60\.00Your policy/),
    expect.stringMatching(/^Keep the Deposit/),
  ]);
  await keys.click(dialog.getByRole("radio", { name: /^Keep the Deposit/ }));
  await keys.click(dialog.getByRole("button", { name: "Cancel Appointment" }));
  await waitFor(() =>
    expect(changes(sent)).toContain(
      `${CHANGE} {"status":"canceled","notify":true,"deposit":"keep"}`,
    ),
  );
});

test("a no-show asks about a paid deposit, which is kept by policy, and can be undone", async () => {
  const { keys, sent } = await openApp(DAY, ADMIN, {
    ...WITH([{ ...PAID, appointmentDate: `${TODAY}T09:00:00` }]),
    [CHANGE]: appointment({ status: "no_show", deposit: deposit("refund-owed") }),
  });
  await keys.click(card());
  await keys.click(await screen.findByRole("radio", { name: "No-show" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "No-show" }));
  expect(answers(dialog)).toEqual([
    expect.stringMatching(/^\*Keep the DepositYour policy/),
    expect.stringMatching(/^Refund \$60\.00/),
  ]);
  await keys.click(dialog.getByRole("radio", { name: /^Refund/ }));
  await keys.click(dialog.getByRole("button", { name: "Mark as No-Show" }));
  await screen.findByText("Marked as no-show");
  expect(changes(sent)).toContain(`${CHANGE} {"status":"no_show","deposit":"refund"}`);
  await keys.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(changes(sent)).toContain(`${CHANGE} {"status":"booked","allowOverlap":true}`),
  );
});

test("deleting an upcoming visit asks about its paid deposit", async () => {
  const REMOVE = "DELETE /api/appointments/1";
  const { keys, queries } = await openApp(DAY, ADMIN, { ...WITH([PAID]), [REMOVE]: null });
  await keys.click(card());
  await keys.click(await screen.findByRole("button", { name: "More" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Delete Appointment" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Delete Appointment" }));
  expect(answers(dialog)[0]).toMatch(/^\*Refund/);
  await keys.click(dialog.getByRole("button", { name: "Delete" }));
  await screen.findByText("Appointment deleted");
  expect(queries).toContain(`${REMOVE}?notify=true&deposit=refund`);
});

test("a visit that is put back after its refund left says so", async () => {
  const { keys } = await openApp(DAY, ADMIN, {
    ...WITH([appointment({ status: "canceled", deposit: deposit("refunded") })]),
    [CHANGE]: appointment({ deposit: deposit("refunded") }),
  });
  await keys.click(screen.getByRole("button", { name: "1 canceled" }));
  await keys.click(card());
  await keys.click(await screen.findByRole("button", { name: "Put It Back" }));
  await screen.findByText(REFUNDED);
});

test.each([
  ["no_show", "kept"],
  ["arrived", "paid"],
] as const)(
  "an administrator refunds the deposit of a visit that is %s after a confirmation",
  async (status, state) => {
    const REFUND = "POST /api/appointments/1/refund-deposit";
    const { keys, sent } = await openApp(DAY, ADMIN, {
      ...WITH([appointment({ status, deposit: deposit(state) })]),
      [REFUND]: null,
    });
    await keys.click(card());
    const row = within(await screen.findByRole("region", { name: "Deposit" }));
    await keys.click(row.getByRole("button", { name: "Refund" }));
    await keys.click(await screen.findByRole("button", { name: "Refund $60.00" }));
    await screen.findByText("Refund on its way");
    expect(changes(sent)).toContain(REFUND);
  },
);

test("an administrator marks a deposit whose refund Stripe refuses as paid back", async () => {
  const SETTLE = "POST /api/owed-refunds/pi_7/paid-back";
  const refused = { ...deposit("refund-owed"), owedRefund: "pi_7" };
  const { keys, sent } = await openApp(DAY, ADMIN, {
    ...WITH([appointment({ status: "no_show", deposit: refused })]),
    [SETTLE]: null,
  });
  await keys.click(card());
  const row = within(await screen.findByRole("region", { name: "Deposit" }));
  row.getByText("Stripe refused the refund. We try again every day.");
  await keys.click(row.getByRole("button", { name: "Paid Back" }));
  const question = within(
    await screen.findByRole("alertdialog", { name: "Did you pay back $60.00?" }),
  );
  expect(changes(sent)).toEqual([]);
  await keys.click(question.getByRole("button", { name: "Paid Back" }));
  await screen.findByText("Refund marked as paid back");
  expect(changes(sent)).toContain(`${SETTLE} {"amount":"60.00"}`);
});

test.each([
  [ADMIN, "Refund or keep the payment on its receipt."],
  [staffWith("/appointments"), "An administrator can refund it."],
])("canceling a visit that is paid says who refunds its payment: %#", async (user, answer) => {
  const payment: NonNullable<Appointment["payment"]> = {
    ...{ id: 5, status: "paid", way: "link", isFee: false, services: "120.00", extras: "0.00" },
    ...{ discount: "0.00", deposit: "0.00", tip: "0.00", amount: "120.00", refunded: "0.00" },
  };
  const { keys } = await openApp(DAY, user, WITH([appointment({ payment })]));
  await keys.click(card());
  await keys.click(await screen.findByRole("button", { name: "Cancel Appointment" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Cancel Appointment" }));
  dialog.getByText(`The client has paid for this visit. ${answer}`);
});
