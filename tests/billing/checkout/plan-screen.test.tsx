import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { PublicPlan } from "#src/billing/checkout/contract.ts";
import { openApp, refuseWith } from "#tests/shell/app-stand.tsx";

const PLAN: PublicPlan = {
  id: "p1",
  name: "Laser series",
  description: "Six sessions",
  principalAmount: "100.00",
  feePercentage: "5.00",
  totalAmount: "105.00",
  installmentCount: 3,
  installmentInterval: "month",
  installmentAmount: "35.00",
  firstInstallmentAmount: "35.00",
  agreementText: "# Agreement\nYou pay.",
  terms: [{ label: "Amount financed", value: "$65.00 (cash price less down payment)" }],
  currency: "USD",
  consent: "I agree to sign on a screen.",
  costs: {
    amountFinanced: "65.00",
    financeCharge: "5.00",
    totalOfPayments: "70.00",
    effectiveApr: "61.03",
    schedule: [
      { sequenceNumber: 1, dueDate: "2026-11-20", amount: "35.00" },
      { sequenceNumber: 2, dueDate: "2026-12-20", amount: "35.00" },
      { sequenceNumber: 3, dueDate: "2027-01-20", amount: "35.00" },
    ],
  },
  updatedAt: "2026-11-01T10:00:00Z",
  version: "v1",
};
const BUSINESS = {
  name: "Glow",
  address: "",
  phone: "(512) 555-0100",
  email: "",
  currency: "USD",
  timeZone: "America/Chicago",
};
const PUBLIC = { "GET /api/public/business": BUSINESS };
const SIGN_UP = "/api/payment-plan-subscriptions";

test("the offer shows its cost before it asks for anything", async () => {
  await openApp("/financing/signup/p1", null, {
    ...PUBLIC,
    "GET /api/payment-plans/p1/public": PLAN,
  });
  screen.getByRole("heading", { level: 1, name: "Laser series" });
  screen.getByText("$105.00 in total: $100.00 plus $5.00 finance fee");
  screen.getByText("First payment of $35.00 due today");
  const costs = within(screen.getByRole("region", { name: "What It Costs" }));
  for (const text of ["61.03%", "$5.00", "$65.00", "$70.00", "$105.00", "January 20, 2027"])
    costs.getByText(text);
});

test("an unknown plan shows a not-found page that says whom to ask", async () => {
  await openApp("/financing/signup/nothing", null, PUBLIC);
  screen.getByRole("heading", { level: 1, name: "Payment Plan Not Found" });
  screen.getByText(/\(512\) 555-0100/);
});

test("the steps say what is missing, show why a request was refused, and go back", async () => {
  const { keys, sent } = await openApp("/financing/signup/p1", null, {
    ...PUBLIC,
    "GET /api/payment-plans/p1/public": PLAN,
    [`POST ${SIGN_UP}/verify-phone`]: null,
    [`POST ${SIGN_UP}/verify-code`]: refuseWith({
      status: 400,
      message: "Invalid or expired code",
    }),
  });
  await keys.click(screen.getByRole("button", { name: "Send Code" }));
  await screen.findByText("Please enter your phone number");
  expect(sent).toEqual([]);
  await keys.type(screen.getByLabelText("Phone Number"), "5125550109");
  await keys.click(screen.getByRole("button", { name: "Send Code" }));
  await screen.findByText("Code Sent");
  await keys.click(await screen.findByRole("button", { name: "Verify Code" }));
  await screen.findByText("Please enter the verification code");
  await keys.type(screen.getByLabelText("Verification Code"), "123456");
  await keys.click(screen.getByRole("button", { name: "Verify Code" }));
  // Once, at the field.
  await screen.findByText("Invalid or expired code");
  await keys.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByLabelText("Phone Number")).toHaveProperty("value", "5125550109");
});

test("a client who comes back from Stripe can continue with the payment, which doesn't start by itself", async () => {
  const entered = {
    phone: "5125550109",
    contact: { fullName: "Ada Lovelace", email: "ada@example.com" },
    contactId: 4,
  };
  const saved = { path: "/financing/signup/p1", version: PLAN.updatedAt, entered };
  sessionStorage.setItem("sign-up", JSON.stringify(saved));
  const { keys, sent } = await openApp("/financing/signup/p1", null, {
    ...PUBLIC,
    "GET /api/payment-plans/p1/public": PLAN,
    [`POST ${SIGN_UP}/create-checkout`]: { sessionUrl: "#paying" },
  });
  await screen.findByText("You weren't charged. What you entered and signed is still here.");
  screen.getByText("Ada Lovelace");
  expect(sent).toEqual([]);
  await keys.click(screen.getByRole("button", { name: "Continue to Payment" }));
  await waitFor(() => expect(location.hash).toBe("#paying"));
  expect(sent).toEqual([`POST ${SIGN_UP}/create-checkout {"paymentPlanId":"p1","contactId":4}`]);
  sessionStorage.removeItem("sign-up");
});

test("a signature that can no longer be paid is deleted", async () => {
  const entered = { phone: "1", contact: { fullName: "Ada", email: "" }, contactId: 4 };
  const saved = { path: "/financing/signup/p1", version: PLAN.updatedAt, entered };
  sessionStorage.setItem("sign-up", JSON.stringify(saved));
  const { keys } = await openApp("/financing/signup/p1", null, {
    ...PUBLIC,
    "GET /api/payment-plans/p1/public": PLAN,
    [`POST ${SIGN_UP}/create-checkout`]: refuseWith({
      status: 409,
      message: "Your signature has expired. Start again.",
    }),
  });
  await keys.click(await screen.findByRole("button", { name: "Continue to Payment" }));
  await screen.findByText("Your signature has expired. Start again.");
  expect(sessionStorage.getItem("sign-up")).toBeNull();
});

test("without Stripe, the page says so before anything is filled in", async () => {
  await openApp("/financing/signup/p1", null, {
    "GET /api/public/business": { ...BUSINESS, takesCards: false },
    "GET /api/payment-plans/p1/public": PLAN,
  });
  screen.getByText(/We can't take cards online yet/);
  expect(screen.queryByLabelText("Phone Number")).toBeNull();
});

test("the portal redirects to the login without a session", async () => {
  await openApp("/financing/portal", null, {
    ...PUBLIC,
    "GET /api/financing/session": refuseWith({ status: 401, message: "Sign in to continue." }),
  });
  await screen.findByRole("heading", { level: 1, name: "Client Sign In" });
  expect(location.pathname).toBe("/financing/login");
});
