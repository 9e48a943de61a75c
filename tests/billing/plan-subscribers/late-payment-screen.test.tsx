import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { PlanSubscriber } from "#src/billing/plan-subscribers/contract.ts";
import { openApp, staffWith } from "#tests/shell/app-stand.tsx";

const PAGE = "/payment-plan-subscriptions";
const INSTALLMENT = {
  id: 11,
  sequenceNumber: 1,
  dueDate: "2026-10-20",
  amount: "33.34",
  status: "paid",
  paidAt: "2026-10-20T16:00:00Z",
  failureReason: null,
  attemptCount: 0,
  refundedAmount: null,
  lostAmount: null,
  dispute: null,
  refundOwed: false,
  owedAmount: null,
  needsDecision: true,
} as const;
const CANCELED: PlanSubscriber = {
  id: 7,
  contactId: 7,
  contactName: "Grace Lindqvist",
  contactPhone: "+15125550109",
  contactEmail: null,
  paymentPlanId: "p1",
  planName: "Laser series",
  totalAmount: "100.00",
  installmentAmount: "33.33",
  installmentCount: 3,
  installmentInterval: "month",
  currency: "USD",
  status: "canceled",
  remainingInstallments: 2,
  nextPaymentDate: null,
  completedAt: null,
  canceledAt: "2026-11-10T16:00:00Z",
  cancelReason: null,
  signatureType: "text",
  signerName: "Grace Lindqvist",
  signedAt: "2026-10-20T16:00:00Z",
  createdAt: "2026-10-20T16:00:00Z",
  updatedAt: "2026-10-20T16:00:00Z",
  installments: [INSTALLMENT],
};

test.each([
  ["Refund", "refund-payment"],
  ["Keep", "keep-payment"],
])(
  "the alert's link opens the plan, and %s decides about its late payment",
  async (button, path) => {
    const { keys, sent } = await openApp(`${PAGE}?details=7`, staffWith(PAGE), {
      [`GET /api${PAGE}`]: [CANCELED],
      [`POST /api${PAGE}/7/${path}`]: CANCELED,
    });
    const dialog = within(await screen.findByRole("dialog", { name: "Payment Plan Details" }));
    dialog.getByText("Collected after the plan was canceled.");
    await keys.click(dialog.getByRole("button", { name: button }));
    expect(sent).toEqual([]);
    await keys.click(await screen.findByRole("button", { name: `${button} $33.34` }));
    await waitFor(() => expect(sent).toEqual([`POST /api${PAGE}/7/${path} {"installmentId":11}`]));
  },
);

test("a refund that Stripe hasn't made says so, and can be marked as paid back", async () => {
  const installments = [
    { ...INSTALLMENT, needsDecision: false, refundOwed: true, owedAmount: "20.00" },
  ];
  const { keys, sent } = await openApp(`${PAGE}?details=7`, staffWith(PAGE), {
    [`GET /api${PAGE}`]: [{ ...CANCELED, installments }],
    [`POST /api${PAGE}/7/settle-refund`]: CANCELED,
  });
  const dialog = within(await screen.findByRole("dialog", { name: "Payment Plan Details" }));
  dialog.getByText("Refund on its way");
  expect(dialog.queryByRole("button", { name: "Refund" })).toBeNull();
  await keys.click(dialog.getByRole("button", { name: "Paid Back" }));
  const question = within(
    await screen.findByRole("alertdialog", { name: "Did you pay back $20.00?" }),
  );
  expect(sent).toEqual([]);
  await keys.click(question.getByRole("button", { name: "Paid Back" }));
  await waitFor(() =>
    expect(sent).toEqual([
      `POST /api${PAGE}/7/settle-refund {"installmentId":11,"amount":"20.00"}`,
    ]),
  );
});
