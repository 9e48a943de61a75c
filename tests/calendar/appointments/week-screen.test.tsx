import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { ADMIN, NOW, openApp, staffWith } from "#tests/shell/app-stand.tsx";
import { appointment, TODAY, WITH } from "./screen-stand.ts";

// The clock in the browser ticks on from the server's moment.
beforeAll(() => void setSystemTime(NOW));
afterAll(() => void setSystemTime());

const VISITS = [
  // From ten on today, with cleanup until 2:00 PM.
  appointment({ bufferMinutes: 15 }),
  appointment({
    ...{ id: 2, clientName: "Grace Kim", appointmentDate: "2026-11-20T10:00:00" },
    durationMinutes: 150,
    processing: [{ afterMinutes: 60, minutes: 45 }],
  }),
  appointment({
    ...{ id: 3, clientName: "Theo Marsh", appointmentDate: "2026-11-20T11:00:00" },
    durationMinutes: 30,
  }),
  appointment({ id: 4, status: "canceled", appointmentDate: "2026-11-20T15:00:00" }),
];
const STAND = {
  ...WITH(VISITS),
  "GET /api/time-off": [
    {
      ...{ id: 1, employeeId: 2, kind: "time-off", reason: "", createdAt: "2026-11-01T00:00:00Z" },
      ...{ start: `${TODAY}T00:00:00`, end: "2026-11-20T00:00:00", repeat: null },
    },
  ],
  "GET /api/services": [],
  "GET /api/availability": { slots: [], closedDays: [], offDays: [] },
  "GET /api/appointments/clients": [],
};
const WEEK = `/appointments?date=${TODAY}&view=week`;

const plain = (wanted: string) => (name: string) => name.replaceAll(/\s+(?=,)/g, "") === wanted;
const textOf = (element: HTMLElement) => element.textContent?.replaceAll(/\s+/g, " ");

test("everyone's week says who still has time on which day and when, and a cell opens that day", async () => {
  const { keys } = await openApp(WEEK, ADMIN, STAND);
  const board = within(screen.getByRole("region", { name: "Schedule of the week Nov 19 to 25" }));
  const cells = [
    ["Elena Sato, Thursday, Nov 19: 1 visit, 6 h free", "10:00–1:00, 2:00–5:00"],
    ["Elena Sato, Friday, Nov 20: 2 visits, 5 h 30 free", "9:00–10:00, 12:30–5:00"],
    ["Tomas Cruz, Thursday, Nov 19: Time Off", ""],
    ["Tomas Cruz, Friday, Nov 20: 0 visits, 8 h free", "9:00–5:00"],
  ];
  expect(board.getAllByRole("button", { name: /Thursday|Friday/ })).toHaveLength(cells.length);
  for (const [name = "", title = ""] of cells)
    expect(board.getByRole("button", { name: plain(name) }).title).toBe(title);
  board.getByRole("button", { name: /^Elena Sato\s*3 visits$/ });
  await keys.click(board.getByRole("button", { name: /Elena Sato, Friday/ }));
  expect(location.search).toBe("?date=2026-11-20&employee=1");
  await screen.findByRole("heading", { name: "Friday, November 20" });
});

test("the bar chooses whose week is shown; where it is narrow, a menu prints and shows the canceled", async () => {
  const { keys } = await openApp(WEEK, ADMIN, STAND);
  await keys.click(await screen.findByRole("button", { name: "Week of Everyone" }));
  await keys.click(await screen.findByRole("menuitem", { name: /Elena Sato/ }));
  expect(location.search).toBe(`?date=${TODAY}&view=week&employee=1`);
  await keys.click(await screen.findByRole("button", { name: "More for this week" }));
  const items = (await screen.findAllByRole("menuitem")).map(textOf);
  expect(items).toEqual(["Start Today", "Start Monday", "Show 1 Canceled", "Print"]);
  await keys.click(screen.getByRole("menuitem", { name: "Show 1 Canceled" }));
  screen.getByRole("button", { name: "1 canceled", pressed: true });
});

test("the date opens its month, outside the heading", async () => {
  const { keys } = await openApp(WEEK, ADMIN, STAND);
  await keys.click(screen.getByRole("button", { name: "Nov 19 to 25", description: "Go to date" }));
  await screen.findByRole("dialog", { name: "Go to date" });
  screen.getByRole("heading", { level: 2, name: "Nov 19 to 25" });
});

test("a day with many gaps names four of them, and how many more", async () => {
  const visits = [9, 10, 11, 12, 13, 14].map((hour, at) =>
    appointment({
      id: at + 1,
      appointmentDate: `2026-11-20T${hour}:00:00`.replace("T9", "T09"),
      durationMinutes: 30,
    }),
  );
  await openApp(WEEK, ADMIN, { ...STAND, ...WITH(visits) });
  const cell = screen.getByRole("button", { name: /Elena Sato, Friday/ });
  expect(cell.querySelector(".spans")?.textContent?.split("\n")).toEqual([
    ...["9:30–10:00", "10:30–11:00", "11:30–12:00", "12:30–1:00 +2"],
  ]);
  expect(cell.title).toContain("2:30–5:00");
});

test("a day off on which a visit is left says why nobody works, not that it is full", async () => {
  await openApp(WEEK, ADMIN, { ...STAND, ...WITH([appointment({ employeeId: 2 })]) });
  screen.getByRole("button", { name: /^Tomas Cruz, Thursday, Nov 19: 1 visit\s*, Time Off$/ });
});

test("one employee's week draws what is free, and a key books it", async () => {
  const { keys } = await openApp(`${WEEK}&employee=1`, ADMIN, STAND);
  const gaps = schedule().getAllByRole("button", { name: /^Book/ }).slice(0, 4);
  expect(gaps.map(textOf)).toEqual([
    "Book 10:00 AM, 3 h free",
    "Book 2:00 PM, 3 h free",
    "Book 9:00 AM, 1 h free",
    "Book 12:30 PM, 4 h 30 free",
  ]);
  act(() => gaps[3]?.focus());
  await keys.keyboard("{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  dialog.getByText(/Fri, Nov 20, 12:30 – 1:30 PM/);
});

test("on a phone the week is a list with what is free between the visits", async () => {
  const { keys } = await openApp(`${WEEK}&employee=1`, ADMIN, STAND);
  const list = within(await screen.findByRole("region", { name: "Appointments by day" }));
  list.getByRole("link", { name: /^Fri 20\s*, 5 h 30 free$/ });
  const day = within(list.getByRole("region", { name: "Friday, Nov 20" }));
  day.getByText("5 h 30 free");
  day.getByText("During Grace's processing time");
  expect(day.getAllByRole("button").map(textOf)).toEqual([
    "Book",
    expect.stringContaining("Grace Kim"),
    expect.stringContaining("Theo Marsh"),
    "Book",
  ]);
  await keys.click(day.getByRole("button", { name: "Book 9:00 AM" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  dialog.getByText(/Fri, Nov 20, 9:00 – 10:00 AM/);
});

const HOST = { ...VISITS[1], processing: [{ afterMinutes: 30, minutes: 60 }] } as Appointment;

test("free time within a processing time lies in its visit's card, below the text", async () => {
  await openApp(`${WEEK}&employee=1`, ADMIN, { ...STAND, ...WITH([HOST]) });
  const gap = schedule().getByRole("button", { name: /^Book 10:30 AM , 1 h free$/ });
  expect(gap.classList.contains("inside")).toBe(true);
  const card = schedule().getByRole("button", { name: /^Grace Kim/ });
  // Of 2 h 30, the last two hours have no text.
  expect(card.style.getPropertyValue("--below")).toStartWith("calc(173px");
  expect(card.classList.contains("mini")).toBe(true);
  // The service is on the line of the time.
  expect(textOf(card.querySelector(".l2") as HTMLElement)).toEndWith(", Dermaplaning");
  expect(within(card).getAllByText("Dermaplaning")).toHaveLength(1);
  const list = within(await screen.findByRole("region", { name: "Appointments by day" }));
  const row = list.getByRole("button", { name: "Book 10:30 AM" }).parentElement;
  expect(row?.textContent).toBe("10:30 AM1 h freeDuring Grace's processing timeBook");
});

test("a day when the salon is closed says Closed, and an employee's own day off says Off", async () => {
  const day = (date: string, open: object[]) => ({
    ...{ date, closedFor: null, open },
    employees: [{ employeeId: 1, open: [] }],
  });
  await openApp(`${WEEK}&employee=1`, ADMIN, {
    ...STAND,
    ...WITH([]),
    "GET /api/hours/days": [day(TODAY, [{ start: "09:00", end: "17:00" }]), day("2026-11-20", [])],
  });
  // In the head and in the column.
  await waitFor(() => expect(schedule().getAllByText("Off")).toHaveLength(2));
  expect(schedule().getAllByText("Closed")).toHaveLength(2);
});

test("who may not book sees what is free, and no button", async () => {
  await openApp(`${WEEK}&employee=1`, staffWith("/appointments"), STAND);
  expect(schedule().queryByRole("button", { name: /^Book/ })).toBeNull();
  expect(schedule().getAllByText("3 h free").length).toBe(2);
});

const OVERLAPPING = [
  appointment({ id: 5, clientName: "Ada Byrne", appointmentDate: "2026-11-20T09:30:00" }),
  appointment({ id: 6, clientName: "Hana Kim", appointmentDate: "2026-11-20T10:00:00" }),
  appointment({
    ...{ id: 7, clientName: "Farrah Fontaine", appointmentDate: "2026-11-20T10:30:00" },
    ...{ durationMinutes: 90, clash: true },
  }),
];

test("visits of a week that overlap keep the column's width, one over the end of the other", async () => {
  await openApp(`${WEEK}&employee=1`, ADMIN, { ...STAND, ...WITH(OVERLAPPING) });
  const cards = schedule().getAllByRole("button", { name: /Byrne|Kim|Fontaine/ });
  expect(cards.map(({ style }) => style.width.includes("/ 1"))).toEqual([true, true, true]);
  // Each card's text ends where the next one begins.
  expect(cards.map(({ style }) => style.getPropertyValue("--below"))).toEqual([
    expect.stringContaining("(19px"),
    expect.stringContaining("(19px"),
    expect.stringContaining("(0px"),
  ]);
  within(cards[2] as HTMLElement).getByTitle("Overlaps");
});

test("of visits of a week that begin together two share a wide column, the others are counted, and the count opens the day", async () => {
  const together = OVERLAPPING.map((one) => ({
    ...one,
    appointmentDate: "2026-11-20T09:30:00",
  }));
  const { keys } = await openApp(`${WEEK}&employee=1`, ADMIN, { ...STAND, ...WITH(together) });
  expect(schedule().getAllByRole("button", { name: /Byrne|Kim|Fontaine/ })).toHaveLength(2);
  schedule().getByRole("button", { name: "+1 more on Fri 20" });
  await keys.click(schedule().getByRole("button", { name: "+2 more on Fri 20" }));
  expect(location.search).toBe("?date=2026-11-20&employee=1");
});

test("the current time marks only today's column of a week, and hides an hour that it would cover", async () => {
  await openApp(`/appointments?date=2026-11-17&view=week&employee=1`, ADMIN, STAND);
  const { style } = schedule().getByRole("img", { name: /^Now/ });
  const [from, part] = ["--from", "--part"].map((name) => Number(style.getPropertyValue(name)));
  expect([(from ?? 0) * 7, (part ?? 0) * 7]).toEqual([2, 1]);
  const hours = [...document.querySelectorAll(".hrs span")].map(({ textContent }) => textContent);
  expect(hours.slice(0, 3)).toEqual(["9 AM", "", "11 AM"]);
});

test("the key names every look of a day's bar", async () => {
  await openApp(WEEK, ADMIN, STAND);
  const [key] = document.querySelectorAll(".load-key");
  expect([...(key?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    ...["Taken", "Processing", "Free", "Off or past"],
  ]);
});

function schedule() {
  return within(screen.getByRole("region", { name: /^Schedule of/ }));
}

test("a time that is held for a client is drawn, and isn't free", async () => {
  await openApp(WEEK, ADMIN, {
    ...STAND,
    "GET /api/availability/held": [
      {
        ...{ id: 1, employeeId: 1, contactId: 5, clientName: "Joan Whitlock", kind: "offer" },
        ...{ start: "2026-11-20T14:00:00", end: "2026-11-20T15:00:00" },
        until: "2026-11-20T15:45:00Z",
      },
    ],
  });
  await screen.findByRole("button", { name: /Elena Sato, Friday.*4 h 30 free/ });
});

test("a time held by an offer that begins during a visit's processing lies over its card and leads to the offer", async () => {
  const held = (id: number, start: string, kind: "offer" | "booking") => ({
    ...{ id, employeeId: 1, contactId: 5, clientName: "Joan Whitlock", kind },
    ...{ start: `2026-11-20T${start}:00`, end: "2026-11-20T13:00:00" },
    until: "2026-11-20T15:45:00Z",
  });
  const words = "Offered to Joan Whitlock until 9:45 AM";
  const answers = { ...STAND, ...WITH([HOST]) };
  const { keys } = await openApp("/appointments?date=2026-11-20", ADMIN, {
    ...answers,
    "GET /api/availability/held": [held(1, "11:00", "offer"), held(2, "12:00", "booking")],
    "GET /api/waitlist": [],
  });
  const offer = await schedule().findByRole("link", {
    name: plain(`${words}, 11:00 AM – 1:00 PM, Elena Sato`),
  });
  expect(offer.title).toBe(`${words}, 11:00 AM – 1:00 PM`);
  expect(offer.classList.contains("inside")).toBe(true);
  // Only until the visit goes on at 11:30 AM: from there the card is in front, and opens the visit.
  expect(offer.style.height).toBe("calc(var(--hour) * 0.5)");
  const behind = schedule()
    .getAllByTitle(offer.title)
    .find((one) => one !== offer);
  expect(behind?.style.height).toBe("calc(var(--hour) * 2)");
  expect(behind?.classList.contains("inside")).toBe(false);
  // Behind the card until 12:30 PM, below which its words are.
  const deposit = schedule().getByText(/^Held for Joan Whitlock/);
  expect(deposit.style.marginTop).toBe("calc(var(--hour) * 0.5)");
  await keys.click(offer);
  expect(location.pathname).toBe("/waitlist");
  cleanup();
  await openApp("/appointments?date=2026-11-20", staffWith("/appointments"), {
    ...answers,
    "GET /api/availability/held": [held(1, "11:00", "offer")],
  });
  await schedule().findByText(new RegExp(`^${words}`));
  expect(schedule().queryByRole("link", { name: /Offered/ })).toBeNull();
});

test("a card ends with its cleanup, where the next one begins, or with the hours", async () => {
  const visits = ["09:30", "10:15", "12:00", "16:15"].map((clock, at) =>
    appointment({ id: at + 1, appointmentDate: `2026-11-20T${clock}:00`, bufferMinutes: 15 }),
  );
  await openApp(`${WEEK}&employee=1`, ADMIN, { ...STAND, ...WITH(visits) });
  const cards = schedule().getAllByRole("button", { name: /Abernathy.*15 min cleanup/ });
  expect(cards.map((card) => within(card).queryByTitle("15 min cleanup") !== null)).toEqual([
    ...[false, true, true, false],
  ]);
});

test("after the hours, Off stands below the cleanup of the last visit", async () => {
  const last = appointment({
    ...{ id: 1, appointmentDate: "2026-11-20T13:00:00", durationMinutes: 60, bufferMinutes: 15 },
  });
  const open = [{ start: "09:00", end: "17:00" }];
  await openApp("/appointments?date=2026-11-20", ADMIN, {
    ...STAND,
    ...WITH([last]),
    "GET /api/hours/days": [
      {
        ...{ date: "2026-11-20", closedFor: null, open },
        employees: [{ employeeId: 1, open: [{ start: "09:00", end: "14:00" }] }],
      },
    ],
  });
  const off = await screen.findByText("Off", { selector: ".why" });
  expect(off.style.marginTop).toBe("calc(var(--hour) * 0.25)");
});

test("an address opens a visit, whose client is late for half an hour, and then not marked", async () => {
  const visit = appointment({ id: 9, appointmentDate: `${TODAY}T09:50:00`, status: "booked" });
  const earlier = appointment({ id: 8, appointmentDate: `${TODAY}T09:00:00`, status: "confirmed" });
  const here = appointment({ id: 7, appointmentDate: `${TODAY}T08:00:00`, status: "arrived" });
  await openApp(`/appointments?date=${TODAY}&visit=9`, ADMIN, {
    ...STAND,
    ...WITH([visit, earlier, here]),
  });
  await screen.findByRole("dialog", { name: visit.clientName });
  const card = (name: string) =>
    document.querySelector<HTMLElement>(`#appointment-${name}`) as HTMLElement;
  expect([card("9").className, card("8").className]).toEqual([
    expect.stringContaining("late"),
    expect.stringContaining("unmarked"),
  ]);
  within(card("9")).getByText("10 min late");
  within(card("8")).getByText("Arrival not marked");
  expect(screen.queryByText(/In progress/)).toBeNull();
});

test("a week begins with the day shown, or with the first business day, which the browser remembers", async () => {
  const openDays = ["2026-11-18", "2026-11-24"].map((date) => ({
    ...{ date, open: [{ start: "09:00", end: "17:00" }], closedFor: null, employees: [] },
  }));
  const { keys } = await openApp(WEEK, ADMIN, { ...STAND, "GET /api/hours/days": openDays });
  await screen.findByRole("heading", { name: "Nov 19 to 25" });
  await keys.click(await screen.findByRole("button", { name: "Week starts today" }));
  await keys.click(await screen.findByRole("menuitem", { name: /^Tuesday/ }));
  await screen.findByRole("heading", { name: "Nov 17 to 23" });
  expect(location.search).toBe(`?date=${TODAY}&view=week&starts=tue`);

  const views = within(screen.getByRole("radiogroup", { name: "View" }));
  await keys.click(views.getByRole("radio", { name: "Day" }));
  await screen.findByRole("heading", { name: "Thursday, November 19" });
  await keys.click(views.getByRole("radio", { name: "Week" }));
  await screen.findByRole("heading", { name: "Nov 17 to 23" });
  await keys.click(await screen.findByRole("button", { name: "Week starts Tuesday" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Today" }));
  await screen.findByRole("heading", { name: "Nov 19 to 25" });
  localStorage.removeItem("week_starts");
});

test("an address with an unknown weekday begins the week with its date", async () => {
  await openApp(`${WEEK}&starts=someday`, ADMIN, STAND);
  await screen.findByRole("heading", { name: "Nov 19 to 25" });
});
