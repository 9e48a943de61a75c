import { expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import { ADMIN, NOW, openApp, staffWith } from "#tests/shell/app-stand.tsx";

const ALERT = {
  name: "backups-failing",
  title: "Backups are failing",
  message: "The last backup failed. Press Back Up Now in Settings, Backups.",
  links: [{ path: "/settings/advanced#backups", label: "Settings, Backups" }],
  since: new Date(NOW - 14 * 60_000).toISOString(),
};

test("an admin's dashboard says what is wrong, since when, and where to fix it", async () => {
  await openApp("/", ADMIN, { "GET /api/alerts": [ALERT] });
  const list = within(screen.getByRole("list", { name: "Alerts" }));
  expect(list.getByRole("listitem").textContent).toBe(
    "Backups are failing14 min agoThe last backup failed. Press Back Up Now in Settings, Backups.",
  );
  expect(list.getByRole("link", { name: "Settings, Backups" }).getAttribute("href")).toBe(
    "/settings/advanced#backups",
  );
});

test("each screen that an alert names is a link, in the order of its sentence", async () => {
  const links = [
    { path: "/payment-plan-subscriptions", label: "Payment Subscribers" },
    { path: "/subscriptions", label: "Subscriptions" },
    { path: "/payment-plans", label: "Payment Plans" },
  ];
  const message = "Overdue: 1 membership (see Subscriptions), 2 plans (see Payment Subscribers).";
  await openApp("/", ADMIN, { "GET /api/alerts": [{ ...ALERT, message, links }] });
  const list = within(screen.getByRole("list", { name: "Alerts" }));
  expect(list.getByRole("listitem").textContent).toEndWith(message);
  expect(list.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/subscriptions",
    "/payment-plan-subscriptions",
  ]);
});

test("other users see no alerts, and nothing is shown while all is well", async () => {
  await openApp("/", staffWith("/"), { "GET /api/alerts": [ALERT] });
  expect(screen.queryByRole("list", { name: "Alerts" })).toBeNull();
});
