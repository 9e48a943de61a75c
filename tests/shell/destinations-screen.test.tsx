import { expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import { screens } from "#ui/screens.ts";
import { menuFor } from "#ui/shell/layout/menu-entries.ts";
import { destinationsFor, findDestinations } from "#ui/shell/palette/destinations.ts";
import { SCREEN_WORDS } from "#ui/shell/palette/owner-words.ts";
import { ADMIN, openApp, staffWith } from "./app-stand.tsx";

test.each([
  ["holiday", "Special Days"],
  ["closed", "Special Days"],
  ["christmas", "Special Days"],
  ["vacation", "Time Off"],
  ["sick day", "Time Off"],
  ["opening times", "Hours"],
  ["business hours", "Hours"],
  ["shifts", "Hours"],
  ["price", "Services"],
  ["price list", "Services"],
  ["deposit", "Services"],
  ["treatments", "Services"],
  ["book online", "Online Booking"],
  ["booking link", "Online Booking"],
  ["cancellation policy", "Online Booking"],
  ["reminders", "Appointment Reminders"],
  ["automations", "Automatic Texts"],
  ["thank you", "Appointment Thank-You Messages"],
  ["backup", "Backups"],
  ["restore", "Backups"],
  ["quiet hours", "Rate Limiting"],
  ["do not disturb", "Rate Limiting"],
  ["staff", "Appointment Employees"],
  ["stylist", "Appointment Employees"],
  ["password", "Password"],
  ["2FA", "Two-Step Sign-In"],
  ["stop", "Opted-Out Clients"],
  ["unsubscribe", "Opted-Out Clients"],
  ["import", "Import Contacts"],
  ["upload", "Import Contacts"],
  ["export", "Exports"],
  ["accountant", "Exports"],
  ["invoice", "Payment Subscribers"],
  ["refund", "Payment Subscribers"],
  ["clients", "Contacts"],
  ["customers", "Contacts"],
  ["calendar", "Appointments"],
  ["messages", "Inbox"],
  ["blast", "Campaigns"],
  ["revenue", "Reports"],
  ["waiting list", "Waitlist"],
  ["walk-in", "Add Appointment"],
  ["new client", "Add Contact"],
  ["permissions", "Users"],
  ["history", "Audit Logs"],
  ["address", "Business Profile"],
  ["time zone", "Business Profile"],
  ["credit cards", "Stripe Integration"],
  ["missed call", "AI Voice Assistant"],
  ["custom domain", "Client Pages"],
])("an owner who searches for %p finds %p first", (typed, title) => {
  expect(findDestinations(ADMIN, menuFor(ADMIN), typed)[0]?.title).toBe(title);
});

test("every screen of the menu has its words, and every result leads to a screen", () => {
  const entries = menuFor(ADMIN).flatMap(({ entries }) => entries);
  expect(entries.map(({ path }) => path).toSorted()).toEqual(Object.keys(SCREEN_WORDS).toSorted());
  const addresses = destinationsFor(ADMIN, menuFor(ADMIN)).map(({ path }) =>
    path.replace(/[?#].*/, ""),
  );
  expect(addresses.filter((path) => !screens.some((one) => one.path === path))).toEqual([]);
});

test("a user finds only what they may open", () => {
  const user = staffWith("/contacts");
  expect(destinationsFor(user, menuFor(user)).map(({ title }) => title)).toEqual([
    "Contacts",
    "Import Contacts",
    "Opted-Out Clients",
    "Your Account",
    "Password",
    "Two-Step Sign-In",
    "Sessions",
    "Notifications on This Device",
    "Add Contact",
  ]);
  expect(findDestinations(user, menuFor(user), "backup")).toEqual([]);
  const hidden = { ...user.permissions, canViewClientNames: false };
  expect(findDestinations({ ...user, permissions: hidden }, menuFor(user), "import")).toEqual([]);
});

test("Ctrl K goes to the part of a screen that was searched for, and marks it", async () => {
  const { keys } = await openApp("/users", ADMIN);
  await keys.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox");
  await keys.keyboard("holiday{Enter}");
  await waitFor(() =>
    expect(location.pathname + location.hash).toBe("/settings/hours#special-days"),
  );
  await keys.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox");
  await keys.keyboard("backup{Enter}");
  await waitFor(() =>
    expect(document.querySelector("[data-found]")?.getAttribute("aria-label")).toBe("Backups"),
  );
});

test("both searches say that nothing was found", async () => {
  const { keys } = await openApp("/settings/salon", ADMIN, {
    "GET /api/contacts": { contacts: [], total: 0, nextCursor: null },
  });
  await keys.type(screen.getByRole("searchbox", { name: "Search settings" }), "tax");
  await screen.findByText("Nothing found for “tax”");
  await keys.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox", { name: /^Search screens/ });
  await keys.keyboard("tax");
  await screen.findByText("No clients, screens or settings found");
});

test("the settings search leads to other screens too", async () => {
  const { keys } = await openApp("/settings/salon", ADMIN);
  await keys.type(screen.getByRole("searchbox", { name: "Search settings" }), "price");
  await keys.click(await screen.findByRole("link", { name: /^ServicesPrice|^Services Price/i }));
  await waitFor(() => expect(location.pathname).toBe("/settings/services"));
});
