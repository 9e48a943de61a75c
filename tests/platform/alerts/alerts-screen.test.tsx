import { expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import { ADMIN, NOW, openApp, staffWith } from "#tests/shell/app-stand.tsx";

const ALERT = {
  name: "backups-failing",
  title: "Backups are failing",
  message: "The last backup failed.",
  inSettings: true,
  link: null,
  since: new Date(NOW - 14 * 60_000).toISOString(),
};

test("an admin's dashboard says what is wrong, since when, and where to fix it", async () => {
  await openApp("/", ADMIN, { "GET /api/alerts": [ALERT] });
  const list = within(screen.getByRole("list", { name: "Alerts" }));
  expect(list.getByRole("listitem").textContent).toBe(
    "Backups are failing14 min agoThe last backup failed. Open Settings",
  );
  expect(list.getByRole("link").getAttribute("href")).toBe("/settings");
});

test("an alert leads to the page where it is decided", async () => {
  const link = { path: "/payment-plan-subscriptions?details=1", label: "Refund or Keep" };
  await openApp("/", ADMIN, { "GET /api/alerts": [{ ...ALERT, inSettings: false, link }] });
  const list = within(screen.getByRole("list", { name: "Alerts" }));
  expect(list.getByRole("link", { name: link.label }).getAttribute("href")).toBe(link.path);
});

test("other users see no alerts, and nothing is shown while all is well", async () => {
  await openApp("/", staffWith("/"), { "GET /api/alerts": [ALERT] });
  expect(screen.queryByRole("list", { name: "Alerts" })).toBeNull();
});
