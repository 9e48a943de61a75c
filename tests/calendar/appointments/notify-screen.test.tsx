import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { ADMIN, NOW, openApp } from "#tests/shell/app-stand.tsx";
import { appointment, CHANGE, changes, DAY, schedule, TODAY, WITH } from "./screen-stand.ts";

// The clock in the browser ticks on from the server's moment.
beforeAll(() => void setSystemTime(NOW));
afterAll(() => void setSystemTime());

const card = () => schedule().getByRole("button", { name: /^Ruth Abernathy/ });
const REFUSAL = "GET /api/appointments/text-refusal";
const PLANNED = appointment({ textDueAt: new Date(NOW + 60_000).toISOString() });
const OPTED_OUT = { reason: "the client has opted out of texts" };

test("a dragged card says that the client gets one text, which can be taken back", async () => {
  const { keys, sent } = await openApp(DAY, ADMIN, {
    ...WITH([appointment()]),
    [CHANGE]: PLANNED,
  });
  for (const key of [" ", "ArrowUp", "Enter"]) fireEvent.keyDown(card(), { key });
  await screen.findByText("We'll text the client in a minute.");
  await keys.click(await screen.findByRole("button", { name: "Don't Text" }));
  await waitFor(() => expect(changes(sent).at(-1)).toBe(`${CHANGE} {"notify":false}`));
});

test("a client who can't be texted has the box disabled, with the reason", async () => {
  const { keys, sent } = await openApp(DAY, ADMIN, {
    ...WITH([appointment()]),
    [CHANGE]: appointment({ status: "canceled" }),
    [REFUSAL]: OPTED_OUT,
  });
  await keys.click(card());
  await keys.click(await screen.findByRole("button", { name: "Cancel Appointment" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Cancel Appointment" }));
  await dialog.findByText("The client has opted out of texts.");
  const box = dialog.getByRole<HTMLInputElement>("checkbox", { name: "Text the client" });
  expect([box.disabled, box.checked]).toEqual([true, false]);
  await keys.click(dialog.getByRole("button", { name: "Cancel Appointment" }));
  await waitFor(() =>
    expect(changes(sent)).toContain(`${CHANGE} {"status":"canceled","notify":false}`),
  );
});

test("the words of the text are shown while it is to be sent", async () => {
  const text = "Glow: your appointment on Friday, November 20 at 10:00 AM is canceled.";
  const { keys } = await openApp(DAY, ADMIN, {
    ...WITH([appointment()]),
    [REFUSAL]: { reason: null, text },
  });
  await keys.click(card());
  await keys.click(await screen.findByRole("button", { name: "Cancel Appointment" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Cancel Appointment" }));
  await dialog.findByText(`“${text}”`);
  await keys.click(dialog.getByRole("checkbox", { name: "Text the client" }));
  expect(dialog.queryByText(`“${text}”`)).toBeNull();
});

test("that the time goes to the waitlist is said before a visit is canceled, if anyone gets it", async () => {
  const ask = async (more: object) => {
    const { keys } = await openApp(DAY, ADMIN, {
      ...WITH([appointment()]),
      [REFUSAL]: { reason: null },
      ...more,
    });
    await keys.click(card());
    await keys.click(await screen.findByRole("button", { name: "Cancel Appointment" }));
    return within(await screen.findByRole("alertdialog", { name: "Cancel Appointment" }));
  };
  const sentence = "We'll offer this time to the waitlist.";
  const dialog = await ask({ "GET /api/waitlist/fitting/1": [{ clientName: "Joan Whitlock" }] });
  await dialog.findByText(sentence);
  cleanup();
  const other = await ask({ "GET /api/waitlist/fitting/1": [] });
  expect(other.queryByText(sentence)).toBeNull();
});

const SLOTS = "GET /api/availability";
const slot = (clock: string, employeeId = 1) => ({ start: `${TODAY}T${clock}:00`, employeeId });

/** Opens the visit of the list and presses Move. */
async function startMove(visit: Partial<Appointment> = {}, more: object = {}) {
  const stand = await openApp(DAY, ADMIN, {
    ...WITH([appointment(visit)]),
    [SLOTS]: {
      slots: [slot("13:00"), slot("14:00"), slot("15:30", 2)],
      closedDays: [],
      offDays: [],
    },
    [CHANGE]: appointment({ ...visit, appointmentDate: `${TODAY}T14:00:00` }),
    ...more,
  });
  await stand.keys.click(card());
  await stand.keys.click(await screen.findByRole("button", { name: "Move" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Move Appointment" }));
  return { ...stand, dialog };
}

test("a visit is moved to a free time, the client is texted, and the toast can take both back", async () => {
  const { dialog, keys, sent } = await startMove();
  dialog.getByText("Ruth Abernathy, Dermaplaning. Booked for Thu, Nov 19 at 1:00 PM.");
  await dialog.findByRole("button", { name: /^1:00 PM\s?Current$/, pressed: false });
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Move" }).disabled).toBe(true);
  dialog.getByRole("checkbox", { name: "Text the client the new time", checked: true });
  await keys.click(dialog.getByRole("button", { name: "2:00 PM" }));
  await keys.click(dialog.getByRole("button", { name: "Move to 2:00 PM" }));
  await screen.findByText("Appointment moved");
  await screen.findByText("Now Thursday, Nov 19 at 2:00 PM.");
  await keys.click(screen.getByRole("button", { name: "Undo" }));
  const moved = (clock: string, rest: object) => ({
    ...{ appointmentDate: `${TODAY}T${clock}:00`, employeeId: 1 },
    ...rest,
  });
  await waitFor(() => expect(bodiesOf(sent)).toHaveLength(2));
  expect(bodiesOf(sent)).toEqual([
    moved("14:00", { notify: true }),
    moved("13:00", { status: "booked", allowOverlap: true }),
  ]);
});

test("a move to another employee names them", async () => {
  const { dialog, keys } = await startMove(
    {},
    { [CHANGE]: appointment({ employeeId: 2, appointmentDate: `${TODAY}T15:30:00` }) },
  );
  await keys.click(dialog.getByRole("button", { name: "Tomas Cruz" }));
  await keys.click(await dialog.findByRole("button", { name: "3:30 PM" }));
  await keys.click(dialog.getByRole("button", { name: "Move to 3:30 PM" }));
  await screen.findByText("Now Thursday, Nov 19 at 3:30 PM with Tomas.");
});

const bodiesOf = (sent: string[]) =>
  sent
    .filter((one) => one.startsWith(`${CHANGE} `))
    .map((one) => JSON.parse(one.slice(CHANGE.length)));

test("the visit's own time isn't counted as one that is left", async () => {
  const { dialog } = await startMove();
  await dialog.findByRole("button", { name: "Thu 19 2 left" });
});

test("that the old time goes to the waitlist is said before a visit is moved away from it", async () => {
  const { dialog, keys } = await startMove(
    {},
    {
      [SLOTS]: { slots: [slot("13:15"), slot("14:00")], closedDays: [], offDays: [] },
      "GET /api/waitlist/fitting/1": [{ clientName: "Joan Whitlock" }],
    },
  );
  const sentence = "We'll offer the old time to the waitlist.";
  await keys.click(await dialog.findByRole("button", { name: "2:00 PM" }));
  await dialog.findByText(sentence);
  // Part of it stays taken.
  await keys.click(dialog.getByRole("button", { name: "1:15 PM" }));
  expect(dialog.queryByText(sentence)).toBeNull();
});

test("with anyone, a visit moves to whoever is free then, and the box can be cleared", async () => {
  const { dialog, keys, sent } = await startMove();
  await keys.click(await dialog.findByRole("button", { name: "Anyone" }));
  await keys.click(await dialog.findByRole("button", { name: "3:30 PM" }));
  await dialog.findByText("With Tomas");
  await keys.click(await dialog.findByRole("checkbox", { name: "Text the client the new time" }));
  await keys.click(dialog.getByRole("button", { name: "Move to 3:30 PM" }));
  await waitFor(() =>
    expect(bodiesOf(sent)).toEqual([
      { appointmentDate: `${TODAY}T15:30:00`, employeeId: 2, notify: false },
    ]),
  );
});

test("with anyone, the visit's own time stays no choice, also after another was picked", async () => {
  const { dialog, keys } = await startMove(
    {},
    { [SLOTS]: { slots: [slot("14:00"), slot("15:30", 2)], closedDays: [], offDays: [] } },
  );
  const own = () => dialog.getByRole<HTMLButtonElement>("button", { name: /^1:00 PM\s?Current$/ });
  await keys.click(await dialog.findByRole("button", { name: "Anyone" }));
  await dialog.findByRole("button", { name: "3:30 PM" });
  expect(own().disabled).toBe(true);
  await keys.click(own());
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Move" }).disabled).toBe(true);
  dialog.getByText("Choose a new time");
  await keys.click(dialog.getByRole("button", { name: "3:30 PM" }));
  expect(own().disabled).toBe(true);
});

test("a typed time that is taken says so, and moves the visit anyway", async () => {
  const text = "Elena Sato already has an appointment, 2:00 – 3:00 PM.";
  const { dialog, keys, sent } = await startMove(
    {},
    {
      "POST /api/appointments/repeat-preview": {
        visits: [{ day: TODAY, start: `${TODAY}T14:15:00`, conflict: text }],
      },
    },
  );
  await keys.click(await dialog.findByRole("button", { name: "Another Time…" }));
  fireEvent.change(dialog.getByLabelText("Start time"), { target: { value: "14:15" } });
  await dialog.findByText(text);
  await keys.click(dialog.getByRole("button", { name: "Move Anyway" }));
  await waitFor(() =>
    expect(bodiesOf(sent).at(-1)).toEqual({
      ...{ appointmentDate: `${TODAY}T14:15:00`, employeeId: 1 },
      ...{ allowOverlap: true, notify: true },
    }),
  );
});

test("another employee leaves the present time, and is who gets the visit at a typed time", async () => {
  const { dialog, keys, sent } = await startMove();
  await dialog.findByRole("button", { name: /Current/ });
  await keys.click(dialog.getByRole("button", { name: "Tomas Cruz" }));
  await waitFor(() => expect(dialog.queryByRole("button", { name: /Current/ })).toBeNull());
  await keys.click(dialog.getByRole("button", { name: "Another Time…" }));
  fireEvent.change(dialog.getByLabelText("Start time"), { target: { value: "14:15" } });
  await keys.click(await dialog.findByRole("button", { name: "Move to 2:15 PM" }));
  await waitFor(() =>
    expect(bodiesOf(sent)).toEqual([
      { appointmentDate: `${TODAY}T14:15:00`, employeeId: 2, notify: true },
    ]),
  );
});

test("what is in the way of later visits isn't passed over with that of the first one", async () => {
  const { dialog, keys, sent } = await startMove(
    { repeat: { seriesId: 1, everyWeeks: 1, until: "2026-12-17" } },
    {
      "POST /api/appointments/repeat-preview": {
        visits: [{ day: TODAY, start: `${TODAY}T14:15:00`, conflict: "Elena Sato has time off." }],
      },
    },
  );
  await keys.click(await dialog.findByRole("button", { name: "Another Time…" }));
  fireEvent.change(dialog.getByLabelText("Start time"), { target: { value: "14:15" } });
  await keys.click(await dialog.findByRole("button", { name: "Move Anyway" }));
  const scope = within(await screen.findByRole("dialog", { name: "Move Repeating Appointment" }));
  await keys.click(scope.getByRole("button", { name: "This and All Later Visits" }));
  await waitFor(() => expect(bodiesOf(sent)).toHaveLength(1));
  expect(bodiesOf(sent)[0]).toMatchObject({ scope: "following", notify: true });
  expect(bodiesOf(sent)[0]).not.toHaveProperty("allowOverlap");
});

test("a visit that was canceled meanwhile is said to be, without an undo that books it again", async () => {
  const { dialog, keys } = await startMove({}, { [CHANGE]: appointment({ status: "canceled" }) });
  await keys.click(await dialog.findByRole("button", { name: "2:00 PM" }));
  await keys.click(dialog.getByRole("button", { name: "Move to 2:00 PM" }));
  await screen.findByText("Someone else canceled it.");
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("the one part that is left of a visit moves alone, to any employee", async () => {
  const { dialog } = await startMove({
    visitId: 1,
    parts: [
      { ...PART, id: 1, appointmentDate: `${TODAY}T13:00:00`, canceled: false },
      { ...PART, id: 9, appointmentDate: `${TODAY}T13:45:00`, employeeId: 2, canceled: true },
    ],
  });
  await dialog.findByRole("button", { name: "Tomas Cruz" });
});

const PART = {
  ...{ employeeId: 1, employeeName: "Elena Sato", durationMinutes: 45, status: "booked" },
  ...{ service: "Dermaplaning", services: [], price: null },
} as never as Appointment["parts"][number];

test("a part of a visit with several employees moves with the whole of it", async () => {
  const part = (id: number, clock: string, service: string) => ({
    ...{ ...PART, id, service, appointmentDate: `${TODAY}T${clock}:00`, canceled: false },
  });
  const { dialog, keys, sent } = await startMove({
    visitId: 9,
    parts: [part(9, "12:15", "Cut"), part(1, "13:00", "Dermaplaning")],
  });
  await dialog.findByText("Ruth Abernathy, Cut, Dermaplaning. Booked for Thu, Nov 19 at 12:15 PM.");
  expect(dialog.queryByRole("button", { name: "Anyone" })).toBeNull();
  expect(dialog.queryByRole("button", { name: "Another Time…" })).toBeNull();
  await keys.click(await dialog.findByRole("button", { name: "2:00 PM" }));
  await dialog.findByText("Thu, Nov 19, 2:00 – 3:30 PM");
  await keys.click(dialog.getByRole("button", { name: "Move to 2:00 PM" }));
  await waitFor(() =>
    expect(bodiesOf(sent)).toEqual([{ appointmentDate: `${TODAY}T14:45:00`, notify: true }]),
  );
});

test("the form offers a text once the time changes, and shows one that is planned", async () => {
  const { keys, sent } = await openApp(DAY, ADMIN, {
    ...WITH([PLANNED]),
    [CHANGE]: { ...PLANNED, appointmentDate: `${TODAY}T14:00:00` },
  });
  await keys.click(card());
  await screen.findByText("We'll text the client in a minute.");
  await keys.click(screen.getByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Appointment" }));
  expect(dialog.queryByRole("checkbox", { name: "Text the client" })).toBeNull();
  fireEvent.change(dialog.getByLabelText("Start time"), { target: { value: "14:00" } });
  fireEvent.change(dialog.getByLabelText("End time"), { target: { value: "14:45" } });
  await keys.click(await dialog.findByRole("checkbox", { name: "Text the client" }));
  await keys.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Appointment updated");
  await screen.findByText(/^Now Thursday, Nov 19 at 2:00 PM\./);
  expect(changes(sent)).toContain(
    `${CHANGE} {"appointmentDate":"${TODAY}T14:00:00","notify":false,"allowOverlap":false}`,
  );
});

const affected = (id: number, contactId: number | null, canText: boolean) => ({
  ...{ id, contactId, canText, clientName: "Ruth Abernathy" },
  appointmentDate: `${TODAY}T13:00:00`,
  employeeName: "Elena Sato",
  seriesId: null,
});

const hoursWith = (visits: readonly object[]) => ({
  "GET /api/hours": {
    weekly: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] },
    upcoming: [],
    closedDays: [],
    notes: ["Elena works 3 hours before opening on Mondays."],
    visitsOutside: 1,
    unstaffed: ["No one works after 3:00 PM on Fridays."],
    reviewed: true,
  },
  "GET /api/hours/affected": visits,
});

test("canceling all visits of the list asks first, with the number of visits and of clients who get a text", async () => {
  const CANCEL = "POST /api/appointments/cancel";
  const visits = [
    ...[affected(1, 5, true), affected(2, 5, true)],
    ...[affected(3, null, true), affected(4, 6, false)],
  ];
  const { keys, sent } = await openApp("/settings/hours", ADMIN, {
    ...WITH([appointment()]),
    ...hoursWith(visits),
    [CANCEL]: { canceled: 4, texted: 3 },
  });
  await keys.click(await screen.findByRole("button", { name: "Cancel All and Text" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Cancel 4 visits?" }));
  expect(
    question.getByText(
      "2 clients will get a text. For 1 visit, the client can't be texted. Paid deposits are refunded.",
    ),
  ).toBeTruthy();
  expect(changes(sent)).toEqual([]);
  await keys.click(question.getByRole("button", { name: "Cancel All and Text" }));
  await screen.findByText("4 visits canceled");
  const body = visits.map(({ id, appointmentDate }) => ({ id, appointmentDate }));
  expect(changes(sent)).toEqual([`${CANCEL} ${JSON.stringify({ visits: body, notify: true })}`]);
});

test("visits to decide are moved, canceled with a text, or left", async () => {
  const LEAVE = "POST /api/hours/affected/1/leave";
  const { keys, sent } = await openApp("/settings/hours", ADMIN, {
    ...WITH([appointment()]),
    [CHANGE]: appointment({ status: "canceled" }),
    [LEAVE]: null,
    ...hoursWith([affected(1, null, true)]),
  });
  const visits = within(await screen.findByRole("list", { name: "Affected visits" }));
  await keys.click(visits.getByRole("button", { name: "Keep as Booked" }));
  await screen.findByText("Kept as booked");
  await keys.click(visits.getByRole("button", { name: "Cancel and Text" }));
  await waitFor(() =>
    expect(changes(sent)).toContain(`${CHANGE} {"status":"canceled","notify":true}`),
  );
  await keys.click(visits.getByRole("button", { name: "Move" }));
  await screen.findByRole("dialog", { name: "Move Appointment" });
});

test("a series is one row, three rows are shown at first, and the rest on request", async () => {
  const CANCEL = "POST /api/appointments/cancel";
  const series = [1, 2, 3].map((at) => ({
    ...affected(at, 5, true),
    clientName: "Hana Kim",
    seriesId: 8,
    appointmentDate: `2026-12-0${at}T13:00:00`,
  }));
  const { keys, queries } = await openApp("/settings/hours", ADMIN, {
    ...WITH([]),
    ...hoursWith([...series, ...[4, 5, 6].map((id) => affected(id, null, true))]),
    "POST /api/hours/affected/1/leave": null,
    [CANCEL]: { canceled: 3, texted: 3 },
  });
  const visits = within(await screen.findByRole("list", { name: "Affected visits" }));
  expect(visits.getAllByRole("listitem")).toHaveLength(3);
  const row = within(visits.getAllByRole("listitem")[0] as HTMLElement);
  row.getByText("3 visits of Hana Kim");
  row.getByText(/1:00 PM to Dec 3 with Elena Sato$/);
  await keys.click(screen.getByRole("button", { name: "Show All 6" }));
  expect(visits.getAllByRole("listitem")).toHaveLength(4);
  await keys.click(row.getByRole("button", { name: "Cancel and Text" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Cancel 3 visits?" }));
  await keys.click(question.getByRole("button", { name: "Keep Them" }));
  await keys.click(row.getByRole("button", { name: "Keep as Booked" }));
  await screen.findByText("Kept as booked");
  expect(queries).toContain("POST /api/hours/affected/1/leave?series=true");
});

test("a booking request that is in the way of new hours gets another time", async () => {
  const { keys, sent } = await openApp("/settings/hours", ADMIN, {
    ...WITH([appointment({ status: "requested" })]),
    [SLOTS]: { slots: [slot("14:00")], closedDays: [], offDays: [] },
    [CHANGE]: appointment({ status: "requested", appointmentDate: `${TODAY}T14:00:00` }),
    ...hoursWith([affected(1, null, true)]),
  });
  const visits = within(await screen.findByRole("list", { name: "Affected visits" }));
  await keys.click(visits.getByRole("button", { name: "Move" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Move Appointment" }));
  await keys.click(await dialog.findByRole("button", { name: "2:00 PM" }));
  await keys.click(dialog.getByRole("button", { name: "Move to 2:00 PM" }));
  await waitFor(() => expect(bodiesOf(sent)).toHaveLength(1));
});

test("the toast of saved hours leads to the visits to decide", async () => {
  const { keys } = await openApp("/settings/hours", ADMIN, {
    ...WITH([]),
    ...hoursWith([]),
    "PUT /api/hours": {
      affected: [affected(1, null, true), affected(2, null, true)],
      outside: { from: TODAY, days: [], notes: [], visitsOutside: 0 },
    },
  });
  await keys.click(await screen.findByRole("button", { name: "Add US Holidays" }));
  await screen.findByText("2 visits left to decide.");
  await keys.click(screen.getByRole("button", { name: "Show Visits" }));
  expect(location.hash).toBe("#visits-to-decide");
  location.hash = "";
});

test("below the week it says when the salon is open and no one works", async () => {
  await openApp("/settings/hours", ADMIN, { ...WITH([]), ...hoursWith([]) });
  await screen.findByText("No one works after 3:00 PM on Fridays.");
});

test("employees who work while the salon is closed are named, and one press shortens their hours", async () => {
  const { keys, sent } = await openApp("/settings/hours", ADMIN, {
    ...WITH([]),
    ...hoursWith([]),
    "POST /api/hours/fit": { affected: [affected(1, null, true)] },
  });
  await screen.findByText("Elena works 3 hours before opening on Mondays.");
  await keys.click(screen.getByRole("button", { name: "Shorten Staff Hours" }));
  await keys.click(await screen.findByRole("button", { name: "Shorten Hours" }));
  await screen.findByText("1 visit left to decide.");
  expect(sent).toContain("POST /api/hours/fit {}");
});

test("before hours are saved, staff who work longer are named, and one press saves both", async () => {
  const outside = {
    from: TODAY,
    days: ["mon"],
    notes: ["Elena works 3 hours before opening on Mondays."],
    visitsOutside: 2,
  };
  const { keys, sent } = await openApp("/settings/hours", ADMIN, {
    ...WITH([]),
    ...hoursWith([]),
    "POST /api/hours/preview": outside,
    "PUT /api/hours": { affected: [], outside },
  });
  await keys.click(await screen.findByRole("switch", { name: /^Mon/ }));
  await keys.click(screen.getByRole("button", { name: "Save Hours" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Shorten Staff Hours?" }));
  dialog.getByText(/2 booked visits are affected and will wait for your decision\.$/);
  expect(dialog.getByRole("listitem").textContent).toBe(outside.notes[0] as string);
  expect(screen.queryByText("Hours saved")).toBeNull();
  await keys.click(dialog.getByRole("button", { name: "Save Hours" }));
  await screen.findByText("Hours saved");
  const saved = sent.filter((one) => one.startsWith("PUT /api/hours"));
  expect(saved).toEqual([expect.stringContaining('"shortensStaff":true')]);
});

test("an employee's hours outside the salon's are said on the page", async () => {
  const weekly = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
  await openApp("/settings/hours?employee=1", ADMIN, {
    ...WITH([]),
    ...hoursWith([]),
    "GET /api/employees/1/hours": {
      weekly,
      upcoming: [],
      notes: ["Elena works 30 minutes before opening."],
    },
  });
  expect(await screen.findByText("Elena works 30 minutes before opening.")).toBeTruthy();
});
