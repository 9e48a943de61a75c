import { expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import { ADMIN, openApp, refuseWith } from "#tests/shell/app-stand.tsx";

const DOWN = refuseWith({ status: 500, message: "The disk is full. Free some space." });

test.each([
  ["/", "GET /api/stats"],
  ["/campaigns", "GET /api/campaigns"],
  ["/contacts", "GET /api/contacts"],
  ["/appointments", "GET /api/employees"],
  ["/inbox", "GET /api/conversations"],
  ["/potential-appointments", "GET /api/potential-appointments"],
  ["/call-transcripts", "GET /api/call-transcripts"],
  ["/reviews", "GET /api/google-reviews"],
  ["/memberships", "GET /api/memberships"],
  ["/subscriptions", "GET /api/subscriptions"],
  ["/payment-plans", "GET /api/payment-plans"],
  ["/payment-plan-subscriptions", "GET /api/payment-plan-subscriptions"],
  ["/contact-updates", "GET /api/contact-update-requests"],
  ["/appointment-management", "GET /api/deletion-conflicts"],
  ["/users", "GET /api/users"],
  ["/audit-logs", "GET /api/audit-logs"],
])(
  "a list that can't be loaded says why on %s, without skeletons, and can be tried again",
  async (address, endpoint) => {
    const { keys } = await openApp(address, ADMIN, { [endpoint]: DOWN });
    const retry = await screen.findByRole("button", { name: "Retry" });
    screen.getByText("The disk is full. Free some space.");
    expect(document.querySelectorAll(".page .skel")).toHaveLength(0);
    await keys.click(retry);
    await waitFor(() => expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy());
  },
);
