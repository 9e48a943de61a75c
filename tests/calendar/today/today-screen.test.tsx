import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import { appointment, CHANGE, TODAY, WITH } from "#tests/calendar/appointments/screen-stand.ts";
import { ADMIN, NOW, openApp } from "#tests/shell/app-stand.tsx";

// The clock in the browser ticks on from the server's moment.
beforeAll(() => void setSystemTime(NOW));
afterAll(() => void setSystemTime());

const TOMORROW = "2026-11-20";
const of = (from: string, to = from) => `GET /api/appointments?from=${from}&to=${to}`;

async function openToday(next: ReturnType<typeof appointment>[]) {
  await openApp("/", ADMIN, {
    ...WITH([]),
    [of(TODAY)]: [appointment({ status: "arrived", appointmentDate: `${TODAY}T08:00:00` })],
    [of(TOMORROW, "2026-11-26")]: next,
  });
  return within(await screen.findByRole("region", { name: "Today" }));
}

test("after the last visit, Today says how tomorrow begins, and leads there", async () => {
  const visit = (id: number, clock: string, changes: object = {}) =>
    appointment({ id, appointmentDate: `${TOMORROW}T${clock}:00`, ...changes });
  const today = await openToday([
    visit(2, "09:00", { status: "canceled" }),
    visit(3, "09:30", { clientName: "Ada Byrne", employeeId: 2 }),
    visit(4, "11:00"),
  ]);
  await today.findByText("No more visits today.");
  const link = await today.findByRole("link", { name: "2 visits" });
  expect(link.getAttribute("href")).toBe(`/appointments?date=${TOMORROW}`);
  expect(link.parentElement?.textContent).toBe(
    "Tomorrow has 2 visits. The first is Ada Byrne at 9:30 AM with Tomas.",
  );
});

test("after days without visits, the next day with one is named", async () => {
  const monday = appointment({ appointmentDate: "2026-11-23T09:00:00", clientName: "Ada Byrne" });
  const today = await openToday([monday]);
  const link = await today.findByRole("link", { name: "1 visit" });
  expect(link.getAttribute("href")).toBe("/appointments?date=2026-11-23");
  expect(link.parentElement?.textContent).toStartWith("Monday has 1 visit. The first is Ada Byrne");
});

test("a week without visits is said, too", async () => {
  const today = await openToday([]);
  await today.findByText("No visits in the next 7 days.");
});

test("a visit's row is a link to the visit, also for a client who isn't in Contacts", async () => {
  await openApp("/", ADMIN, {
    ...WITH([]),
    [of(TODAY)]: [appointment({ id: 7, contactId: null, appointmentDate: `${TODAY}T16:00:00` })],
  });
  const row = within(await screen.findByRole("region", { name: "Today" }));
  const link = row.getByRole("link", { name: "Ruth Abernathy" });
  expect(link.getAttribute("href")).toBe(`/appointments?date=${TODAY}&visit=7`);
});

test("a paid deposit is shown instead of a missing confirmation", async () => {
  const visit = (id: number, clock: string, changes: object = {}) =>
    appointment({ id, appointmentDate: `${TODAY}T${clock}:00`, status: "booked", ...changes });
  const deposit = { state: "paid", amount: "30.00", paidAt: null, expiresAt: null };
  await openApp("/", ADMIN, {
    ...WITH([]),
    [of(TODAY)]: [visit(1, "15:00"), visit(2, "16:00", { deposit }), visit(3, "16:30")],
  });
  const rows = within(await screen.findByRole("region", { name: "Today" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => /Next|Deposit paid|Not confirmed/.exec(textContent ?? "")?.[0]);
  expect(rows).toEqual([undefined, "Next", "Deposit paid", "Not confirmed"]);
});

test("a visit that is over stays in sight until staff say that its client came", async () => {
  const visit = appointment({ appointmentDate: `${TODAY}T08:00:00` });
  const here = appointment({ id: 2, clientName: "Bea Park", status: "arrived" });
  await openApp("/", ADMIN, { ...WITH([]), [of(TODAY)]: [visit, here] });
  const today = within(await screen.findByRole("region", { name: "Today" }));
  await today.findByRole("button", { name: "Mark Arrived: Ruth Abernathy" });
  expect(today.queryByText("1 earlier visit")).toBeNull();
});

test("marking an arrival by keyboard leaves the focus in the visit's row", async () => {
  const visit = appointment({ appointmentDate: `${TODAY}T09:50:00` });
  const replies: Record<string, unknown> = {
    ...WITH([visit]),
    [of(TODAY)]: [visit],
    [CHANGE]: { ...visit, status: "arrived" },
  };
  const { keys } = await openApp("/", ADMIN, replies);
  const today = within(await screen.findByRole("region", { name: "Today" }));
  (await today.findByRole("button", { name: "Mark Arrived: Ruth Abernathy" })).focus();
  replies[of(TODAY)] = [{ ...visit, status: "arrived" }];
  await keys.keyboard("{Enter}");
  await screen.findByText("Ruth Abernathy has arrived");
  const link = today.getByRole("link", { name: "Ruth Abernathy" });
  await waitFor(() => expect(document.activeElement).toBe(link));
});

test("marking an arrival on the dashboard says so and can be undone", async () => {
  const visit = appointment({ appointmentDate: `${TODAY}T09:50:00`, status: "confirmed" });
  const { keys, sent } = await openApp("/", ADMIN, {
    ...WITH([visit]),
    [CHANGE]: { ...visit, status: "arrived" },
  });
  const today = within(await screen.findByRole("region", { name: "Today" }));
  await keys.click(await today.findByRole("button", { name: "Mark Arrived: Ruth Abernathy" }));
  await screen.findByText("Ruth Abernathy has arrived");
  await keys.click(screen.getByRole("button", { name: "Undo", hidden: true }));
  expect(sent.filter((one) => one.startsWith(CHANGE))).toEqual([
    `${CHANGE} {"status":"arrived"}`,
    `${CHANGE} {"status":"confirmed"}`,
  ]);
});

test("free times stand between the visits, with who would take them, and are offered after a question", async () => {
  const gap = { employeeId: 1, end: `${TODAY}T16:30:00`, fits: null, offer: null };
  const joan = { contactId: 4, clientName: "Joan Whitlock" };
  const expiresAt = new Date(NOW + 600_000).toISOString();
  const { keys, sent } = await openApp("/", ADMIN, {
    ...WITH([]),
    [of(TODAY)]: [
      appointment({ appointmentDate: `${TODAY}T15:00:00` }),
      appointment({ id: 2, appointmentDate: `${TODAY}T17:00:00`, clientName: "Ada Byrne" }),
    ],
    "GET /api/waitlist/gaps-today": [
      {
        ...gap,
        start: `${TODAY}T12:00:00`,
        end: `${TODAY}T13:00:00`,
        offer: { ...joan, expiresAt },
      },
      {
        ...{ ...gap, start: `${TODAY}T16:00:00` },
        fits: {
          ...{ ...joan, service: "Facial", holdMinutes: 15 },
          ...{ start: `${TODAY}T16:00:00`, end: `${TODAY}T16:30:00` },
        },
      },
      { ...gap, employeeId: 2, start: `${TODAY}T16:15:00`, end: `${TODAY}T16:50:00` },
      // It comes after the last visit shown, and no one waits for it.
      { ...gap, start: `${TODAY}T18:00:00`, end: `${TODAY}T19:00:00` },
    ],
    "POST /api/waitlist/offers": {},
  });
  const today = within(await screen.findByRole("region", { name: "Today" }));
  await today.findByText("Elena is free until 4:30 PM");
  const rows = today.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(rows.slice(1)).toEqual([
    expect.stringContaining("Offered to Joan WhitlockWe hold it until"),
    expect.stringContaining("Ruth Abernathy"),
    "4:00 PMElena is free until 4:30 PMJoan Whitlock on the waitlist fitsOffer Time",
    "4:15 PMTomas is free until 4:50 PM35 min freeBook",
    expect.stringContaining("Ada Byrne"),
  ]);
  expect(today.getByRole("link", { name: /^Book/ }).getAttribute("href")).toBe(
    `/appointments?date=${TODAY}&employee=2&new=16:15`,
  );
  await keys.click(today.getByRole("button", { name: "Offer Time: Joan Whitlock" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  dialog.getByText("Offer Today at 4:00 PM to Joan Whitlock?");
  dialog.getByText(/^Facial with Elena, 4:00 – 4:30 PM\..*for 15 minutes/);
  expect(sent.filter((one) => one.startsWith("POST"))).toEqual([]);
  await keys.click(dialog.getByRole("button", { name: "Offer Time" }));
  await screen.findByText("We're texting the time to Joan Whitlock");
  expect(sent.filter((one) => one.includes("offers"))).toEqual([
    `POST /api/waitlist/offers {"employeeId":1,"start":"${TODAY}T16:00:00","end":"${TODAY}T16:30:00"}`,
  ]);
});
