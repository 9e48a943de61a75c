import { expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import type { Payment } from "#src/billing/payments/contract.ts";
import { appointment, DAY, schedule, WITH } from "#tests/calendar/appointments/screen-stand.ts";
import { ADMIN, openApp } from "#tests/shell/app-stand.tsx";

const PAYMENT: Payment = {
  ...{ id: 5, contactId: 7, clientName: "Ruth Abernathy", phoneNumber: "+12025550134" },
  ...{ appointmentIds: [1], status: "paid", way: "cash", currency: "USD" },
  lines: [{ name: "Dermaplaning", price: "60.00", employeeId: 1 }] as unknown as Payment["lines"],
  ...{ discount: "0.00", discountPercent: null, deposit: "0.00", depositPaidAt: null },
  ...{ due: "60.00", tip: "0.00", total: "60.00", received: null, change: null, card: null },
  ...{ isFee: false, chargesAt: null, takenBy: "maya", createdAt: "2026-11-19T16:00:00Z" },
  ...{ expiresAt: null, paidAt: "2026-11-19T16:00:00Z", canceledAt: null },
  ...{ refunded: "0.00", refundDue: null, needsDecision: false },
};

async function openPayment(shown: Payment, more: object) {
  const payment = { id: 5, status: "paid", way: "cash", amount: "60.00" } as const;
  const stand = await openApp(DAY, ADMIN, {
    ...WITH([appointment({ payment: { ...payment, discount: "0.00", tip: "0.00" } })]),
    "GET /api/payments/5": shown,
    ...more,
  });
  await stand.keys.click(schedule().getByRole("button", { name: /^Ruth Abernathy/ }));
  await stand.keys.click(await screen.findByRole("button", { name: "Details" }));
  return stand;
}

test("a cash refund tells staff to hand the money back, and can be undone in one place", async () => {
  const refundDue = { amount: "60.00", undoUntil: "2026-11-19T16:10:00Z", isRefused: false };
  const shown = { ...PAYMENT };
  const { keys, sent } = await openPayment(shown, {
    "POST /api/payments/5/refund": { ...PAYMENT, refundDue },
  });
  const receipt = within(await screen.findByRole("dialog", { name: "Receipt 5" }));
  await keys.click(receipt.getByRole("button", { name: "Refund" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Refund" }));
  dialog.getByText("Give the money back to the client. It's only recorded here.");
  Object.assign(shown, { refundDue });
  await keys.click(dialog.getByRole("button", { name: "Refund $60.00" }));
  await screen.findByText(/^Give \$60\.00 back to the client\./);
  expect(screen.queryByText(/on its way/)).toBeNull();
  expect(screen.getAllByRole("button", { name: "Undo" })).toHaveLength(1);
  expect(sent).toContain('POST /api/payments/5/refund {"amount":"60.00"}');
});
