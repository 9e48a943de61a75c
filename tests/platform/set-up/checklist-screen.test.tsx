import { expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import { ADMIN, openApp, SETTINGS, staffWith } from "#tests/shell/app-stand.tsx";
import { employeeRows } from "#tests/shell/rows.ts";

const NEW = {
  "GET /api/stats": {
    totalCampaigns: 0,
    totalMessages: 0,
    totalContacts: 0,
    activeConversations: 0,
    unreadConversations: 0,
    days: [],
  },
  "GET /api/settings": { ...SETTINGS, businessName: "", canText: false, canMail: false },
  "GET /api/services": [],
  "GET /api/hours": {
    weekly: {},
    upcoming: [],
    closedDays: [],
    reviewed: false,
    notes: [],
    unstaffed: [],
  },
};
const [EMPLOYEE] = employeeRows("Elena Sato");
const list = () => within(screen.getByRole("region", { name: "Set Up Your Salon" }));
const hrefs = () =>
  list()
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));

test("a new salon's dashboard lists what to set up, and each step leads there", async () => {
  await openApp("/", ADMIN, NEW);
  screen.getByRole("heading", { name: "Welcome, Maya" });
  list().getByText("0 of 8 done");
  expect(hrefs()).toEqual([
    "/guide/first-hour",
    "/settings/salon#business",
    "/settings/texting#twilio",
    "/settings/advanced#smtp",
    "/settings/salon#employees",
    "/settings/services",
    "/contacts?import=1",
    "/settings/payments#stripe",
    "/campaigns?new=1",
  ]);
  expect(list().getAllByText("Not started")).toHaveLength(8);
});

test("steps are done by what the salon has, and a test mode is named", async () => {
  await openApp("/", ADMIN, {
    ...NEW,
    "GET /api/settings": {
      ...SETTINGS,
      businessName: "Glow",
      businessPhone: "+12025550100",
      canText: true,
      canMail: true,
      stripeSecretKey: { set: true, last4: "ijkl" },
      stripePublishableKey: "pk_test_1",
    },
    "GET /api/employees": [EMPLOYEE],
    "GET /api/services": [{ id: 1 }, { id: 2 }],
    "GET /api/hours": { ...NEW["GET /api/hours"], reviewed: true },
  });
  list().getByText("5 of 8 done");
  list().getByText("Test mode");
  list().getByText("1 employee in the calendar.");
  list().getByText("2 services");
});

test("the employees step isn't done until the hours were saved or confirmed", async () => {
  await openApp("/", ADMIN, { ...NEW, "GET /api/employees": [EMPLOYEE] });
  list().getByText("0 of 8 done");
  list().getByText("Needs review");
  list().getByText("1 employee. Check that the weekly hours are right.");
  expect(hrefs()).toContain("/settings/hours");
});

test("a salon without services can skip that step", async () => {
  const { keys } = await openApp("/", ADMIN, NEW);
  await keys.click(screen.getByRole("button", { name: "Checklist options" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Skip Services" }));
  list().getByText("0 of 7 done");
  expect(hrefs()).not.toContain("/settings/services");
  expect(document.cookie).toContain("services_skipped=true");
});

test("hiding the list is permanent in this browser, and it isn't shown to others or in the demo", async () => {
  const { keys } = await openApp("/", ADMIN, NEW);
  await keys.click(screen.getByRole("button", { name: "Checklist options" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Hide Checklist" }));
  expect(screen.queryByRole("region", { name: "Set Up Your Salon" })).toBeNull();
  expect(document.cookie).toContain("set_up_hidden=true");
});

test.each([
  ["others", staffWith("/"), {}],
  ["the demo", ADMIN, { "GET /api/settings": { ...SETTINGS, demo: true } }],
])("%s see no checklist", async (_, user, answers) => {
  await openApp("/", user, { ...NEW, ...answers });
  screen.getByRole("heading", { name: "Recent Activity" });
  expect(screen.queryByRole("region", { name: "Set Up Your Salon" })).toBeNull();
});

test("a new campaign warns that texts can't be sent, and leads to Settings", async () => {
  await openApp("/campaigns?new=1", ADMIN, NEW);
  const link = await screen.findByRole("link", { name: "Connect Twilio in Settings" });
  expect(link.getAttribute("href")).toBe("/settings/texting#twilio");
});

test("a user who can't open Settings is told whom to ask", async () => {
  await openApp("/campaigns?new=1", staffWith("/campaigns"), NEW);
  await screen.findByText(/Ask an administrator to connect it/);
});
