import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { Plan } from "#src/billing/payment-plans/contract.ts";
import { ADMIN, openApp, refuseWith, staffWith } from "#tests/shell/app-stand.tsx";
import { contactRow } from "#tests/shell/rows.ts";

const LASER: Plan = {
  id: "p1",
  name: "Laser series",
  description: "Six sessions",
  principalAmount: "1000.00",
  feePercentage: "5.00",
  totalAmount: "1050.00",
  installmentCount: 6,
  installmentInterval: "month",
  installmentAmount: "175.00",
  firstInstallmentAmount: "175.00",
  agreementText: "# Agreement",
  subscriberCount: 0,
  costs: {
    amountFinanced: "1000.00",
    financeCharge: "50.00",
    totalOfPayments: "1050.00",
    effectiveApr: "23.93",
    schedule: [],
  },
  lendingNote: "Lending rules may apply",
  createdBy: "u1",
  createdAt: "2026-11-01T10:00:00Z",
  updatedAt: "2026-11-01T10:00:00Z",
};
const BARE: Plan = { ...LASER, id: "p2", name: "Peels", agreementText: "" };
const GRACE = contactRow({ id: 7, name: "Grace Lindqvist", phoneNumber: "+15125550109" });
const PLANS = { "GET /api/payment-plans": [LASER, BARE] };

type Keys = Awaited<ReturnType<typeof openApp>>["keys"];

async function choose(keys: Keys, plan: string, action: string) {
  await keys.click(screen.getByRole("button", { name: `Actions for ${plan}` }));
  await keys.click(await screen.findByRole("menuitem", { name: action }));
}

const card = (name: string) => within(screen.getByRole("article", { name }));

async function offersEdit(keys: Keys, plan: string) {
  const menu = card(plan).queryByRole("button", { name: `Actions for ${plan}` });
  if (!menu) return false;
  await keys.click(menu);
  const items = await screen.findAllByRole("menuitem");
  await keys.keyboard("{Escape}");
  return items.some(({ textContent }) => textContent === "Edit");
}

test("a plan without a fee has no annual rate", async () => {
  const free = { ...BARE, costs: { ...BARE.costs, financeCharge: "0.00", effectiveApr: "0.00" } };
  await openApp("/payment-plans", ADMIN, { "GET /api/payment-plans": [LASER, free] });
  card("Laser series").getByText("23.93%");
  card("Peels").getByText("None");
  expect(card("Peels").queryByText("Effective APR")).toBeNull();
});

test("a plan's sign-up link can be copied once it has an agreement", async () => {
  const { keys } = await openApp("/payment-plans", staffWith("/payment-plans"), {
    ...PLANS,
    "GET /api/public/business": { pagesUrl: "https://members.example.com", takesCards: true },
  });
  await choose(keys, "Laser series", "Copy Sign-Up Link");
  await screen.findByText("Copied!");
  expect(await navigator.clipboard.readText()).toBe(
    "https://members.example.com/financing/signup/p1",
  );
  expect(card("Peels").queryByRole("button", { name: /^Actions for/ })).toBeNull();
});

test("only the author edits a plan without subscribers; admins edit all", async () => {
  const mine = { ...LASER, createdBy: "u2" };
  const used = { ...mine, id: "p3", name: "Used", subscriberCount: 1 };
  const plans = { "GET /api/payment-plans": [mine, used, { ...BARE, createdBy: "u1" }] };
  const { keys } = await openApp("/payment-plans", staffWith("/payment-plans"), plans);
  for (const [name, edits] of [
    ["Laser series", true],
    ["Used", false],
    ["Peels", false],
  ] as const)
    expect([name, await offersEdit(keys, name)]).toEqual([name, edits]);
  card("Used").getByRole("button", { name: "Send Invite" });
});

test("without Stripe, staff are sent to Settings before they share a plan", async () => {
  const { keys } = await openApp("/payment-plans", ADMIN, {
    ...PLANS,
    "GET /api/public/business": { name: "Glow", phone: "", email: "", takesCards: false },
  });
  const warnings = () =>
    screen
      .getAllByRole("link", { name: "Connect Stripe in Settings", hidden: true })
      .map((link) => link.getAttribute("href"));
  await waitFor(() => expect(warnings()).toEqual(["/settings/payments#stripe"]));
  await keys.click(card("Laser series").getByRole("button", { name: "Send Invite" }));
  await screen.findByRole("dialog");
  expect(warnings()).toHaveLength(2);
});

test("a card says what is paid, and offers the invite only with an agreement", async () => {
  await openApp("/payment-plans", ADMIN, PLANS);
  const laser = card("Laser series");
  for (const expectedText of ["Agreement", "$1,000.00", "$50.00", "$1,050.00", "$175.00", "23.93%"])
    laser.getByText(expectedText);
  laser.getByText("6 monthly payments");
  laser.getByRole("button", { name: "Send Invite" });
  const bare = card("Peels");
  bare.getByRole("button", { name: "Generate Agreement" });
  expect(bare.queryByRole("button", { name: "Send Invite" })).toBeNull();
  expect(bare.queryByText("Agreement")).toBeNull();
  bare.getByText("No agreement");
});

test("the creation form adds up while typing, shows what is wrong, and ends with a toast", async () => {
  const { keys, sent } = await openApp("/payment-plans", ADMIN, {
    "POST /api/payment-plans": LASER,
  });
  screen.getByText("No payment plans yet");
  const [create] = screen.getAllByRole("button", { name: "Create Payment Plan" });
  if (create) await keys.click(create);
  const dialog = within(await screen.findByRole("dialog", { name: "Create Payment Plan" }));
  expect(dialog.getByLabelText("Fee Percentage")).toHaveProperty("value", "5");
  expect(dialog.getByLabelText("Number of Installments")).toHaveProperty("value", "6");
  await keys.click(dialog.getByRole("button", { name: "Create Payment Plan" }));
  await dialog.findByText("Name is required");
  dialog.getByText("Principal must be greater than 0");
  expect(sent).toEqual([]);

  await keys.type(dialog.getByLabelText("Name"), "Laser series");
  await keys.clear(dialog.getByLabelText("Principal Amount"));
  await keys.type(dialog.getByLabelText("Principal Amount"), "1000.03");
  const summary = within(dialog.getByRole("region", { name: "Payment Summary" }));
  summary.getByText("$1,050.03");
  summary.getByText("$175.03");
  summary.getByText("$175.00");
  summary.getByText(/Lending rules may apply/);
  await keys.click(dialog.getByRole("button", { name: "Create Payment Plan" }));
  await screen.findByText("Payment plan created successfully");
  expect(sent).toEqual([
    'POST /api/payment-plans {"name":"Laser series","description":"","principalAmount":"1000.03","feePercentage":"5","installmentCount":"6","installmentInterval":"month","agreementText":""}',
  ]);
});

test("editing a plan with subscribers keeps its amounts and sends only the changes", async () => {
  const frozen = { ...LASER, subscriberCount: 2 };
  const { keys, sent } = await openApp("/payment-plans", ADMIN, {
    "GET /api/payment-plans": [frozen],
    "PATCH /api/payment-plans/p1": frozen,
  });
  await choose(keys, "Laser series", "Edit");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Payment Plan" }));
  expect(dialog.getByRole("group", { name: "Amounts and dates" })).toHaveProperty("disabled", true);
  const text = dialog.getByLabelText("Agreement Text");
  expect(text.getAttribute("rows")).toBe("10");
  await keys.type(text, "!");
  await keys.click(dialog.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("Payment plan updated successfully");
  expect(sent).toEqual([
    'PATCH /api/payment-plans/p1 {"agreementText":"# Agreement!","was":{"agreementText":"# Agreement"}}',
  ]);
});

test("the editor warns of a figure in the text that isn't the plan's", async () => {
  const { keys } = await openApp("/payment-plans", ADMIN, PLANS);
  await choose(keys, "Laser series", "Edit");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Payment Plan" }));
  const summary = within(dialog.getByRole("region", { name: "Payment Summary" }));
  // The payment at signing is a down payment.
  for (const figure of ["$825.00", "$875.00"]) summary.getByText(figure);
  const text = dialog.getByLabelText("Agreement Text");
  await keys.type(text, " $1,050.00 in all, with a fee of 5%.");
  expect(dialog.queryByText(/The agreement says/)).toBeNull();
  await keys.type(text, " Late fee: $25.");
  dialog.getByText(
    /The agreement says \$25, which isn't part of this offer \(Laser series, \$1,050\.00\)/,
  );
});

test("deleting asks with the specification's text, and a refusal is shown in the dialog", async () => {
  const { keys } = await openApp("/payment-plans", ADMIN, {
    ...PLANS,
    "DELETE /api/payment-plans/p1": refuseWith({ status: 409, message: "Clients have signed up." }),
    "DELETE /api/payment-plans/p2": null,
  });
  await choose(keys, "Laser series", "Delete");
  let dialog = within(await screen.findByRole("alertdialog"));
  dialog.getByText("Are you sure you want to delete this payment plan?");
  await keys.click(dialog.getByRole("button", { name: "Delete" }));
  await dialog.findByText("Clients have signed up.");
  await keys.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await choose(keys, "Peels", "Delete");
  dialog = within(await screen.findByRole("alertdialog"));
  await keys.click(dialog.getByRole("button", { name: "Delete" }));
  await screen.findByText("Payment plan deleted successfully");
});

test("an invite needs a client, and the dialog names the plan", async () => {
  const { keys, sent } = await openApp("/payment-plans", ADMIN, {
    ...PLANS,
    "GET /api/contacts": { contacts: [GRACE], total: 1, nextCursor: null },
    "POST /api/payment-plans/p1/send-invite": { message: "Invite sent successfully" },
  });
  await keys.click(screen.getByRole("button", { name: "Send Invite" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Send Invite" }));
  expect(dialog.getByRole("button", { name: "Send Invite" })).toHaveProperty("disabled", true);
  await keys.click(await dialog.findByRole("radio", { name: /Grace Lindqvist/ }));
  dialog.getByText("6 monthly payments of $175.00");
  await keys.click(dialog.getByRole("button", { name: "Send Invite" }));
  await screen.findByText("Invite sent successfully");
  expect(sent).toEqual(['POST /api/payment-plans/p1/send-invite {"contactId":7}']);
});

test("a new agreement is shown for review, and replacing one asks first", async () => {
  const { keys, sent } = await openApp("/payment-plans", ADMIN, {
    ...PLANS,
    "POST /api/payment-plans/p1/generate-agreement": refuseWith({
      status: 400,
      message: "Add an OpenAI API key in Settings",
    }),
    "POST /api/payment-plans/p2/generate-agreement": { agreementText: "# Fresh" },
  });
  await keys.click(screen.getByRole("button", { name: "Generate Agreement" }));
  await screen.findByText("AI agreement generated successfully");
  const form = within(await screen.findByRole("dialog", { name: "Edit Payment Plan" }));
  expect(form.getByLabelText("Agreement Text")).toHaveProperty("value", "# Fresh");
  await keys.click(form.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await choose(keys, "Laser series", "Regenerate Agreement");
  const ask = within(await screen.findByRole("alertdialog"));
  expect(sent).toHaveLength(1);
  await keys.click(ask.getByRole("button", { name: "Regenerate Agreement" }));
  await screen.findByText("Add an OpenAI API key in Settings");
});
