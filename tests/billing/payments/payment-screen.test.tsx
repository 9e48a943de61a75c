import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { Bill, Payment } from "#src/billing/payments/contract.ts";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { appointment, DAY, schedule, WITH } from "#tests/calendar/appointments/screen-stand.ts";
import { ADMIN, openApp, refuseWith, staffWith } from "#tests/shell/app-stand.tsx";

const CUT = { name: "Cut", price: "100.00", serviceId: 1, employeeId: 1 };
const PAYMENT: Payment = {
  ...{ id: 5, contactId: 7, clientName: "Ruth Abernathy", phoneNumber: "+12025550134" },
  ...{ appointmentIds: [1], status: "paid", way: "cash", currency: "USD", lines: [CUT] },
  ...{
    discount: "0.00",
    discountPercent: null,
    deposit: "0.00",
    depositPaidAt: null,
    depositRefund: "0.00",
  },
  ...{ due: "100.00", tip: "0.00", total: "100.00", received: null, change: null, card: null },
  ...{ receiptTextedAt: null, textRefusal: null, isFee: false, chargesAt: null, takenBy: "maya" },
  ...{ createdAt: "2026-11-19T16:00:00Z", expiresAt: null, paidAt: "2026-11-19T16:00:00Z" },
  ...{
    canceledAt: null,
    refunded: "0.00",
    refundable: "100.00",
    refundDue: null,
    needsDecision: false,
  },
  isCompleted: true,
};
const BILL: Bill = {
  ...{ contactId: 7, clientName: "Ruth Abernathy", phoneNumber: "+12025550134", email: null },
  ...{ appointmentIds: [1], visitAt: "2026-11-19T13:00:00", lines: [CUT], deposit: "0.00" },
  ...{ depositPaidAt: null, others: [], currency: "USD", linkRefusal: "Not set up." },
  receiptRefusal: null,
  ...{ canMail: false, card: null, payment: null },
};

async function openVisit(changes: Partial<Appointment>, answers: object) {
  const stand = await openApp(DAY, ADMIN, { ...WITH([appointment(changes)]), ...answers });
  await stand.keys.click(schedule().getByRole("button", { name: /^Ruth Abernathy/ }));
  return stand;
}

/** The payment of a visit, as an admin opens it. */
async function openDetails(changes: Partial<Payment>, answers: object = {}, title = "Receipt 5") {
  const payment = { ...PAYMENT, ...changes };
  const stand = await openVisit(
    {
      payment: {
        ...{ id: 5, status: "paid", way: payment.way, isFee: false, services: "100.00" },
        ...{
          extras: "0.00",
          discount: "0.00",
          deposit: "0.00",
          tip: "0.00",
          amount: "100.00",
          refunded: "0.00",
        },
      },
    },
    { "GET /api/payments/5": payment, ...answers },
  );
  await stand.keys.click(await screen.findByRole("button", { name: "Details" }));
  const dialog = within(await screen.findByRole("dialog", { name: title }));
  return { ...stand, dialog };
}

const DUE = {
  amount: "76.70",
  undoUntil: "2026-11-19T16:00:10Z",
  owedRefund: null,
  isSeparate: false,
};

test.each([true, false])(
  "a receipt says whether its visit is completed: %p",
  async (isCompleted) => {
    const { dialog } = await openDetails({ isCompleted });
    const head = dialog.getByText(/^Cash\./);
    expect(head.textContent).toBe(isCompleted ? "Cash. The visit is completed." : "Cash.");
  },
);

test.each<[Payment["way"], string]>([
  ["cash", "Give $76.70 back to the client."],
  ["terminal", "Refund $76.70 on your terminal."],
  ["gift-card", "Put $76.70 back on the gift card."],
  ["card", "The refund of $76.70 is on its way."],
])("the refund of a payment by %s says what becomes of the money", async (way, words) => {
  const { dialog } = await openDetails({ way, refundDue: DUE });
  await dialog.findByText(words);
  // The toast has it.
  expect(dialog.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("a refund in cash asks to give the money back, and can be undone in one place", async () => {
  const { dialog, keys } = await openDetails(
    {},
    { "POST /api/payments/5/refund": { ...PAYMENT, refundDue: { ...DUE, amount: "100.00" } } },
  );
  await keys.click(await dialog.findByRole("button", { name: "Refund" }));
  const ask = within(await screen.findByRole("dialog", { name: "Refund" }));
  ask.getByText("Recorded only. Give $100.00 back to the client.");
  await keys.click(ask.getByRole("button", { name: "Refund $100.00" }));
  await screen.findByText("Refund recorded");
  expect(screen.getAllByRole("button", { name: "Undo", hidden: true })).toHaveLength(1);
});

test("after a lost dispute of a part, the dialog offers the rest", async () => {
  const { dialog, keys } = await openDetails({ refundable: "70.00" });
  await keys.click(await dialog.findByRole("button", { name: "Refund" }));
  const ask = within(await screen.findByRole("dialog", { name: "Refund" }));
  ask.getByText("Up to $70.00");
  await keys.clear(ask.getByLabelText("Amount"));
  await keys.type(ask.getByLabelText("Amount"), "70.01");
  await ask.findByText("You can refund up to $70.00");
});

test("what the bank has returned in full offers no refund", async () => {
  const { dialog } = await openDetails({ refundable: "0.00" });
  await dialog.findByRole("button", { name: "Done" });
  expect(dialog.queryByRole("button", { name: "Refund" })).toBeNull();
});

test("a receipt that was texted says when, and isn't offered again", async () => {
  const { dialog } = await openDetails({ receiptTextedAt: "2026-11-19T16:00:00Z" });
  await dialog.findByText(/^Receipt texted .*10:00 AM$/);
  expect(dialog.queryByRole("button", { name: "Text Receipt" })).toBeNull();
});

const textRefusal = "the client has opted out of texts";

test("a client who can't be texted isn't offered a receipt by text", async () => {
  const { dialog } = await openDetails({ textRefusal });
  await dialog.findByText("No receipt can be texted: the client has opted out of texts.");
  dialog.getByRole("button", { name: "Email Receipt" });
  expect(dialog.queryByRole("button", { name: /^Text/ })).toBeNull();
});

test.each([[null], [textRefusal]])("a link is texted again unless %p", async (refusal) => {
  const { dialog } = await openDetails(
    { status: "open", way: "link", expiresAt: "2026-12-19T16:00:00Z", textRefusal: refusal },
    {},
    "Payment Link",
  );
  await dialog.findByText(/^Works until/);
  const again = dialog.queryAllByRole("button", { name: "Text Link Again" });
  expect(again).toHaveLength(refusal === null ? 1 : 0);
});

test("a receipt that wasn't texted is offered", async () => {
  const { dialog } = await openDetails({});
  await dialog.findByRole("button", { name: "Text Receipt" });
});

test("a receipt for a client without an email asks for one and goes there", async () => {
  const RECEIPT = "POST /api/payments/5/receipt";
  const answers: Record<string, unknown> = {
    [RECEIPT]: refuseWith({ status: 400, message: "Enter it.", errors: { email: "Enter it." } }),
  };
  const { dialog, keys, sent } = await openDetails({}, answers);
  await keys.click(await dialog.findByRole("button", { name: "Email Receipt" }));
  const email = await dialog.findByLabelText("Email address for the receipt");
  expect(document.activeElement).toBe(email);
  expect(screen.queryByText("Enter it.")).toBeNull();
  await keys.type(email, "ruth@example.com");
  await keys.click(dialog.getByRole("button", { name: "Email Receipt" }));
  await screen.findByText("Check the email address");
  expect(sent.filter((one) => one.startsWith(RECEIPT))).toEqual([
    `${RECEIPT} {"by":"email"}`,
    `${RECEIPT} {"by":"email","email":"ruth@example.com"}`,
  ]);
});

test("a discount above the bill is refused, and says how much it can be", async () => {
  const { keys } = await openVisit({}, { "GET /api/payments/bill": BILL });
  await keys.click(await screen.findByRole("button", { name: "Take Payment" }));
  await keys.click(await screen.findByRole("button", { name: "Add Discount" }));
  await keys.type(screen.getByRole("textbox", { name: "Discount" }), "200");
  await screen.findByText("The discount can't be more than $100.00");
  await keys.click(screen.getByRole("button", { name: "Apply" }));
  screen.getByText("The discount can't be more than $100.00");
  expect(screen.queryByText("−$100.00")).toBeNull();
});

test("a line is added by keyboard alone", async () => {
  const { keys } = await openVisit({}, { "GET /api/payments/bill": BILL });
  await keys.click(await screen.findByRole("button", { name: "Take Payment" }));
  await keys.click(await screen.findByRole("button", { name: "Add Line" }));
  await keys.keyboard("Sunscreen{Tab}34{Enter}");
  await screen.findByRole("button", { name: "Record $134.00" });
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add Line" }));
});

test("a payment that was just taken and is refunded is no payment received", async () => {
  const refundDue = { ...DUE, amount: "100.00" };
  const { keys } = await openVisit(
    {},
    {
      "GET /api/payments/bill": BILL,
      "POST /api/payments": { ...PAYMENT, text: { sent: false, message: "" } },
      "GET /api/payments/5": { ...PAYMENT, refundDue },
    },
  );
  await keys.click(await screen.findByRole("button", { name: "Take Payment" }));
  await keys.click(await screen.findByRole("button", { name: "Record $100.00" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Refund" }));
  dialog.getByText("Give $100.00 back to the client.");
});

test.each([
  ["10", "Takes off $10.00", "Record $90.00"],
  ["15%", "Takes off $15.00", "Record $85.00"],
  ["7,50", "Takes off $7.50", "Record $92.50"],
])("a discount of %p says what it takes off", async (typed, hint, action) => {
  const { keys } = await openVisit({}, { "GET /api/payments/bill": BILL });
  await keys.click(await screen.findByRole("button", { name: "Take Payment" }));
  await keys.click(await screen.findByRole("button", { name: "Add Discount" }));
  const field = screen.getByRole("textbox", { name: "Discount", description: "10% or 15.00" });
  await keys.type(field, typed);
  screen.getByText(hint);
  await keys.keyboard("{Enter}");
  await waitFor(() => screen.getByRole("button", { name: action }));
});

test.each([
  [ADMIN, "If it isn't there, end it here.", 1],
  [staffWith("/appointments"), "before you charge it again.", 0],
])(
  "a charge that Stripe never answered can be ended by an administrator: %#",
  async (user, hint, ends) => {
    const charge = { ...PAYMENT, way: "card", status: "expired" };
    const END = "POST /api/payments/5/cancel";
    const { keys, sent } = await openApp(`${DAY}&payment=5`, user, {
      ...WITH([]),
      "GET /api/payments/5": charge,
      [END]: { ...charge, status: "canceled" },
    });
    const dialog = within(await screen.findByRole("dialog", { name: "Card Charge" }));
    dialog.getByText((text) => text.startsWith("Stripe never answered.") && text.endsWith(hint));
    const buttons = dialog.queryAllByRole("button", { name: "End Charge" });
    expect(buttons).toHaveLength(ends);
    for (const button of buttons) await keys.click(button);
    await waitFor(() => expect(sent.filter((one) => one.startsWith(END))).toHaveLength(ends));
  },
);

test("a deposit that is more than the bill says what goes back", async () => {
  const bill = { ...BILL, deposit: "120.00", depositPaidAt: "2026-11-14T20:00:00Z" };
  const { keys } = await openVisit({}, { "GET /api/payments/bill": bill });
  await keys.click(await screen.findByRole("button", { name: "Take Payment" }));
  await screen.findByRole("button", { name: "Record $0.00" });
  expect(screen.getByText("Deposit refund, in 5 to 10 days").parentElement?.textContent).toContain(
    "$20.00",
  );
});

test("the receipt names what went back of the deposit", async () => {
  const { dialog } = await openDetails({ deposit: "100.00", depositRefund: "20.00" });
  expect(dialog.getByText("Deposit refund").parentElement?.textContent).toContain("$20.00");
});

test.each([null, "pi_1"])(
  "what goes back of the deposit is no refund of the payment, %p",
  async (owedRefund) => {
    const refundDue = { ...DUE, amount: "20.00", owedRefund, isSeparate: true };
    const { dialog } = await openDetails({ depositRefund: "20.00", refundDue });
    dialog.getByText(
      owedRefund
        ? "Stripe refused to refund $20.00. We try again every day."
        : "The refund of $20.00 is on its way.",
    );
    dialog.getByRole("button", { name: "Refund" });
    expect(dialog.queryAllByRole("button", { name: "Paid Back" })).toHaveLength(owedRefund ? 1 : 0);
  },
);

test("a payment of a client who is known by number only names the number", async () => {
  const { dialog } = await openDetails({ clientName: "+12025550134" });
  dialog.getByText("(202) 555-0134");
});

test("Paid Back at a payment asks first, like in the list of failed refunds", async () => {
  const SETTLE = "POST /api/owed-refunds/pi_1/paid-back";
  const refundDue = { ...DUE, amount: "20.00", owedRefund: "pi_1" };
  const { dialog, keys, sent } = await openDetails({ refundDue }, { [SETTLE]: null });
  await keys.click(dialog.getByRole("button", { name: "Paid Back" }));
  const question = within(
    await screen.findByRole("alertdialog", { name: "Did you pay back $20.00?" }),
  );
  expect(sent.join()).not.toContain(SETTLE);
  await keys.click(question.getByRole("button", { name: "Paid Back" }));
  await screen.findByText("Refund marked as paid back");
  expect(sent).toContain(`${SETTLE} {"amount":"20.00"}`);
});

const OLD = { way: "link", expiresAt: "2026-11-19T15:00:00Z" } as const;

test.each<[string, Partial<Payment>]>([
  ["The visit was canceled after it was paid. Refund it, or keep it.", {}],
  [
    "A visit was canceled after it was paid. Refund what it cost, or keep it.",
    { appointmentIds: [1, 2] },
  ],
  [
    "The client paid after the link was canceled or had expired. Refund it, or keep it.",
    { ...OLD, appointmentIds: [1, 2] },
  ],
])("a payment that waits for a decision says why: %s", async (reason, changes) => {
  const { dialog } = await openDetails({ ...changes, needsDecision: true });
  dialog.getByText(reason);
  dialog.getByRole("button", { name: "Keep" });
});

test("the refund of a deposit can be undone from the toast of the payment that it left", async () => {
  const taken = {
    ...PAYMENT,
    due: "0.00",
    total: "0.00",
    refundable: "0.00",
    depositRefund: "20.00",
  };
  const UNDO = "DELETE /api/payments/5/refund";
  const { keys, sent } = await openVisit(
    {},
    {
      "GET /api/payments/bill": { ...BILL, deposit: "120.00" },
      "POST /api/payments": { ...taken, text: { sent: false, message: "" } },
      "GET /api/payments/5": taken,
      [UNDO]: { ...taken, status: "canceled", depositRefund: "0.00" },
    },
  );
  await keys.click(await screen.findByRole("button", { name: "Take Payment" }));
  await keys.click(await screen.findByRole("button", { name: "Record $0.00" }));
  await screen.findByText("Deposit refund on its way");
  await keys.click(screen.getByRole("button", { name: "Undo", hidden: true }));
  await screen.findByText("Payment undone");
  expect(sent.filter((one) => one.startsWith(UNDO))).toHaveLength(1);
});
