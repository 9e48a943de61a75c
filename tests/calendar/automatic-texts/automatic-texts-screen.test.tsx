import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { Audience, AutomaticText } from "#src/calendar/automatic-texts/contract.ts";
import {
  AUTOMATIC_TEXT_IDS,
  findAutomaticText,
  settingsOf,
} from "#src/calendar/automatic-texts/texts-contract.ts";
import { describeTiming } from "#src/calendar/automatic-texts/timing-contract.ts";
import { ADMIN, NOW, openApp, SETTINGS, staffWith } from "#tests/shell/app-stand.tsx";

// The clock in the browser ticks on from the server's moment.
beforeAll(() => void setSystemTime(NOW));
afterAll(() => void setSystemTime());

const VALUES = SETTINGS as unknown as Readonly<Record<string, string | number | boolean>>;

const TEXTS = AUTOMATIC_TEXT_IDS.map((id): AutomaticText => {
  const text = findAutomaticText(id);
  if (!text) throw new Error("no such text");
  return {
    id,
    title: text.title,
    consent: text.consent,
    enabled: VALUES[text.enabled] === true,
    timing: describeTiming(text.timing, VALUES),
    message: String(VALUES[text.message]),
    defaultMessage: "{businessName}: thank you, {firstName}!",
    settings: Object.fromEntries(settingsOf(text).map((name) => [name, VALUES[name] ?? ""])),
    nextClients: text.consent === "offer" ? 14 : null,
    obstacle: null,
    results: {
      sent: 96,
      replies: 34,
      optOuts: 2,
      bookings: text.hasBookings ? 21 : null,
      revenue: text.hasBookings ? "2940.00" : null,
    },
  };
});

const AUDIENCE: Audience = {
  total: 14,
  clients: [
    {
      contactId: 5,
      name: "Anne-Marie Low",
      firstName: "Anne-Marie",
      at: "2026-11-23T11:00:00",
      service: "Root Touch-up",
      employee: "Jo",
      lastVisit: "October 19",
    },
  ],
  bookingLink: "https://halcyon.example/book",
  reviewLink: null,
  leftOut: [
    { reason: "visit-booked", count: 8 },
    { reason: "opted-out", count: 1 },
  ],
};
const SERVICES = ["Cut", "Color", "Facial", "Peel", "Trim"].map((name, at) => ({
  id: at + 1,
  name,
  returnWeeks: at === 1 ? 5 : null,
}));
const COMPOSING = {
  longestNames: [],
  noticeAlways: false,
  testPhoneNumber: "+15125550199",
  registrationWarning: null,
};

/** The bodies of what was sent to an address. */
const bodiesOf = (sent: readonly string[], endpoint: string) =>
  sent
    .filter((request) => request.startsWith(`${endpoint} `))
    .map((request) => JSON.parse(request.slice(endpoint.length + 1)) as unknown);

const open = (address: string, answers = {}, user = ADMIN) =>
  openApp(address, user, {
    "GET /api/automatic-texts": TEXTS,
    "GET /api/automatic-texts/next-visit/audience": AUDIENCE,
    "GET /api/campaigns/composing": COMPOSING,
    "GET /api/services": SERVICES,
    ...answers,
  });

test("the list has both groups; a text that is off says whom it would reach", async () => {
  await open("/campaigns/automatic");
  screen.getByRole("heading", { name: "Appointment Texts" });
  const offers = within(screen.getByRole("table", { name: "Texts That Bring Clients Back" }));
  const row = within(offers.getByRole("row", { name: /Time for Your Next Visit/ }));
  row.getByText("The day a service is due at 11:00 AM");
  row.getByText("$2,940.00");
  row.getByText("14 clients if on");
  row.getByText("Next 7 days: 14 clients if on");
  const confirmation = within(screen.getByRole("row", { name: /Confirmation/ }));
  confirmation.getByText("As it happens");
  expect(confirmation.getAllByText("–")).toHaveLength(2);
});

test("a text that is off and would reach no one says so", async () => {
  await open("/campaigns/automatic", {
    "GET /api/automatic-texts": TEXTS.map((text) =>
      text.id === "miss-you" ? { ...text, enabled: false, nextClients: 0 } : text,
    ),
  });
  within(screen.getByRole("row", { name: /We Miss You/ })).getByText("No clients if on");
});

test("a switch of the list saves its setting at once", async () => {
  const { keys, sent } = await open("/campaigns/automatic", { "POST /api/settings": SETTINGS });
  await keys.click(screen.getByRole("switch", { name: "Birthday" }));
  await waitFor(() => screen.getByText("Birthday is on"));
  expect(bodiesOf(sent, "POST /api/settings")).toMatchObject([{ birthdayEnabled: true }]);
});

test("who is no admin reads everything and changes nothing", async () => {
  await open("/campaigns/automatic", {}, staffWith("/campaigns"));
  const switches = screen.getAllByRole("switch");
  expect(switches.every((one) => one.matches(":disabled"))).toBe(true);
});

test("the editor shows the wording with tokens, the preview of the next client, and who gets it", async () => {
  await open("/campaigns/automatic/next-visit");
  const box = screen.getByRole("textbox", { name: "Wording" });
  expect(box.textContent).toStartWith(
    "Hi First Name, it's time for your next Service with Employee.",
  );
  expect(box.textContent).not.toContain("{");
  const look = within(screen.getByRole("complementary", { name: "Preview and results" }));
  look.getByText("Root Touch-up");
  look.getByText("https://halcyon.example/book");
  look.getByText("$2,940.00");
  screen.getByText("clients get this text");
  screen.getByText("9 clients are left out");
  screen.getByText("already have an appointment");
  expect(screen.queryByRole("button", { name: "Save Changes" })).toBeNull();
});

test("the counter names the client whose text costs more than the one that is shown", async () => {
  const [first] = AUDIENCE.clients;
  const lucia = { ...first, contactId: 6, name: "Lucía Ferrer", firstName: "Lucía" };
  await open("/campaigns/automatic/next-visit", {
    "GET /api/automatic-texts/next-visit/audience": { ...AUDIENCE, clients: [first, lucia] },
  });
  screen.getByText(/^Charged as \d texts?, \d for Lucía$/);
});

test("a preview without a client has the salon's first service and employee on one of the coming days", async () => {
  const employees = [
    { id: 1, name: "Elena Sato" },
    { id: 2, name: "Priya Bell" },
  ];
  const services = [{ ...SERVICES[2], employeeIds: [2] }, ...SERVICES];
  await open("/campaigns/automatic/waitlist-offer", {
    "GET /api/services": services,
    "GET /api/employees": employees,
  });
  const look = within(screen.getByRole("complementary", { name: "Preview and results" }));
  look.getByText("Facial with Priya on Monday, November 23 at 2:30 PM");
});

test("timing and weeks are saved together, the weeks with their service", async () => {
  const { keys, sent } = await open("/campaigns/automatic/next-visit", {
    "POST /api/settings": SETTINGS,
    "PATCH /api/services/1": SERVICES[0],
  });
  await keys.selectOptions(
    screen.getByRole("combobox", { name: "Day" }),
    "3 days before a service is due",
  );
  await keys.click(screen.getByRole("combobox", { name: "Weeks between visits for Cut" }));
  await keys.click(await screen.findByRole("option", { name: "6" }));
  await keys.click(screen.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => screen.getByText("Changes saved"));
  expect(bodiesOf(sent, "POST /api/settings")).toMatchObject([
    { nextVisitLeadDays: 3, was: { nextVisitLeadDays: 0 } },
  ]);
  expect(bodiesOf(sent, "PATCH /api/services/1")).toMatchObject([{ returnWeeks: 6 }]);
});

test("a chip inserts its field as a token, and Discard takes it out", async () => {
  const { keys } = await open("/campaigns/automatic/next-visit");
  await keys.click(screen.getByRole("button", { name: "Insert Last Visit" }));
  expect(screen.getByRole("textbox", { name: "Wording" }).textContent).toEndWith("Last Visit");
  await keys.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.getByRole("textbox", { name: "Wording" }).textContent).toEndWith("opt out.");
  expect(screen.queryByRole("button", { name: "Save Changes" })).toBeNull();
});

test("a test sends the wording as it is typed", async () => {
  const { keys, sent } = await open("/campaigns/automatic/next-visit", {
    "POST /api/automatic-texts/next-visit/test": { phoneNumber: "+15125550199" },
  });
  await keys.click(screen.getByRole("button", { name: "Insert Last Visit" }));
  await keys.click(screen.getByRole("button", { name: "Send Me a Test" }));
  await waitFor(() => screen.getByText("Test sent"));
  expect(bodiesOf(sent, "POST /api/automatic-texts/next-visit/test")).toMatchObject([
    { message: expect.stringMatching(/opt out\.\{lastVisit\}$/) },
  ]);
});

test("a wording can be put back to the one it came with", async () => {
  const { keys } = await open("/campaigns/automatic/thank-you");
  await keys.click(screen.getByRole("button", { name: "Reset to Default" }));
  expect(screen.getByRole("textbox", { name: "Wording" }).textContent).toBe(
    "Business Name: thank you, First Name!",
  );
  expect(screen.queryByRole("button", { name: "Reset to Default" })).toBeNull();
  await keys.click(screen.getByRole("button", { name: "Discard" }));
  screen.getByRole("button", { name: "Reset to Default" });
});

test("the address of an unknown text leads nowhere", async () => {
  await open("/campaigns/automatic/gift-voucher");
  screen.getByText("404 Page Not Found");
});
