import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import { openApp, refuseWith } from "#tests/shell/app-stand.tsx";
import { VISIT } from "./client-visit.ts";

const EMPLOYEES = [
  { id: 1, name: "Ana" },
  { id: 2, name: "Ben" },
];
const FACIAL = {
  ...{ id: 1, name: "Glow Facial", category: "", durationMinutes: 60, price: "120.00" },
  ...{ deposit: "60.00", employees: EMPLOYEES },
};
const TERMS = {
  ...{ today: "2026-11-19", lastDay: "2027-01-18", needsApproval: false, canText: true },
  ...{ reminderConsent: "R", marketingConsent: "M", waitlistConsent: "W", waitlistMinutes: 15 },
  cancellationHours: 24,
};
const NONE = { slots: [], closedDays: [], offDays: [] };
const week = (from: string, to: string) =>
  `GET /api/booking/availability?services=1&from=${from}&to=${to}`;

function openBook(answers: object, address = "/book") {
  return openApp(address, null, {
    "GET /api/booking/services": [FACIAL],
    "GET /api/booking/terms": TERMS,
    "GET /api/public/business": {
      ...{ name: "Glow", phone: "(512) 555-0100", email: "", address: "1204 South Lamar, Austin" },
      ...{ currency: "USD", timeZone: "America/Chicago", takesCards: true, pagesUrl: "" },
    },
    "GET /api/booking/availability": NONE,
    "POST /api/booking/send-code": null,
    "POST /api/booking/verify-code": null,
    ...answers,
  });
}

async function openTimes(answers: object) {
  const stand = await openBook(answers);
  await stand.keys.click(screen.getByRole("checkbox", { name: /Glow Facial/ }));
  return stand;
}

test("the choice of services shows the deposit, and the head the salon's address", async () => {
  await openTimes({});
  within(screen.getByRole("status")).getByText("$60.00 deposit");
  expect(
    screen.getByRole("link", { name: "1204 South Lamar, Austin" }).getAttribute("href"),
  ).toContain("google.com/maps");
});

test("the panel sums up several services", async () => {
  const massage = { ...FACIAL, id: 2, name: "Neck Massage", price: "40.00", deposit: null };
  const { keys } = await openTimes({ "GET /api/booking/services": [FACIAL, massage] });
  await keys.click(screen.getByRole("checkbox", { name: /Neck Massage/ }));
  await keys.click(screen.getByRole("button", { name: "Continue" }));
  const panel = within(screen.getByRole("list", { name: "Your visit" }));
  const items = panel.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(items).toContain("Total$160.00");
});

test.each([
  [
    "while no code can be texted",
    { "GET /api/booking/terms": { ...TERMS, canText: false } },
    /right now/,
  ],
  ["before there are services", { "GET /api/booking/services": [] }, /isn't open yet/],
])("%s, the page only says whom to call", async (_, answers, words) => {
  await openBook(answers);
  screen.getByText(words);
  const call = screen.getByRole("link", { name: "(512) 555-0100" });
  expect(call.getAttribute("href")).toBe("tel:5125550100");
  expect(screen.queryByText(/^Pick your services/)).toBeNull();
  expect(screen.queryByRole("heading", { name: "Services" })).toBeNull();
});

test("an address chooses the services and the employee that can still be booked", async () => {
  await openBook({}, "/book?services=1,9&employee=2");
  screen.getByText("Glow Facial, 1 h, $120.00, $60.00 deposit");
  await screen.findByRole("button", { name: "Ben", pressed: true });
});

test("the times open on the first week with a free one, and the focus and the window follow", async () => {
  const { keys } = await openTimes({
    [week("2026-11-19", "2026-11-25")]: { ...NONE, nextDay: "2026-12-05" },
    [week("2026-12-03", "2026-12-09")]: {
      ...NONE,
      slots: [{ start: "2026-12-05T10:00:00", employeeId: 1 }],
    },
  });
  scrollTo(0, 300);
  await keys.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByRole("button", { name: "10:00 AM" });
  expect(scrollY).toBe(0);
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Time" }));
  const days = within(screen.getByRole("group", { name: "Day" }));
  const chosen = days.getAllByRole("button", { pressed: true });
  expect(chosen.map(({ textContent }) => textContent)).toEqual(["Sat51 left"]);
});

test("where nothing is free, no day is chosen, and the waitlist is offered", async () => {
  const { keys } = await openTimes({ [week("2026-11-19", "2026-11-25")]: NONE });
  await keys.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByText("Nothing is free until Mon, Jan 18.");
  const days = within(screen.getByRole("group", { name: "Day" }));
  expect(days.queryByRole("button", { pressed: true })).toBeNull();
  within(screen.getByRole("region", { name: "Waitlist" })).getByText(/You have 15 minutes/);
  await keys.click(screen.getByRole("button", { name: "Join the Waitlist" }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Waitlist" })),
  );
});

type Keys = Awaited<ReturnType<typeof openTimes>>["keys"];

/** Chooses a free time at `start`, which leads to the phone number. */
async function openPhone(start: string, answers: object) {
  const stand = await openTimes({
    [week("2026-11-19", "2026-11-25")]: { ...NONE, slots: [{ start, employeeId: 1 }] },
    ...answers,
  });
  await stand.keys.click(screen.getByRole("button", { name: "Continue" }));
  await stand.keys.click(await screen.findByRole("button", { name: /^\d+:00 [AP]M$/ }));
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Phone" }));
  return stand;
}

async function openDetails(start: string, answers: object) {
  const stand = await openPhone(start, answers);
  await confirmNumber(stand.keys);
  return stand;
}

async function confirmNumber(keys: Keys, number = "5125550177") {
  await keys.type(await screen.findByLabelText("Phone Number"), number);
  await keys.click(screen.getByRole("button", { name: "Send Code" }));
  await keys.type(await screen.findByLabelText("Verification Code"), "482915");
  await keys.click(screen.getByRole("button", { name: "Confirm Number" }));
}

test.each([
  ["2026-11-24T10:00:00", /^Cancel by Mon, Nov 23 at 10:00 AM to get your deposit back/, []],
  // The clocks go forward that night.
  ["2027-03-14T10:00:00", /^Cancel by Sat, Mar 13 at 9:00 AM to get your deposit back/, []],
  [
    "2026-11-19T14:00:00",
    /^You can't change the time online, because it's less than 24 hours away. You can still cancel online/,
    ["tel:5125550100"],
  ],
])(
  "the details of a visit at %s say what it costs and until when it can be changed",
  async (start, words, call) => {
    const { keys } = await openDetails(start, {
      "POST /api/booking": refuseWith({
        ...{ status: 400, message: "Name is required", errors: { name: "Name is required" } },
      }),
    });
    await screen.findByText("Deposit now");
    screen.getByText("Rest at the salon");
    screen.getByText(words);
    const links = screen.queryAllByRole("link", { name: "(512) 555-0100" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(call);
    await keys.click(screen.getByRole("button", { name: "Pay $60.00 Deposit" }));
    await screen.findByText("Name is required");
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
  },
);

test.each([
  ["booked", "You're booked", "We texted you the details."],
  ["requested", "Thank you", "We'll text you when we confirm."],
] as const)(
  "a client whose visit is %s is at its page, so a reload shows it",
  async (status, title, words) => {
    const { keys } = await openDetails("2026-11-24T10:00:00", {
      "GET /api/booking/services": [{ ...FACIAL, deposit: null }],
      "POST /api/booking": {
        ...{ status, manageUrl: "https://glow.example.com/book/1-TOKEN", canText: true },
        ...{ appointment: VISIT.appointment, checkoutUrl: null },
      },
      "GET /api/booking/1-TOKEN": { ...VISIT, status },
    });
    const before = history.length;
    await keys.click(await screen.findByRole("button", { name: "Book Appointment" }));
    await screen.findByRole("heading", { level: 1, name: title });
    expect([location.pathname, history.length]).toEqual(["/book/1-TOKEN", before]);
    screen.getByText(new RegExp(`^${words}`));
    for (const name of ["Reschedule", "Cancel"])
      screen.getByRole("button", { name: new RegExp(`^${name}`) });
  },
);

test("a number that is refused is marked and explained at its field only", async () => {
  const message = "Invalid phone number format";
  const { keys } = await openPhone("2026-11-24T10:00:00", {
    "POST /api/booking/send-code": refuseWith({ status: 400, message }),
  });
  const field = await screen.findByLabelText("Phone Number");
  await keys.type(field, "123{Enter}");
  await screen.findByText(message);
  expect(screen.getAllByText(message)).toHaveLength(1);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(field);
  await keys.type(field, "4");
  expect(screen.queryByText(message)).toBeNull();
});

test("a number typed with hyphens is shown as any other", async () => {
  const { keys } = await openPhone("2026-11-24T10:00:00", {});
  await confirmNumber(keys, "512-555-0190");
  await screen.findByLabelText("Name");
  screen.getByText("(512) 555-0190");
});

test("a wrong code is explained at its field only, until another is typed", async () => {
  const message = "Invalid or expired code";
  const { keys } = await openPhone("2026-11-24T10:00:00", {
    "POST /api/booking/verify-code": refuseWith({ status: 400, message }),
  });
  await confirmNumber(keys);
  await screen.findByText(message);
  expect(screen.getAllByText(message)).toHaveLength(1);
  expect(screen.queryByText("Code Sent")).toBeNull();
  const field = screen.getByLabelText("Verification Code");
  expect(document.activeElement).toBe(field);
  await keys.type(field, "{Backspace}");
  expect(screen.queryByText(message)).toBeNull();
  await keys.click(screen.getByRole("button", { name: "Resend Code" }));
  await screen.findByText(/^We texted a new code to/);
});
