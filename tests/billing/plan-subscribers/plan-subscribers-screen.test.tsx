import { expect, spyOn, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { PlanSubscriber } from "#src/billing/plan-subscribers/contract.ts";
import { ADMIN, openApp, refuseWith, staffWith } from "#tests/shell/app-stand.tsx";

const INSTALLMENT = {
  id: 1,
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
  needsDecision: false,
} as const;
const GRACE: PlanSubscriber = {
  id: 1,
  contactId: 7,
  contactName: "Grace Lindqvist",
  contactPhone: "+15125550109",
  contactEmail: "grace@example.com",
  paymentPlanId: "p1",
  planName: "Laser series",
  totalAmount: "100.00",
  installmentAmount: "33.33",
  installmentCount: 3,
  installmentInterval: "month",
  currency: "USD",
  status: "active",
  remainingInstallments: 2,
  nextPaymentDate: "2026-11-20",
  completedAt: null,
  canceledAt: null,
  cancelReason: null,
  signatureType: "text",
  signerName: "Grace Lindqvist",
  signedAt: "2026-10-20T16:00:00Z",
  createdAt: "2026-10-20T16:00:00Z",
  updatedAt: "2026-10-20T16:00:00Z",
  installments: [
    INSTALLMENT,
    {
      ...INSTALLMENT,
      id: 2,
      sequenceNumber: 2,
      amount: "33.33",
      status: "failed",
      dueDate: "2026-11-20",
      paidAt: null,
      failureReason: "The card was declined",
      attemptCount: 1,
    },
    {
      ...INSTALLMENT,
      id: 3,
      sequenceNumber: 3,
      amount: "33.33",
      status: "pending",
      dueDate: "2026-12-20",
      paidAt: null,
    },
  ],
};
const NOOR: PlanSubscriber = {
  ...GRACE,
  id: 2,
  contactId: 8,
  contactName: "Noor Haddad",
  contactPhone: "+15125550188",
  planName: "Bridal",
  status: "completed",
  remainingInstallments: 0,
  nextPaymentDate: null,
  completedAt: "2026-11-10T16:00:00Z",
};
const BOTH = { "GET /api/payment-plan-subscriptions": [GRACE, NOOR] };
const PAGE = "/payment-plan-subscriptions";
const names = () =>
  screen.queryAllByRole("row").flatMap((one) => one.getAttribute("aria-label") ?? []);

test("the figures are shown to everyone, the revenue to admins only", async () => {
  await openApp(PAGE, ADMIN, BOTH);
  const figure = (name: string) => screen.getByRole("region", { name }).textContent;
  expect(figure("Total Subscribers")).toContain("2");
  expect(figure("Active Plans")).toContain("1");
  expect(figure("Completed")).toContain("1");
  expect(figure("Total Revenue")).toContain("$66.68");
});

test("the revenue counts what was received, without canceled, refunded or disputed payments", async () => {
  const paid = (change: object) => ({ ...INSTALLMENT, amount: "50.00", ...change });
  const installments = [
    paid({}),
    paid({ refundedAmount: "20.00" }),
    paid({ refundedAmount: "50.00" }),
    paid({ dispute: "lost", lostAmount: "50.00" }),
    paid({ dispute: "lost", lostAmount: "10.00", refundedAmount: "5.00" }),
    paid({ dispute: "lost", lostAmount: "50.00", refundedAmount: "50.00" }),
    paid({ dispute: "won" }),
    paid({ status: "failed" }),
    paid({ status: "pending" }),
  ].map((one, at) => ({ ...one, id: at, sequenceNumber: at + 1 }));
  await openApp(PAGE, ADMIN, {
    "GET /api/payment-plan-subscriptions": [{ ...GRACE, status: "canceled", installments }],
  });
  expect(screen.getByRole("region", { name: "Total Revenue" }).textContent).toContain("$165.00");
});

test.each([
  ["33.34", "Dispute lost"],
  ["10.00", "$10.00 lost in a dispute"],
])("the ledger says that %s of a payment was lost in a dispute", async (lostAmount, words) => {
  const installments = [{ ...INSTALLMENT, dispute: "lost", lostAmount }];
  await openApp(`${PAGE}?details=1`, ADMIN, {
    "GET /api/payment-plan-subscriptions": [{ ...GRACE, installments }],
  });
  await within(await screen.findByRole("dialog")).findByText(words);
});

test("a row shows the number and the email", async () => {
  await openApp(PAGE, ADMIN, BOTH);
  const row = within(screen.getByRole("row", { name: "Grace Lindqvist" }));
  row.getByText("(512) 555-0109");
  row.getByText("grace@example.com");
});

test("filters are kept in the address, and events show their days, with the times in tooltips", async () => {
  const { keys } = await openApp(`${PAGE}?q=noor&status=completed`, ADMIN, BOTH);
  expect(names()).toEqual(["Noor Haddad"]);
  expect((screen.getByRole("searchbox") as HTMLInputElement).value).toBe("noor");
  const noor = screen.getByRole("row", { name: "Noor Haddad" });
  expect(noor.textContent).not.toContain("AM");
  within(noor).getByTitle("Oct 20 at 11:00 AM");
  expect(within(noor).getAllByTitle("Nov 10 at 10:00 AM")[0]?.textContent).toBe("Nov 10");
  await keys.click(screen.getByRole("radio", { name: "Canceled" }));
  await waitFor(() => expect(location.search).toBe("?q=noor&status=canceled"));
  await keys.click(screen.getByRole("button", { name: "Reset" }));
  await waitFor(() => expect(location.search).toBe(""));
  expect(names()).toEqual(["Grace Lindqvist", "Noor Haddad"]);
});

test("a list of several pages is loaded completely before it is counted", async () => {
  const many = Array.from({ length: 200 }, (_, at) => ({ ...GRACE, id: 400 - at }));
  await openApp(PAGE, ADMIN, {
    "GET /api/payment-plan-subscriptions": many,
    "GET /api/payment-plan-subscriptions?first=past_due&before=201&beforeStatus=active": [NOOR],
  });
  await waitFor(() => expect(names()).toHaveLength(201));
  const total = screen.getByRole("region", { name: "Total Subscribers" });
  await waitFor(() => expect(total.textContent).toContain("201"));
});

test("past-due plans have a filter, and are active ones too", async () => {
  const late = { ...GRACE, id: 3, contactName: "Ada Byrne", status: "past_due" };
  const { keys } = await openApp(`${PAGE}?status=past_due`, ADMIN, {
    "GET /api/payment-plan-subscriptions": [late, GRACE],
  });
  expect(names()).toEqual(["Ada Byrne"]);
  await keys.click(screen.getByRole("radio", { name: "Active" }));
  expect(names()).toEqual(["Ada Byrne", "Grace Lindqvist"]);
});

test("a row opens its details, from where the next payment is charged", async () => {
  const { keys } = await openApp(PAGE, ADMIN, BOTH);
  await keys.click(screen.getByRole("button", { name: "Grace Lindqvist" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Payment Plan Details" }));
  await keys.click(dialog.getByRole("button", { name: "Charge $33.33" }));
  await screen.findByRole("alertdialog", { name: "Charge Payment Now?" });
});

test("other staff see no revenue", async () => {
  await openApp(PAGE, staffWith(PAGE), BOTH);
  screen.getByRole("region", { name: "Total Subscribers" });
  expect(screen.queryByRole("region", { name: "Total Revenue" })).toBeNull();
});

test("a name is found as it is typed without accents", async () => {
  const EWA = { ...NOOR, contactName: "Ewa Łuczak" };
  const { keys } = await openApp(PAGE, ADMIN, {
    ...BOTH,
    "GET /api/payment-plan-subscriptions": [GRACE, EWA],
  });
  await keys.type(screen.getByRole("searchbox"), "luczak");
  await waitFor(() => expect(names()).toEqual(["Ewa Łuczak"]));
});

test("the list can be searched by name, phone or plan, and filtered", async () => {
  const { keys } = await openApp(PAGE, ADMIN, BOTH);
  const search = screen.getByRole("searchbox");
  for (const [expectedText, found] of [
    ["grace", ["Grace Lindqvist"]],
    ["(512) 555-0188", ["Noor Haddad"]],
    ["bridal", ["Noor Haddad"]],
    ["nobody", []],
  ] as const) {
    await keys.clear(search);
    await keys.type(search, expectedText);
    await waitFor(() => expect(names()).toEqual([...found]));
  }
  await keys.click(screen.getByRole("button", { name: "Reset" }));
  await waitFor(() => expect(names()).toHaveLength(2));
  for (const [filter, found] of [
    ["Past Due", []],
    ["Active", ["Grace Lindqvist"]],
    ["Completed", ["Noor Haddad"]],
    ["Canceled", []],
    ["All", ["Grace Lindqvist", "Noor Haddad"]],
  ] as const) {
    await keys.click(screen.getByRole("radio", { name: filter }));
    expect(names()).toEqual([...found]);
  }
});

test("the ledger says what was paid, failed and is due", async () => {
  const { keys } = await openApp(PAGE, ADMIN, BOTH);
  const grace = within(screen.getByRole("row", { name: "Grace Lindqvist" }));
  await keys.click(grace.getByRole("button", { name: "Details" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Payment Plan Details" }));
  const rows = dialog.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(rows).toEqual([
    "1$33.34PaidPaid Oct 20",
    "2$33.33FailedThe card was declined1 failed attempt",
    "3$33.33PendingDue Dec 20",
  ]);
  dialog.getByText(/canceled automatically after 3 failed payment attempts/);
});

test("only an active plan can be charged or canceled, and the agreement opens beside the list", async () => {
  const { keys } = await openApp(PAGE, ADMIN, BOTH);
  const card = (name: string) => within(screen.getByRole("row", { name }));
  const offered = async (name: string) => {
    await keys.click(card(name).getByRole("button", { name: `Actions for ${name}` }));
    const items = within(await screen.findByRole("menu")).getAllByRole("menuitem");
    return items.map(({ textContent }) => textContent);
  };
  card("Noor Haddad").getByRole("button", { name: "Details" });
  expect(card("Noor Haddad").queryByRole("button", { name: "Charge Now" })).toBeNull();
  expect(await offered("Noor Haddad")).toEqual(["Agreement"]);
  const opened = spyOn(globalThis, "open").mockReturnValue(null);
  await keys.click(screen.getByRole("menuitem", { name: "Agreement" }));
  const agreement = "/api/payment-plan-subscriptions/2/agreement";
  expect(opened.mock.calls).toEqual([[agreement, "_blank", "noreferrer"]]);
  opened.mockRestore();
  card("Grace Lindqvist").getByRole("button", { name: "Details" });
  expect(await offered("Grace Lindqvist")).toEqual(["Charge Now", "Agreement", "Cancel Plan"]);
});

test("a row says when the next payment is due and how much it is", async () => {
  await openApp(PAGE, ADMIN, BOTH);
  const row = within(screen.getByRole("row", { name: "Grace Lindqvist" }));
  expect(row.getAllByText("$33.33 on Nov 20").length).toBeGreaterThan(0);
  const ended = within(screen.getByRole("row", { name: "Noor Haddad" }));
  expect(ended.queryByText(/33\.33/)).toBeNull();
});

test("a past-due plan says since when its payment is overdue, and how much it is", async () => {
  await openApp(PAGE, ADMIN, {
    "GET /api/payment-plan-subscriptions": [{ ...GRACE, status: "past_due" }],
  });
  expect(screen.getAllByText("$33.33 since Nov 20").length).toBeGreaterThan(0);
  screen.getByText("overdue");
  screen.getByRole("button", { name: "Charge Now" });
});

test("charging asks for confirmation, then shows the amount and the invoice", async () => {
  const { keys, sent } = await openApp(PAGE, ADMIN, {
    ...BOTH,
    "POST /api/payment-plan-subscriptions/1/trigger-payment": {
      amount: "33.33",
      invoiceId: "in_9",
    },
  });
  await keys.click(screen.getByRole("button", { name: "Actions for Grace Lindqvist" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Charge Now" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Charge Payment Now?" }));
  dialog.getByText(/payment 2 of 3, \$33\.33/);
  await keys.click(dialog.getByRole("button", { name: "Charge $33.33" }));
  await screen.findByText("Payment Triggered");
  screen.getByText("$33.33 charged. Invoice in_9.");
  expect(sent).toEqual(["POST /api/payment-plan-subscriptions/1/trigger-payment"]);
});

test("canceling offers Nevermind, and a refusal is shown in the dialog", async () => {
  const { keys, sent } = await openApp(PAGE, ADMIN, {
    ...BOTH,
    "POST /api/payment-plan-subscriptions/1/cancel": refuseWith({
      status: 503,
      message: "Try again.",
    }),
  });
  const cancel = async () => {
    await keys.click(screen.getByRole("button", { name: "Actions for Grace Lindqvist" }));
    await keys.click(await screen.findByRole("menuitem", { name: "Cancel Plan" }));
  };
  await cancel();
  let dialog = within(await screen.findByRole("alertdialog", { name: "Cancel Payment Plan?" }));
  await keys.click(dialog.getByRole("button", { name: "Nevermind" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(sent).toEqual([]);
  await cancel();
  dialog = within(await screen.findByRole("alertdialog"));
  await keys.click(dialog.getByRole("button", { name: "Yes, Cancel Plan" }));
  await dialog.findByText("Try again.");
});
