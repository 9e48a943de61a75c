import { expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import type { Paying } from "#src/billing/pay-page/contract.ts";
import { openApp } from "#tests/shell/app-stand.tsx";

const PAYING: Paying = {
  status: "open",
  firstName: "Hana",
  visitAt: null,
  lines: [{ name: "Cut", price: "75.00", isService: true }],
  ...{
    discount: "0.00",
    discountPercent: null,
    deposit: "0.00",
    depositPaidAt: null,
    depositRefund: "0.00",
  },
  ...{ due: "75.00", tip: "0.00", total: "75.00", tipBase: "75.00", currency: "USD" },
  ...{ way: "link", card: null, refunded: "0.00", receiptNumber: 4 },
  ...{ paidAt: null, expiresAt: null, tipNote: "", keepCard: null, canText: true },
};

function openPage(changes: Partial<Paying> = {}, search = "") {
  return openApp(`/pay/4-token${search}`, null, {
    "GET /api/pay/4-token": { ...PAYING, ...changes },
    "POST /api/pay/4-token/checkout": new Promise(() => undefined),
  });
}

test.each([
  ["1,50", "Pay $76.50", "1.50"],
  ["0,5", "Pay $75.50", "0.50"],
  ["5.25", "Pay $80.25", "5.25"],
])("an own tip of %p is paid as it is meant", async (typed, button, tip) => {
  const { keys, sent } = await openPage();
  await keys.click(screen.getByLabelText(/^Other/));
  await keys.type(screen.getByLabelText("Tip amount"), typed);
  await keys.click(screen.getByRole("button", { name: button }));
  await waitFor(() => expect(sent).toEqual([`POST /api/pay/4-token/checkout {"tip":"${tip}"}`]));
});

test.each(["1,000.00", "0,500"])("an own tip of %p is refused with an example", async (typed) => {
  const { keys, sent } = await openPage();
  await keys.click(screen.getByLabelText(/^Other/));
  await keys.type(screen.getByLabelText("Tip amount"), typed);
  screen.getByText("Enter an amount such as 5.00, up to $100.00");
  await keys.click(screen.getByRole("button", { name: /^Pay/ }));
  expect(sent).toEqual([]);
});

test.each([
  ["13.50", "Pay $88.50", /^18%/],
  ["5.25", "Pay $80.25", /^Other/],
])("who comes back from Stripe finds the tip of %p", async (tip, button, chosen) => {
  await openPage({}, `?tip=${tip}`);
  screen.getByRole("button", { name: button });
  expect(screen.getByLabelText(chosen)).toHaveProperty("checked", true);
});

test("a tip in the address that can't be read is none", async () => {
  await openPage({}, "?tip=lots");
  screen.getByRole("button", { name: "Pay $75.00" });
});

test.each<[string, Partial<Paying>]>([
  ["Hana, your visit is on Friday, November 20 at 10:00 AM.", { visitAt: "2026-11-20T10:00:00" }],
  ["Here's your bill, Hana.", {}],
  [
    "Here's your bill, Hana. You can pay here until Friday, November 27.",
    { expiresAt: "2026-11-27T10:00:00" },
  ],
  ["If you haven't paid yet, ask us for a new link.", { status: "expired" }],
])("the page greets with %p", async (words, changes) => {
  await openPage(changes);
  screen.getByText(words);
});
