import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { OwnMembership } from "#src/billing/portal/contract.ts";
import { ADMIN, openApp, refuseWith } from "#tests/shell/app-stand.tsx";

const OWN: OwnMembership = {
  id: 7,
  status: "active",
  cancelAtPeriodEnd: false,
  currentPeriodEnd: "2026-12-20T18:00:00Z",
  currency: "USD",
  membership: {
    name: "Glow Club",
    description: "One facial a month",
    price: "89.00",
    billingFrequency: "month",
    agreementText: "# Terms",
  },
};
const SESSION = { contactName: "Ada Lovelace", phoneNumber: "+12025550111" };
const LISTS = "GET /api/membership/portal/subscriptions";
const IN = { "GET /api/membership/session": SESSION, [LISTS]: [OWN] };

test("a member's memberships are shown, and ending one asks for confirmation", async () => {
  const { keys, sent } = await openApp("/membership/portal", null, {
    ...IN,
    "POST /api/membership/portal/cancel-subscription": { ...OWN, cancelAtPeriodEnd: true },
  });
  screen.getByRole("heading", { level: 1, name: "Member Portal" });
  screen.getByText("Welcome back, Ada Lovelace");
  const card = within(screen.getByRole("article", { name: "Glow Club" }));
  card.getByText("$89.00 per month");
  card.getByText("Monthly");
  card.getByText("Renews On");
  card.getByText("December 20, 2026");
  card.getByText("Active");
  const link = card.getByRole("link", { name: "View Agreement" });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([
    "/api/membership/portal/subscriptions/7/agreement",
    "_blank",
  ]);
  await keys.click(card.getByRole("button", { name: "Cancel Membership" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  dialog.getByText("Cancel Membership?");
  dialog.getByText(/can't be undone/);
  dialog.getByRole("button", { name: "Keep Membership" });
  await keys.click(dialog.getByRole("button", { name: "Yes, Cancel" }));
  await waitFor(() =>
    expect(sent).toEqual(['POST /api/membership/portal/cancel-subscription {"subscriptionId":7}']),
  );
});

test("canceling shows the last day, and offers no second cancellation", async () => {
  await openApp("/membership/portal", null, {
    ...IN,
    [LISTS]: [{ ...OWN, cancelAtPeriodEnd: true }],
  });
  screen.getByText("Canceling");
  screen.getByText(/will be canceled on December 20, 2026/);
  expect(screen.queryByRole("button", { name: "Cancel Membership" })).toBeNull();
});

test("without memberships, the page links to the next step", async () => {
  await openApp("/membership/portal", null, { ...IN, [LISTS]: [] });
  screen.getByText("No Active Memberships");
  expect(screen.getByRole("link", { name: "Explore Memberships" }).getAttribute("href")).toBe(
    "/membership",
  );
});

test("a past-due membership shows its price, agreement and card but no renewal date, and ends at once", async () => {
  const { keys } = await openApp("/membership/portal", null, {
    ...IN,
    [LISTS]: [{ ...OWN, status: "past_due" }],
    "POST /api/membership/portal/cancel-subscription": { ...OWN, status: "canceled" },
  });
  const card = within(screen.getByRole("article", { name: "Glow Club" }));
  card.getByText("Past Due");
  card.getByText("$89.00 per month");
  card.getByText(/The last payment for Glow Club didn't go through/);
  card.getByRole("link", { name: "View Agreement" });
  card.getByRole("button", { name: "Update Card" });
  expect(card.queryByText("Renews On")).toBeNull();
  await keys.click(card.getByRole("button", { name: "Cancel Membership" }));
  await screen.findByText(/ends right away, and you won't be charged for the failed payment/);
  await keys.click(screen.getByRole("button", { name: "Yes, Cancel" }));
  await screen.findByText("It ended today. You won't be charged for the failed payment.");
});

test("a trial says when it ends and can be canceled, and benefits are a list", async () => {
  const membership = { ...OWN.membership, description: "For skin\n- One facial\n- 10% off" };
  await openApp("/membership/portal", null, {
    ...IN,
    [LISTS]: [{ ...OWN, status: "trialing", membership }],
  });
  const card = within(screen.getByRole("article", { name: "Glow Club" }));
  card.getByText("Trialing");
  card.getByText("Trial Ends");
  card.getByText("December 20, 2026");
  card.getByRole("button", { name: "Cancel Membership" });
  expect(card.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
    "One facial",
    "10% off",
  ]);
});

test("a visitor who isn't signed in is sent to the login; staff see these pages as clients do", async () => {
  await openApp("/membership/portal", ADMIN, {
    "GET /api/membership/session": refuseWith({ status: 401, message: "Sign in to continue." }),
  });
  await waitFor(() => expect(location.pathname).toBe("/membership/login"));
  screen.getByRole("heading", { level: 1, name: "Member Sign In" });
  expect(screen.queryByRole("navigation", { name: "Screens" })).toBeNull();
});

test("signing in takes phone, code, back, another code, and then opens the portal", async () => {
  const { keys, sent } = await openApp("/membership/login", null, {
    ...IN,
    "POST /api/membership/request-code": { message: "On its way." },
    "POST /api/membership/verify-code": { message: "Phone Verified" },
  });
  const press = (name: string) => keys.click(screen.getByRole("button", { name }));
  await press("Send Code");
  await screen.findByText("Please enter your phone number");
  await keys.type(screen.getByLabelText("Phone Number"), "2025550111");
  await press("Send Code");
  await screen.findByText("Code Sent");
  await press("Sign In");
  await screen.findByText("Please enter the verification code");
  await press("Back");
  await press("Send Code");
  await screen.findByLabelText("Verification Code");
  await press("Resend Code");
  await keys.type(screen.getByLabelText("Verification Code"), "123456{Enter}");
  await screen.findByText("Phone Verified");
  expect(location.pathname).toBe("/membership/login");
  await waitFor(() => expect(location.pathname).toBe("/membership/portal"), { timeout: 2_000 });
  await waitFor(() => expect(screen.queryByText("Phone Verified")).toBeNull());
  expect(sent.at(-1)).toBe(
    'POST /api/membership/verify-code {"phoneNumber":"2025550111","code":"123456"}',
  );
  expect(sent.filter((one) => one.includes("request-code"))).toHaveLength(3);
});

test.each([
  ["/membership/success", "Member Portal", "/membership/login"],
  ["/membership/success?session_id=cs_1", "Member Portal", "/membership/login"],
  ["/financing/success", "See My Payments", "/financing/login"],
  ["/financing/success?session_id=cs_1", "See My Payments", "/financing/login"],
])(
  "%s shows no success in another browser, and links to the login",
  async (address, link, login) => {
    const elsewhere = refuseWith({
      status: 403,
      message: "This payment wasn't made in this browser.",
    });
    await openApp(address, null, {
      "POST /api/membership/settle-checkout": elsewhere,
      "POST /api/financing/confirm-checkout": elsewhere,
    });
    await screen.findByRole("heading", { level: 1, name: "Sign In" });
    screen.getByText(/only works right after you pay, in the same browser/);
    expect(screen.queryByText("Your Membership Is Active")).toBeNull();
    expect(screen.queryByText("What Happens Next")).toBeNull();
    expect(screen.getByRole("link", { name: link }).getAttribute("href")).toBe(login);
  },
);

test("the success page links onward, and clears the checkout that it completed", async () => {
  const { sent } = await openApp("/membership/success?session_id=cs_1", null, {
    "POST /api/membership/settle-checkout": {
      ready: true,
      bought: {
        name: "Glow Club",
        paid: "49.00",
        currency: "USD",
        payments: null,
        next: { amount: "49.00", day: "2026-12-20" },
      },
    },
  });
  await screen.findByText("Your Membership Is Active");
  screen.getByText("Next payment: $49.00 on Sun, Dec 20, 2026");
  expect(screen.getByRole("link", { name: "Member Portal" }).getAttribute("href")).toBe(
    "/membership/login",
  );
  expect(screen.getByRole("link", { name: "Go Home" }).getAttribute("href")).toBe("/membership");
  await waitFor(() =>
    expect(sent).toEqual(['POST /api/membership/settle-checkout {"sessionId":"cs_1"}']),
  );
  expect(location.search).toBe("?session_id=cs_1");
  await waitFor(() => expect(location.search).toBe(""), { timeout: 4_000 });
});
