import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ADMIN, NOW, openApp, refuseWith, SETTINGS } from "#tests/shell/app-stand.tsx";
import { employeeRows, serviceRow } from "#tests/shell/rows.ts";
import { appointment } from "./screen-stand.ts";

// The clock in the browser ticks on from the server's moment.
beforeAll(() => void setSystemTime(NOW));
afterAll(() => void setSystemTime());

const CREATE = "POST /api/appointments";
const PREVIEW = "POST /api/appointments/repeat-preview";
const ADDRESS = "/appointments?date=2026-11-19&new=1";
const FACIAL = serviceRow({
  id: 3,
  name: "Facial",
  durationMinutes: 60,
  price: "120.00",
  deposit: "30.00",
});
const ANSWERS = {
  "GET /api/employees": employeeRows("Elena Sato", "Tomas Cruz"),
  "GET /api/appointments/clients": [],
  "GET /api/services": [],
  "GET /api/availability": {
    slots: [
      { start: "2026-11-20T09:00:00", employeeId: 1 },
      { start: "2026-11-20T14:30:00", employeeId: 2 },
      { start: "2026-11-20T14:30:00", employeeId: 1 },
    ],
    closedDays: ["2026-11-22"],
    offDays: ["2026-11-23"],
  },
  [PREVIEW]: { visits: [{ day: "2026-11-19", start: "2026-11-19T10:00:00", conflict: null }] },
};

async function openForm(answers = {}) {
  const stand = await openApp(ADDRESS, ADMIN, { ...ANSWERS, ...answers });
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  const field = (name: string) => dialog.getByLabelText<HTMLInputElement>(name);
  const set = (name: string, value: string) => {
    fireEvent.change(field(name), { target: { value } });
    fireEvent.blur(field(name));
  };
  const press = (name: string) => stand.keys.click(dialog.getByRole("button", { name }));
  const book = () => stand.keys.click(dialog.getByRole("button", { name: /^Book( |$)/ }));
  return { ...stand, dialog, field, set, press, book };
}

/** As openForm, with Elena and the fields for another time. */
async function openTyped(answers = {}) {
  const form = await openForm(answers);
  await form.press("Elena Sato");
  await form.press("Another Time…");
  return form;
}

test("a client and a free time are all that a booking needs", async () => {
  const { dialog, press, set, sent } = await openForm({
    [CREATE]: { clientName: "Ruth Abernathy", appointmentDate: "2026-11-20T14:30:00" },
  });
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Book" }).disabled).toBe(true);
  dialog.getByText("Choose a client and a time");
  set("Client", "Ada Byrne");
  dialog.getByText("Choose a time");
  await dialog.findByRole("button", { name: "Fri 20 2 left" });
  dialog.getByRole("button", { name: "Sun 22 Closed" });
  dialog.getByRole("button", { name: "Mon 23 Off" });
  await press("Choose Fri, Nov 20 at 9:00 AM with Elena");
  dialog.getByText("With Elena, new client");
  await press("2:30 PM");
  dialog.getByText("Fri, Nov 20, 2:30 – 3:30 PM");
  dialog.getByText("With Tomas, new client");
  await press("Book Fri 2:30 PM");
  await screen.findByText("Appointment created");
  expect(sent.filter((one) => one.startsWith(`${CREATE} `))).toEqual([
    `${CREATE} ${JSON.stringify({
      employeeId: 2,
      clientName: "Ada Byrne",
      phoneNumber: null,
      appointmentDate: "2026-11-20T14:30:00",
      durationMinutes: 60,
      service: "",
      allowOverlap: false,
    })}`,
  ]);
});

test("a full day stays until the next free time is chosen, and the button names any day but today", async () => {
  const { dialog, press, set } = await openForm();
  set("Client", "Ada Byrne");
  await dialog.findByText("No one is free today");
  dialog.getByText("Elena's next free time");
  dialog.getByText("Tomas's next free time");
  expect(dialog.queryByRole("button", { name: "9:00 AM" })).toBeNull();
  await press("Choose Fri, Nov 20 at 9:00 AM with Elena");
  dialog.getByRole("button", { name: "Book Fri 9:00 AM" });
  await press("Another Time…");
  set("Date", "2026-11-19");
  dialog.getByRole("button", { name: "Book 9:00 AM" });
  set("Date", "2026-12-07");
  dialog.getByRole("button", { name: "Book Dec 7 9:00 AM" });
});

test("a walk-in is booked for the time now in two presses, and another length keeps it", async () => {
  const { dialog, press, set, sent } = await openForm({
    "GET /api/availability": {
      slots: [{ start: "2026-11-19T10:15:00", employeeId: 1 }],
      now: { start: "2026-11-19T10:05:00", employeeId: 2 },
      ...{ closedDays: [], offDays: [] },
    },
    [CREATE]: { clientName: "Ruth Abernathy", appointmentDate: "2026-11-19T10:05:00" },
  });
  await dialog.findByRole("button", { name: "Now, 10:05 AM", pressed: false });
  await press("Walk-In");
  await dialog.findByRole("button", { name: "Now, 10:05 AM", pressed: true });
  dialog.getByText("With Tomas");
  set("Minutes", "30");
  await dialog.findByText("Thu, Nov 19, 10:05 – 10:35 AM");
  await press("Book 10:05 AM");
  await screen.findByText("Appointment created");
  const [body = ""] = sent.filter((one) => one.startsWith(`${CREATE} `));
  expect(JSON.parse(body.slice(CREATE.length))).toMatchObject({
    ...{ clientName: "Walk-in", phoneNumber: null, employeeId: 2 },
    appointmentDate: "2026-11-19T10:05:00",
    isHere: true,
  });
});

test("a walk-in who gives a name keeps the time now, and is marked as arrived", async () => {
  const { dialog, press, set, sent } = await openForm({
    "GET /api/availability": {
      slots: [{ start: "2026-11-19T10:15:00", employeeId: 1 }],
      now: { start: "2026-11-19T10:05:00", employeeId: 2 },
      ...{ closedDays: [], offDays: [] },
    },
    [CREATE]: { clientName: "Ruth Abernathy", appointmentDate: "2026-11-19T10:05:00" },
  });
  await press("Walk-In");
  await dialog.findByRole("button", { name: "Now, 10:05 AM", pressed: true });
  await press("Add Name");
  set("Client", "Ada Byrne");
  dialog.getByRole("button", { name: "Now, 10:05 AM", pressed: true });
  await press("Book 10:05 AM");
  await screen.findByText("Appointment created");
  const [body = ""] = sent.filter((one) => one.startsWith(`${CREATE} `));
  expect(JSON.parse(body.slice(CREATE.length))).toMatchObject({
    ...{ clientName: "Ada Byrne", isHere: true },
  });
});

test("a typed time is with an employee: anyone isn't a choice", async () => {
  const { dialog, press, set } = await openForm();
  set("Client", "Ada Byrne");
  dialog.getByRole("button", { name: "Anyone", pressed: true });
  await press("Another Time…");
  set("Start time", "10:30");
  expect(dialog.queryByRole("button", { name: "Anyone" })).toBeNull();
  dialog.getByText("Choose an employee");
  await press("Tomas Cruz");
  dialog.getByRole("button", { name: "Tomas Cruz", pressed: true });
  dialog.getByText("With Tomas, new client");
});

test("a note goes with the booking, and a deposit is asked for unless its box is unchecked", async () => {
  const { dialog, keys, press, set, sent } = await openForm({
    "GET /api/settings": { ...SETTINGS, stripeSecretKey: { set: true, last4: null } },
    "GET /api/services": [FACIAL],
    "GET /api/appointments/text-refusal": { reason: null, text: null },
    [CREATE]: { clientName: "Ruth Abernathy", appointmentDate: "2026-11-20T14:30:00" },
  });
  set("Client", "Ada Byrne");
  set("Note (optional)", "Allergic to latex");
  await keys.click(dialog.getByRole("combobox", { name: "Service" }));
  await keys.click(await screen.findByRole("option", { name: /Facial/ }));
  expect(dialog.queryByRole("checkbox", { name: /deposit/ })).toBeNull();
  set("Phone (optional)", "(202) 555-0134");
  const box = await dialog.findByRole("checkbox", { name: "Ask for the $30.00 deposit by text" });
  expect(dialog.queryByRole("checkbox", { name: "Text the client a confirmation" })).toBeNull();
  await press("Choose Fri, Nov 20 at 2:30 PM with Tomas");
  // Next to the button, because the box may be out of sight.
  dialog.getByText("With Tomas, $120.00, $30.00 deposit by text");
  dialog.getByText(/^They have 24 hours to pay, or less if the visit is soon\./);
  await press("Book Fri 2:30 PM");
  await screen.findByText("Appointment created");
  const [body = ""] = sent.filter((one) => one.startsWith(`${CREATE} `));
  expect(JSON.parse(body.slice(CREATE.length))).toMatchObject({
    notes: "Allergic to latex",
    askDeposit: true,
  });
  expect(box).toBeTruthy();
});

test("without the deposit, the client gets the confirmation", async () => {
  const { dialog, keys, set } = await openForm({
    "GET /api/settings": { ...SETTINGS, stripeSecretKey: { set: true, last4: null } },
    "GET /api/services": [FACIAL],
    "GET /api/appointments/text-refusal": { reason: null, text: null },
  });
  await keys.click(dialog.getByRole("combobox", { name: "Service" }));
  await keys.click(await screen.findByRole("option", { name: /Facial/ }));
  set("Client", "Ada Byrne");
  set("Phone (optional)", "(202) 555-0134");
  await keys.click(await dialog.findByRole("checkbox", { name: /deposit by text/ }));
  await dialog.findByRole("checkbox", { name: "Text the client a confirmation" });
});

test("another employee or length takes back a picked time", async () => {
  const { dialog, keys, press, set } = await openForm();
  set("Client", "Ada Byrne");
  await keys.click(await dialog.findByRole("button", { name: /^Choose .* with Elena/ }));
  await press("Tomas Cruz");
  dialog.getByText("Choose a time");
  await press("9:00 AM");
  set("Minutes", "90");
  dialog.getByText("Choose a time");
});

test("another time is typed for the day in sight, proposes an hour, fills in the number of the only client with that name, and books", async () => {
  const { dialog, book, press, set, field, sent } = await openForm({
    "GET /api/appointments/clients": [
      { contactId: 7, name: "Ruth Abernathy", phoneNumber: "+12025550134" },
    ],
    [CREATE]: { clientName: "Ruth Abernathy", appointmentDate: "2026-11-20T10:00:00" },
  });
  await press("Elena Sato");
  await dialog.findByText("Elena is full today");
  await press("Choose Fri, Nov 20 at 2:30 PM with Tomas");
  dialog.getByRole("button", { name: "Tomas Cruz", pressed: true });
  dialog.getByRole("button", { name: "Book Fri 2:30 PM" });
  await press("Elena Sato");
  await press("Another Time…");
  fireEvent.change(dialog.getByRole("combobox", { name: "Client" }), {
    target: { value: "Abernathy, Ruth" },
  });
  await waitFor(() => expect(field("Phone (optional)").value).toBe("(202) 555-0134"));
  await dialog.findByText("From the contact Ruth Abernathy");
  set("Start time", "10:30");
  await waitFor(() => expect(field("End time").value).toBe("11:30 AM"));
  set("End time", "11:15");
  await book();
  await screen.findByText("Appointment created");
  expect(sent.filter((one) => one.startsWith(`${CREATE} `))).toEqual([
    `${CREATE} ${JSON.stringify({
      employeeId: 1,
      clientName: "Abernathy, Ruth",
      phoneNumber: "+12025550134",
      appointmentDate: "2026-11-20T10:30:00",
      durationMinutes: 45,
      service: "",
      notify: true,
      allowOverlap: false,
    })}`,
  ]);
  expect(location.search).toBe("?date=2026-11-20");
});

test("a typed number stays, even if a client has that name", async () => {
  const { dialog, field, set, client } = await openForm({
    "GET /api/appointments/clients": [
      { contactId: 7, name: "Ruth Abernathy", phoneNumber: "+12025550134" },
    ],
  });
  set("Client", "Ruth");
  set("Phone (optional)", "555 0100");
  fireEvent.change(dialog.getByRole("combobox", { name: "Client" }), {
    target: { value: "Ruth Abernathy" },
  });
  await waitFor(() =>
    expect(
      client.getQueryData(["/api/appointments/clients", { name: "Ruth Abernathy" }]),
    ).toHaveLength(1),
  );
  await act(async () => undefined);
  expect(field("Phone (optional)").value).toBe("555 0100");
});

test("what is in the way of a typed time is said before it is booked, with the nearest free times", async () => {
  const text =
    "Elena Sato already has an appointment, 10:00 – 11:00 AM.\nElena Sato works from 9:00 AM to 2:00 PM.";
  const { dialog, press, set, sent } = await openTyped({
    [PREVIEW]: { visits: [{ day: "2026-11-20", start: "2026-11-20T14:30:00", conflict: text }] },
    [CREATE]: { clientName: "Ruth Abernathy", appointmentDate: "2026-11-20T14:30:00" },
  });
  set("Client", "Ada Byrne");
  set("Date", "2026-11-20");
  set("Start time", "14:30");
  const why = within(await dialog.findByRole("alert")).getAllByRole("listitem");
  expect(why.map(({ textContent }) => textContent)).toEqual(text.split("\n"));
  expect(dialog.queryByText(/You can still/)).toBeNull();
  await dialog.findByRole("button", { name: "2:30 PM with Tomas" });
  await press("Book Anyway");
  await waitFor(() =>
    expect(sent.findLast((one) => one.startsWith(`${CREATE} `))).toContain('"allowOverlap":true'),
  );
  expect(sent.findLast((one) => one.startsWith(`${CREATE} `))).toContain('"employeeId":1');
});

test("a time that was taken meanwhile is said, a second press books anyway, and changing it asks again", async () => {
  const text = "Elena Sato already has an appointment, 10:00 – 11:00 AM.";
  const { dialog, book, set, press, sent } = await openTyped({
    [CREATE]: refuseWith({ status: 409, message: text, errors: { allowOverlap: text } }),
  });
  set("Client", "Ada Byrne");
  set("Start time", "10:30");
  await book();
  await dialog.findByText(text);
  set("Start time", "10:45");
  await press("Book 10:45 AM");
  await dialog.findByRole("button", { name: "Book Anyway" });
  await press("Book Anyway");
  await waitFor(() =>
    expect(sent.findLast((one) => one.startsWith(`${CREATE} `))).toContain('"allowOverlap":true'),
  );
});

/** A column from 9 AM; happy-dom draws it at the top of the window. */
const lane = () => document.querySelector<HTMLElement>("[data-lane='0']") as HTMLElement;
const at = (hours: number) => ({ clientY: (hours - 9) * 88, button: 0, pointerType: "mouse" });

test("an empty slot shows its time under the pointer, and pressing it books that time", async () => {
  await openApp("/appointments?date=2026-11-19", ADMIN, ANSWERS);
  fireEvent.pointerMove(lane(), at(14.5));
  within(lane()).getByText("Book 2:30 PM");
  fireEvent.pointerDown(lane(), at(14.5));
  fireEvent.pointerUp(lane(), at(14.5));
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  const value = (name: string) => dialog.getByLabelText<HTMLInputElement>(name).value;
  await waitFor(() =>
    expect(["Date", "Start time", "End time"].map(value)).toEqual([
      "Thu, Nov 19, 2026",
      "2:30 PM",
      "3:30 PM",
    ]),
  );
});

test("a press between visits begins after the cleanup, and takes no more time than is free", async () => {
  const visit = { durationMinutes: 45, bufferMinutes: 10 };
  await openApp("/appointments?date=2026-11-19", ADMIN, {
    ...ANSWERS,
    "GET /api/appointments": [
      appointment({ id: 2, appointmentDate: "2026-11-19T13:45:00", ...visit }),
      appointment({ appointmentDate: "2026-11-19T15:10:00" }),
    ],
  });
  fireEvent.pointerMove(lane(), at(14.6));
  within(lane()).getByText("Book 2:40 PM");
  fireEvent.pointerDown(lane(), at(14.6));
  fireEvent.pointerUp(lane(), at(14.6));
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  const value = (name: string) => dialog.getByLabelText<HTMLInputElement>(name).value;
  await waitFor(() =>
    expect(["Start time", "End time", "Minutes"].map(value)).toEqual(["2:40 PM", "3:10 PM", "30"]),
  );
});

test("a drag books its length", async () => {
  await openApp("/appointments?date=2026-11-19", ADMIN, ANSWERS);
  fireEvent.pointerDown(lane(), at(10));
  fireEvent.pointerMove(lane(), at(11.5));
  within(lane()).getByText("Book 10:00 AM – 11:45 AM");
  fireEvent.pointerUp(lane(), at(11.5));
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  const value = (name: string) => dialog.getByLabelText<HTMLInputElement>(name).value;
  await waitFor(() =>
    expect(["Start time", "End time"].map(value)).toEqual(["10:00 AM", "11:45 AM"]),
  );
});

test("after an appointment is booked for another day, the calendar shows that day", async () => {
  const { dialog, set, book, keys } = await openTyped({
    [CREATE]: {
      id: 9,
      employeeId: 1,
      clientName: "Ada Byrne",
      phoneNumber: null,
      contactId: null,
      appointmentDate: "2026-11-24T10:00:00",
      durationMinutes: 60,
      service: "",
      status: "booked",
      thankYouSent: false,
      thankYouSentAt: null,
      reminderSent: false,
      clash: false,
      outsideHours: false,
      createdAt: "2026-11-19T00:00:00Z",
    },
  });
  await keys.type(dialog.getByLabelText("Client"), "Ada Byrne");
  set("Date", "2026-11-24");
  set("Start time", "10:00");
  await book();
  await screen.findByText("Ada Byrne, Tuesday, Nov 24 at 10:00 AM");
  expect(screen.queryByRole("button", { name: "View" })).toBeNull();
  expect(location.search).toBe("?date=2026-11-24");
});

test("conflicting visits are listed and left out, or booked anyway", async () => {
  const { dialog, book, set, keys, sent } = await openTyped({
    [PREVIEW]: {
      visits: [
        { day: "2026-11-19", start: "2026-11-19T10:00:00", conflict: null },
        { day: "2026-12-03", start: "2026-12-03T10:00:00", conflict: "Elena Sato has time off." },
        { day: "2026-12-17", start: "2026-12-17T10:00:00", conflict: null },
      ],
    },
    [CREATE]: {
      clientName: "Ruth Abernathy",
      appointmentDate: "2026-11-19T10:00:00",
      repeat: { seriesId: 1 },
    },
  });
  fireEvent.change(dialog.getByRole("combobox", { name: "Client" }), { target: { value: "Ada" } });
  set("Start time", "10:00");
  await keys.selectOptions(dialog.getByLabelText("Repeats"), "Every 2 weeks");
  set("Visits", "3");
  await dialog.findByText("Skipped: Elena Sato has time off.");
  await dialog.findByText("2 visits");
  await keys.click(dialog.getByRole("radio", { name: "Book Anyway" }));
  await dialog.findByText("3 visits");
  await keys.click(dialog.getByRole("radio", { name: "Skip conflicts" }));
  await book();
  await screen.findByText("Appointments created");
  const [body = ""] = sent.filter((one) => one.startsWith(`${CREATE} `));
  expect(JSON.parse(body.slice(CREATE.length))).toMatchObject({
    allowOverlap: false,
    repeat: { everyWeeks: 2, count: 3, skip: ["2026-12-03"] },
  });
});

test("an impossible repetition is reported at its field", async () => {
  const { dialog, book, set, keys } = await openTyped();
  set("Client", "Ada");
  set("Start time", "10:00");
  await keys.selectOptions(dialog.getByLabelText("Repeats"), "Custom…");
  set("Weeks between visits", "0");
  set("Visits", "1");
  await book();
  await dialog.findByText("Enter 1 to 52 weeks");
  await dialog.findByText("Enter 2 to 52 visits");
  await keys.click(dialog.getByRole("radio", { name: "Ends on" }));
  set("Last day", "2026-11-19");
  await dialog.findByText("Choose a date after the first visit");
});
