import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import type { WaitlistEntry } from "#src/calendar/waitlist/contract.ts";
import { ADMIN, NOW, openApp, refuseWith, SETTINGS, staffWith } from "#tests/shell/app-stand.tsx";
import { employeeRows, serviceRow } from "#tests/shell/rows.ts";

// The clock in the browser ticks on from the server's moment.
beforeAll(() => void setSystemTime(NOW));
afterAll(() => void setSystemTime());

const EMPLOYEES = employeeRows("Jo Carver");

function entry(changes: Partial<WaitlistEntry> = {}): WaitlistEntry {
  return {
    id: 1,
    contactId: 7,
    clientName: "Ruth Abernathy",
    phoneNumber: "+12025550134",
    serviceId: 3,
    services: [3],
    serviceName: "Root Touch-up",
    employeeId: null,
    from: "2026-11-20",
    to: "2026-12-05",
    weekdays: null,
    timeFrom: null,
    timeTo: null,
    status: "waiting",
    offer: null,
    optedOut: false,
    passedOn: null,
    unpaid: null,
    booked: null,
    source: "staff",
    createdAt: "2026-11-12T15:00:00Z",
    closedAt: null,
    ...changes,
  };
}

const OFFERED = entry({
  id: 2,
  clientName: "Joan Whitlock",
  employeeId: 1,
  weekdays: ["mon", "tue", "wed", "thu", "fri"],
  timeFrom: "14:00",
  status: "offered",
  offer: {
    start: "2026-11-27T14:45:00",
    durationMinutes: 75,
    employeeId: 1,
    performers: null,
    offeredAt: new Date(NOW - 3 * 60_000).toISOString(),
    expiresAt: new Date(NOW + 12 * 60_000).toISOString(),
    next: { contactId: 7, clientName: "Ruth Abernathy", start: "2026-11-27T14:45:00" },
  },
});
const EXPIRED = entry({
  id: 3,
  clientName: "Theo Marsh",
  status: "expired",
  closedAt: "2026-11-18T15:15:00Z",
});
const open = (entries: readonly WaitlistEntry[], more = {}, user = ADMIN) =>
  openApp("/waitlist", user, {
    "GET /api/waitlist": entries,
    "GET /api/waitlist/fitting-today": [],
    "GET /api/employees": EMPLOYEES,
    ...more,
  });
const offer = () => within(screen.getByRole("region", { name: "Offer to Joan Whitlock" }));

test("the open offer shows its time, its countdown and who is next; the tabs filter", async () => {
  const { keys } = await open([OFFERED, entry(), EXPIRED]);
  const [what, rule] = [/^Root Touch-up/, /^Ruth Abernathy is next/].map(
    (start) => offer().getByText(start).textContent,
  );
  expect(what).toBe("Root Touch-up with Jo, Fri, Nov 27, 2:45 – 4:00 PM");
  expect(rule).toMatch(/next\. We hold the time until \d+:\d\d [AP]M\.$/);
  offer().getByText(/^1[12]:\d\d$/);
  screen.getByText("2 waiting");
  screen.getByText("Weekdays after 2:00 PM");
  expect(screen.queryByRole("row", { name: "Theo Marsh" })).toBeNull();
  await keys.click(screen.getByRole("radio", { name: "Closed" }));
  expect(screen.queryByRole("row", { name: "Ruth Abernathy" })).toBeNull();
  screen.getByRole("row", { name: "Theo Marsh" });
});

test("an entry that fits a free time of today says which", async () => {
  await open([entry({ from: "2026-11-12" })], {
    "GET /api/waitlist/fitting-today": [{ id: 1, start: "2026-11-19T14:15:00", employeeId: 1 }],
  });
  const row = within(screen.getByRole("row", { name: "Ruth Abernathy" }));
  row.getByText("Jo is free today at 2:15 PM.");
  row.getByText("With anyone");
  row.getByText("Until Dec 5");
});

test("a waiting client who passed on a time, opted out, or owes a deposit is said to", async () => {
  const { keys } = await open([
    entry({ passedOn: "2026-11-19T16:30:00" }),
    entry({ id: 2, clientName: "Joan Whitlock", passedOn: "2026-11-27T14:45:00" }),
    entry({ id: 3, clientName: "Theo Marsh", passedOn: "2026-11-19T16:30:00", optedOut: true }),
    entry({ id: 4, clientName: "Mei Castellano", status: "canceled", optedOut: true }),
    entry({ id: 5, clientName: "Wren Calloway", unpaid: "2026-11-19T16:30:00" }),
  ]);
  const row = (name: string) => within(screen.getByRole("row", { name }));
  row("Ruth Abernathy").getByText("Passed on 4:30 PM");
  row("Joan Whitlock").getByText("Passed on Fri, Nov 27 at 2:45 PM");
  row("Theo Marsh").getByText("Opted out");
  row("Wren Calloway").getByText("Hasn't paid the deposit for 4:30 PM");
  expect(row("Theo Marsh").queryByText(/Passed on/)).toBeNull();
  await keys.click(screen.getByRole("radio", { name: "Closed" }));
  expect(row("Mei Castellano").queryByText("Opted out")).toBeNull();
});

const GAPS = {
  "GET /api/waitlist/gaps-today": [
    {
      ...{ employeeId: 1, start: "2026-11-19T14:00:00", end: "2026-11-19T17:00:00", offer: null },
      fits: {
        ...{ contactId: 7, clientName: "Ruth Abernathy", service: "Root Touch-up" },
        ...{ start: "2026-11-19T14:15:00", end: "2026-11-19T15:30:00", holdMinutes: 20 },
      },
    },
  ],
};

test("the client who is next for a free time of today is offered it from the row", async () => {
  const { keys, sent } = await open([entry()], {
    ...GAPS,
    "POST /api/waitlist/offers": {},
  });
  const row = within(screen.getByRole("row", { name: "Ruth Abernathy" }));
  await keys.click(await row.findByRole("button", { name: "Offer Time: Ruth Abernathy" }));
  expect(row.queryByRole("button", { name: "Book Ruth Abernathy" })).toBeNull();
  const dialog = within(await screen.findByRole("alertdialog"));
  dialog.getByText("Offer Today at 2:15 PM to Ruth Abernathy?");
  dialog.getByText(/^Root Touch-up with Jo, 2:15 – 3:30 PM\..*for 20 minutes/);
  await keys.click(dialog.getByRole("button", { name: "Offer Time" }));
  await screen.findByText("We're texting the time to Ruth Abernathy");
  expect(sent.filter((one) => one.includes("offers"))).toHaveLength(1);
  await keys.click(row.getByRole("button", { name: "Actions for Ruth Abernathy" }));
  await screen.findByRole("menuitem", { name: "Book" });
});

test("who doesn't see the calendar isn't told what is free in it", async () => {
  await open([entry()], GAPS, staffWith("/waitlist"));
  const row = within(screen.getByRole("row", { name: "Ruth Abernathy" }));
  await act(() => Bun.sleep(50));
  expect(row.queryByRole("button", { name: /^Offer Time/ })).toBeNull();
});

test("clients who fit the same free time of today are named to each other", async () => {
  const at = (id: number, start: string) => ({
    id,
    start: `2026-11-19T${start}:00`,
    employeeId: 1,
  });
  const [joan, theo] = [
    entry({ id: 2, clientName: "Joan Whitlock" }),
    entry({ id: 3, clientName: "Theo Marsh" }),
  ];
  await open([entry(), joan, theo], {
    "GET /api/waitlist/fitting-today": [at(1, "14:15"), at(2, "14:15"), at(3, "15:00")],
  });
  screen.getByRole("cell", { name: /Jo is free today at 2:15 PM. Joan Whitlock would fit, too./ });
  screen.getByRole("cell", { name: /Jo is free today at 2:15 PM. Ruth Abernathy would fit, too./ });
  screen.getByText("Jo is free today at 3:00 PM.");
});

test("an entry leads to its client, and calls them unless the number is hidden", async () => {
  const hidden = entry({ id: 2, clientName: "Joan Whitlock", phoneNumber: "•••• 0135" });
  await open([entry(), hidden]);
  const links = (name: string) =>
    within(screen.getByRole("row", { name }))
      .queryAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links("Ruth Abernathy")).toEqual([
    ["Ruth Abernathy", "/contacts/7"],
    ["(202) 555-0134", "tel:+12025550134"],
  ]);
  expect(links("Joan Whitlock")).toEqual([["Joan Whitlock", "/contacts/7"]]);
  screen.getByText("•••• 0135");
});

test("a booked time of this year has no year", async () => {
  const booked = { start: "2026-11-28T16:00:00", isRequested: false };
  const { keys } = await open([entry({ status: "booked", booked } as Partial<WaitlistEntry>)]);
  await keys.click(screen.getByRole("radio", { name: "Booked" }));
  screen.getByText("Sat, Nov 28 at 4:00 PM");
});

test.each([
  [true, true],
  [false, false],
])(
  "with automatic offers on (%p), the question before an offer is booked says that another may follow",
  async (waitlistOffersEnabled, isSaid) => {
    const { keys } = await open([OFFERED], { "GET /api/settings": { waitlistOffersEnabled } });
    await keys.click(offer().getByRole("button", { name: "Book" }));
    const dialog = within(
      await screen.findByRole("alertdialog", { name: "Book 2:45 PM for Joan Whitlock?" }),
    );
    dialog.getByText(
      /^Root Touch-up with Jo, Fri, Nov 27, 2:45 – 4:00 PM\. This counts as a YES from Joan Whitlock/,
    );
    expect(dialog.queryByText(/We'll offer any time left over to the next/) !== null).toBe(isSaid);
  },
);

test.each([
  [
    { booked: { start: "2026-11-27T14:45:00", employeeId: 1, isRequested: false } },
    "Joan Whitlock is booked for Fri, Nov 27 at 2:45 PM. Ruth Abernathy is next for 3:15 PM.",
  ],
  [
    { booked: { start: "2026-11-27T14:45:00", employeeId: 1, isRequested: true }, nextOffer: null },
    "Joan Whitlock requested Fri, Nov 27 at 2:45 PM.",
  ],
  [
    { booked: null, nextOffer: null },
    "Joan Whitlock gets the link to pay the deposit for Fri, Nov 27 at 2:45 PM.",
  ],
])(
  "after an offer is booked, it is said who has which time, and who is next",
  async (reply, text) => {
    const nextOffer = { contactId: 7, clientName: "Ruth Abernathy", start: "2026-11-27T15:15:00" };
    const { keys } = await open([OFFERED], {
      "POST /api/waitlist/2/accept-offer": { ...OFFERED, offer: null, nextOffer, ...reply },
    });
    await keys.click(offer().getByRole("button", { name: "Book" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await keys.click(dialog.getByRole("button", { name: "Book" }));
    await screen.findByText("Offer accepted");
    screen.getByText(text);
  },
);

test("staff stop an offer or pass it on", async () => {
  const stopped = await open([OFFERED], {
    "DELETE /api/waitlist/2/offer": { ...OFFERED, status: "waiting", offer: null },
    "POST /api/waitlist/2/offer-next": { ...OFFERED, status: "waiting", offer: null },
  });
  const confirm = async (title: string, action: string) => {
    await stopped.keys.click(offer().getByRole("button", { name: action }));
    const dialog = within(await screen.findByRole("alertdialog", { name: title }));
    dialog.getByText(/^Joan Whitlock will get a text that the time is gone/);
    await stopped.keys.click(dialog.getByRole("button", { name: action }));
  };
  await confirm("Stop the Offer?", "Stop Offer");
  await waitFor(() => expect(stopped.sent).toContain("DELETE /api/waitlist/2/offer"));
  await screen.findByText("Offer stopped");
  await confirm("Offer to Ruth Abernathy?", "Offer to Next");
  await waitFor(() => expect(stopped.sent).toContain("POST /api/waitlist/2/offer-next"));
});

test("a client is removed from the row's menu, by keyboard too, after a confirmation", async () => {
  const { keys, sent } = await open([entry()], { "DELETE /api/waitlist/1": null });
  act(() => screen.getByRole("button", { name: "Actions for Ruth Abernathy" }).focus());
  await keys.keyboard("{Enter}");
  await screen.findByRole("menuitem", { name: "Remove from Waitlist" });
  await keys.keyboard("{Enter}");
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(sent).toEqual([]);
  await keys.click(dialog.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(sent).toEqual(["DELETE /api/waitlist/1"]));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

const TOUCH_UP = serviceRow({ id: 3, name: "Root Touch-up", durationMinutes: 75 });
const NOTHING_FREE = {
  "GET /api/services": [TOUCH_UP],
  "GET /api/contacts/7/appointments": { next: [], last: [] },
  "GET /api/availability": { slots: [], closedDays: [], offDays: [] },
};

test("a waiting client is booked with what they wait for, and isn't added again when nothing is free", async () => {
  const { keys } = await open([entry()], NOTHING_FREE);
  await keys.click(screen.getByRole("button", { name: "Book Ruth Abernathy" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  dialog.getByText("Ruth Abernathy");
  await dialog.findByText("1 h 15 min");
  await dialog.findByText("Nothing is free in the next two months");
  expect(dialog.queryByRole("button", { name: "Add to Waitlist" })).toBeNull();
});

test("the dialog says what a waiting client wants, and dims other times, which can be chosen", async () => {
  const { keys } = await open([entry({ from: "2026-11-20", timeTo: "13:00" })], {
    "GET /api/services": [TOUCH_UP],
    "GET /api/contacts/7/appointments": { next: [], last: [] },
    "GET /api/availability": {
      slots: ["11:30", "12:00"].map((clock) => ({
        start: `2026-11-20T${clock}:00`,
        employeeId: 1,
      })),
      ...{ closedDays: [], offDays: [] },
    },
  });
  await keys.click(screen.getByRole("button", { name: "Book Ruth Abernathy" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  dialog.getByText("Wants any day before 1:00 PM, Nov 20 – Dec 5.");
  const wanted = await dialog.findByRole("button", { name: "11:30 AM" });
  const other = dialog.getByRole("button", { name: "12:00 PM" });
  expect([wanted, other].map(({ className }) => className.includes("faint"))).toEqual([
    false,
    true,
  ]);
  await keys.click(other);
  dialog.getByRole("button", { name: "Book Fri 12:00 PM" });
});

test("booking chooses the time that fits today, and a typed one stays", async () => {
  const start = "2026-11-19T14:15:00";
  const { keys } = await open([entry({ from: "2026-11-12" })], {
    ...NOTHING_FREE,
    "GET /api/waitlist/fitting-today": [{ id: 1, start, employeeId: 1 }],
    "GET /api/availability": { slots: [{ start, employeeId: 1 }], closedDays: [], offDays: [] },
  });
  await keys.click(screen.getByRole("button", { name: "Book Ruth Abernathy" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  const book = await dialog.findByRole("button", { name: "Book 2:15 PM" });
  await waitFor(() => expect(book).toHaveProperty("disabled", false));
  dialog.getByText(/^With Jo/);
  await keys.click(dialog.getByRole("button", { name: "Another Time…" }));
  await keys.clear(await dialog.findByRole("combobox", { name: "Start time" }));
  await keys.tab();
  expect(dialog.getByLabelText("Start time")).toHaveProperty("value", "");
});

test("booking opens on the first day that the client wants and that has a free time", async () => {
  const weekdays = ["mon", "tue", "wed", "thu", "fri"] as const;
  const { keys } = await open([entry({ weekdays: [...weekdays], timeFrom: "14:00" })], {
    "GET /api/services": [TOUCH_UP],
    "GET /api/contacts/7/appointments": { next: [], last: [] },
    "GET /api/availability": {
      slots: ["21T15:00", "24T10:00", "24T15:00"].map((start) => ({
        start: `2026-11-${start}:00`,
        employeeId: 1,
      })),
      ...{ closedDays: [], offDays: [] },
    },
  });
  await keys.click(screen.getByRole("button", { name: "Book Ruth Abernathy" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  await dialog.findByRole("button", { name: "Tue 24 2 left", pressed: true });
  dialog.getByText("Dimmed times don't fit what they asked for.");
  await keys.click(dialog.getByRole("button", { name: "Sat 21 1 left" }));
  dialog.getByRole("button", { name: "Sat 21 1 left", pressed: true });
});

test("a service that was deleted since isn't booked, the others are", async () => {
  const { keys } = await open(
    [entry({ services: [3, 9], serviceName: "Touch-up, Gloss" })],
    NOTHING_FREE,
  );
  await keys.click(screen.getByRole("button", { name: "Book Ruth Abernathy" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  // Of the touch-up alone.
  await dialog.findByText("1 h 15 min");
});

test("users who may not book have no Book button", async () => {
  await open([entry()], {}, staffWith("/waitlist"));
  expect(screen.queryByRole("button", { name: "Book Ruth Abernathy" })).toBeNull();
});

test("an empty list says what will be here, and staff with no other page add a client", async () => {
  const { keys, sent } = await open(
    [],
    {
      "GET /api/contacts": {
        contacts: [{ id: 7, name: "Ruth Abernathy", phoneNumber: "+12025550134" }],
        total: 1,
        nextCursor: null,
      },
      "GET /api/services": [{ id: 3, name: "Root Touch-up", employeeIds: null }],
      "POST /api/waitlist": entry(),
    },
    staffWith("/waitlist"),
  );
  screen.getByRole("heading", { name: "No one is waiting" });
  await keys.click(screen.getAllByRole("button", { name: "Add to Waitlist" })[0] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog"));
  await keys.type(dialog.getByRole("combobox", { name: "Client" }), "Ruth");
  await keys.click(await dialog.findByRole("option", { name: /Ruth Abernathy/ }));
  await keys.click(dialog.getByRole("button", { name: "Add to Waitlist" }));
  expect(dialog.getByRole("alert").textContent).toBe("Choose a service");
  expect(sent).toEqual([]);
  await keys.selectOptions(dialog.getByRole("combobox", { name: "Service" }), "Root Touch-up");
  await keys.click(dialog.getByRole("button", { name: "Add to Waitlist" }));
  await waitFor(() =>
    expect(sent).toEqual([
      expect.stringMatching(
        /^POST \/api\/waitlist \{"contactId":7,"serviceId":3,"employeeId":null/,
      ),
    ]),
  );
});

test("a new client is added with their number", async () => {
  const { keys, sent } = await open([], {
    "GET /api/contacts": { contacts: [], total: 0, nextCursor: null },
    "GET /api/services": [{ id: 3, name: "Root Touch-up", employeeIds: null }],
    "POST /api/waitlist": refuseWith({
      status: 409,
      message: "Bea Park already has this number.",
      errors: { phoneNumber: "Bea Park already has this number." },
    }),
  });
  await keys.click(screen.getAllByRole("button", { name: "Add to Waitlist" })[0] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog"));
  const press = () => keys.click(dialog.getByRole("button", { name: "Add to Waitlist" }));
  const errors = () => dialog.getAllByRole("alert").map(({ textContent }) => textContent);
  await press();
  expect(errors()).toEqual(["Choose a client", "Choose a service"]);
  const name = dialog.getByRole("combobox", { name: "Client" });
  await waitFor(() => expect(document.activeElement).toBe(name));
  await keys.type(name, "Ada Byrne");
  await press();
  expect(errors()).toEqual(["Enter a mobile number", "Choose a service"]);
  await keys.type(dialog.getByRole("textbox", { name: "Phone" }), "512 555 0170");
  await keys.selectOptions(dialog.getByRole("combobox", { name: "Service" }), "Root Touch-up");
  await keys.click(dialog.getByRole("button", { name: "Add to Waitlist" }));
  await dialog.findByText("Bea Park already has this number.");
  expect(sent).toEqual([
    expect.stringContaining('{"clientName":"Ada Byrne","phoneNumber":"512 555 0170","serviceId":3'),
  ]);
});

test("that offers wait during quiet hours is said where they do", async () => {
  const settings = { ...SETTINGS, quietHoursEnabled: true };
  await open([entry()], { "GET /api/settings": settings });
  screen.getByText(/it fits, but not from 8:00 PM to 9:00 AM\.$/);
  cleanup();
  await open([entry()], { "GET /api/settings": { ...settings, simulatedCarrier: true } });
  screen.getByText(/it fits\.$/);
});

test("a client is booked from the list, beginning with the time", async () => {
  const { keys } = await open([entry()], {
    "GET /api/availability": { slots: [], closedDays: [], offDays: [] },
    "GET /api/services": [{ ...TOUCH_UP, durationMinutes: 90, price: "110.00" }],
  });
  await keys.click(screen.getByRole("button", { name: "Book Ruth Abernathy" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  expect(document.activeElement).toBe(dialog.getByRole("region", { name: "When" }));
});
