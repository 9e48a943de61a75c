import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ADMIN, NOW, openApp, refuseWith } from "#tests/shell/app-stand.tsx";

// The clock in the browser ticks on from the server's moment.
beforeAll(() => void setSystemTime(NOW));
afterAll(() => void setSystemTime());

const CREATE = "POST /api/appointments";
const ADDRESS = "/appointments?date=2026-11-19&new=1";
const ANSWERS = {
  "GET /api/employees": [
    {
      id: 1,
      name: "Elena Sato",
      displayOrder: 0,
      workStartTime: null,
      workEndTime: null,
      createdAt: "2026-11-01T00:00:00Z",
    },
  ],
  "GET /api/appointments/clients": [],
};

async function openForm(answers = {}) {
  const stand = await openApp(ADDRESS, ADMIN, { ...ANSWERS, ...answers });
  const dialog = within(await screen.findByRole("dialog", { name: "Add Appointment" }));
  const field = (name: string) => dialog.getByLabelText<HTMLInputElement>(name);
  const set = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
  const add = () =>
    stand.keys.click(dialog.getByRole("button", { name: /^(Add Appointment|Book Anyway)$/ }));
  return { ...stand, dialog, field, set, add };
}

test("missing fields are marked with the specification's messages", async () => {
  const { dialog, add, set, sent } = await openForm();
  set("Date", "");
  await add();
  for (const text of [
    "Client name is required",
    "Date is required",
    "Start time is required",
    "End time is required",
  ])
    await dialog.findByText(text);
  set("Start time", "10:00");
  set("End time", "09:30");
  await dialog.findByText("End time must be after start time");
  expect(sent.filter((one) => one.startsWith(`${CREATE} `))).toEqual([]);
});

test("the form proposes an hour, fills in the number of the only client with that name, and books", async () => {
  const { dialog, add, set, field, sent } = await openForm({
    "GET /api/appointments/clients": [
      { contactId: 7, name: "Ruth Abernathy", phoneNumber: "+12025550134" },
    ],
    [CREATE]: { appointmentDate: "2026-11-19T10:00:00" },
  });
  fireEvent.change(dialog.getByRole("combobox", { name: "Client" }), {
    target: { value: "Abernathy, Ruth" },
  });
  await waitFor(() => expect(field("Phone (optional)").value).toBe("(202) 555-0134"));
  await dialog.findByText("From the contact Ruth Abernathy");
  set("Start time", "10:30");
  expect(field("End time").value).toBe("11:30");
  set("End time", "11:15");
  await add();
  await screen.findByText("Appointment created");
  expect(sent.filter((one) => one.startsWith(`${CREATE} `))).toEqual([
    `${CREATE} ${JSON.stringify({
      employeeId: 1,
      clientName: "Abernathy, Ruth",
      phoneNumber: "+12025550134",
      appointmentDate: "2026-11-19T10:30:00",
      durationMinutes: 45,
      service: "",
      notify: true,
      allowOverlap: false,
    })}`,
  ]);
  expect(location.search).toBe("?date=2026-11-19");
});

test("a typed number stays, even if a client has that name", async () => {
  const { dialog, field, set, client } = await openForm({
    "GET /api/appointments/clients": [
      { contactId: 7, name: "Ruth Abernathy", phoneNumber: "+12025550134" },
    ],
  });
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

test("a conflict is shown, a second press books anyway, and changing the time asks again", async () => {
  const text = "Elena Sato already has an appointment, 10:00 – 11:00 AM.";
  const { dialog, add, set, sent } = await openForm({
    [CREATE]: refuseWith({ status: 409, message: text, errors: { allowOverlap: text } }),
  });
  fireEvent.change(dialog.getByRole("combobox", { name: "Client" }), { target: { value: "Ada" } });
  set("Start time", "10:30");
  await add();
  await dialog.findByText(`${text} You can still book it.`);
  dialog.getByRole("button", { name: "Book Anyway" });
  set("Start time", "10:45");
  dialog.getByRole("button", { name: "Add Appointment" });
  set("Start time", "10:30");
  await add();
  await dialog.findByRole("button", { name: "Book Anyway" });
  await add();
  await waitFor(() => expect(sent.at(-1)).toContain('"allowOverlap":true'));
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
  const dialog = within(await screen.findByRole("dialog", { name: "Add Appointment" }));
  const value = (name: string) => dialog.getByLabelText<HTMLInputElement>(name).value;
  expect(["Date", "Start time", "End time"].map(value)).toEqual(["2026-11-19", "14:30", "15:30"]);
});

test("a drag books its length", async () => {
  await openApp("/appointments?date=2026-11-19", ADMIN, ANSWERS);
  fireEvent.pointerDown(lane(), at(10));
  fireEvent.pointerMove(lane(), at(11.5));
  within(lane()).getByText("Book 10:00 AM – 11:45 AM");
  fireEvent.pointerUp(lane(), at(11.5));
  const dialog = within(await screen.findByRole("dialog", { name: "Add Appointment" }));
  const value = (name: string) => dialog.getByLabelText<HTMLInputElement>(name).value;
  expect(["Start time", "End time"].map(value)).toEqual(["10:00", "11:45"]);
});

test("an appointment booked for another day can be opened from the toast", async () => {
  const { dialog, set, add, keys } = await openForm({
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
  await add();
  await screen.findByText("Tuesday, Nov 24 at 10:00 AM");
  await keys.click(screen.getByRole("button", { name: "View" }));
  expect(location.search).toBe("?date=2026-11-24");
});

const PREVIEW = "POST /api/appointments/repeat-preview";

test("conflicting visits are listed and left out, or booked anyway", async () => {
  const { dialog, add, set, keys, sent } = await openForm({
    [PREVIEW]: {
      visits: [
        { day: "2026-11-19", start: "2026-11-19T10:00:00", conflict: null },
        { day: "2026-12-03", start: "2026-12-03T10:00:00", conflict: "Elena Sato has time off." },
        { day: "2026-12-17", start: "2026-12-17T10:00:00", conflict: null },
      ],
    },
    [CREATE]: { appointmentDate: "2026-11-19T10:00:00", repeat: { seriesId: 1 } },
  });
  fireEvent.change(dialog.getByRole("combobox", { name: "Client" }), { target: { value: "Ada" } });
  set("Start time", "10:00");
  await keys.selectOptions(dialog.getByLabelText("Repeats"), "Every 2 weeks");
  set("Visits", "3");
  await dialog.findByText("Skipped: Elena Sato has time off.");
  await dialog.findByText("2 visits");
  await keys.click(dialog.getByRole("radio", { name: "Book anyway" }));
  await dialog.findByText("3 visits");
  await keys.click(dialog.getByRole("radio", { name: "Skip conflicts" }));
  await add();
  await screen.findByText("Appointments created");
  const [body = ""] = sent.filter((one) => one.startsWith(`${CREATE} `));
  expect(JSON.parse(body.slice(CREATE.length))).toMatchObject({
    allowOverlap: false,
    repeat: { everyWeeks: 2, count: 3, skip: ["2026-12-03"] },
  });
});

test("an impossible repetition is reported at its field", async () => {
  const { dialog, add, set, keys } = await openForm();
  await keys.selectOptions(dialog.getByLabelText("Repeats"), "Custom…");
  set("Weeks between visits", "0");
  set("Visits", "1");
  await add();
  await dialog.findByText("Enter 1 to 52 weeks");
  await dialog.findByText("Enter 2 to 52 visits");
  await keys.click(dialog.getByRole("radio", { name: "Ends on" }));
  set("Last day", "2026-11-19");
  await dialog.findByText("Choose a date after the first visit");
});
