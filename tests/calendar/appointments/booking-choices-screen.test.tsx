import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { ADMIN, NOW, openApp, SETTINGS } from "#tests/shell/app-stand.tsx";
import { serviceRow } from "#tests/shell/rows.ts";
import { appointment, DAY, LIST, TODAY, WITH } from "./screen-stand.ts";

// The clock in the browser ticks on from the server's moment.
beforeAll(() => void setSystemTime(NOW));
afterAll(() => void setSystemTime());

const CONTACT = {
  ...{ id: 4, name: "Juno Abernathy", phoneNumber: "+12025550134" },
  ...{ nextVisit: null, lastVisit: "2026-11-04T10:00:00" },
};
const JUNO = { contactId: 4, name: "Juno Abernathy", phoneNumber: "+12025550134" };
const ANSWERS = {
  ...WITH([]),
  "GET /api/services": [
    serviceRow({ id: 3, name: "Facial" }),
    serviceRow({ id: 4, name: "Balayage" }),
  ],
  "GET /api/availability": {
    slots: [{ start: "2026-11-20T14:30:00", employeeId: 2 }],
    closedDays: ["2026-11-22"],
    offDays: ["2026-11-23"],
  },
  "GET /api/appointments/clients": [],
  "GET /api/contacts": {
    contacts: [CONTACT],
    total: 1,
    nextCursor: null,
  },
};

async function openForm(more: object = {}) {
  const stand = await openApp(`${DAY}&new=1`, ADMIN, { ...ANSWERS, ...more });
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  const name = (typed: string) =>
    fireEvent.change(dialog.getByLabelText("Client"), { target: { value: typed } });
  const pick = async (field: string, option: RegExp) => {
    await stand.keys.click(dialog.getByRole("combobox", { name: field }));
    await stand.keys.click(await screen.findByRole("option", { name: option }));
  };
  return { ...stand, dialog, name, pick };
}

test("until the length is known, no times are shown, and no day says what is left", async () => {
  const { dialog, pick } = await openForm();
  await dialog.findByText("Choose a service to see its free times.");
  dialog.getByRole("button", { name: "Thu 19" });
  dialog.getByRole("button", { name: "Fri 20" });
  dialog.getByRole("button", { name: "Sun 22 Closed" });
  dialog.getByRole("button", { name: "Mon 23 Off" });
  expect(dialog.queryByText(/Full/)).toBeNull();
  await pick("Service", /Facial/);
  await dialog.findByRole("button", { name: "Fri 20 1 left" });
  await dialog.findByText("No one is free today");
});

test("minutes by hand say what is left too", async () => {
  const { dialog } = await openForm();
  fireEvent.change(dialog.getByLabelText("Minutes"), { target: { value: "30" } });
  await dialog.findByRole("button", { name: "Fri 20 1 left" });
});

test("a walk-in takes the time now as soon as a service is chosen", async () => {
  const { dialog, keys, pick } = await openForm({
    "GET /api/availability": {
      slots: [],
      now: { start: `${TODAY}T10:05:00`, employeeId: 2 },
      ...{ closedDays: [], offDays: [] },
    },
  });
  await keys.click(dialog.getByRole("button", { name: "Walk-In" }));
  dialog.getByText("Choose a service and a time");
  expect(dialog.queryByRole("button", { name: "Now, 10:05 AM" })).toBeNull();
  expect(dialog.queryByText("New client")).toBeNull();
  await pick("Service", /Facial/);
  await dialog.findByRole("button", { name: "Now, 10:05 AM", pressed: true });
  dialog.getByRole("button", { name: "Book 10:05 AM" });
});

test("a walk-in from the calendar takes three presses: open, the service, book", async () => {
  const CREATE = "POST /api/appointments";
  const { keys, sent } = await openApp("/appointments?date=2026-11-26", ADMIN, {
    ...ANSWERS,
    "GET /api/availability": {
      slots: [],
      now: { start: `${TODAY}T10:05:00`, employeeId: 2 },
      ...{ closedDays: [], offDays: [] },
    },
    [CREATE]: { clientName: "Ruth Abernathy", appointmentDate: `${TODAY}T10:05:00` },
  });
  await keys.click(screen.getByRole("button", { name: "Walk-In" }));
  await keys.click(await screen.findByRole("option", { name: /Facial/ }));
  await keys.click(await screen.findByRole("button", { name: "Book 10:05 AM" }));
  await screen.findByText("Appointment created");
  const [body = ""] = sent.filter((one) => one.startsWith(`${CREATE} `));
  expect(JSON.parse(body.slice(CREATE.length))).toMatchObject({
    ...{ clientName: "Walk-in", services: [3], employeeId: 2, isHere: true },
  });
});

test("after a booking, the focus is on the visit once the calendar shows it, and on the title before", async () => {
  const booked = appointment({
    id: 31,
    clientName: "Walk-in",
    appointmentDate: `${TODAY}T10:05:00`,
  });
  const visits: Appointment[] = [];
  const stand = await openApp(DAY, ADMIN, {
    ...ANSWERS,
    [LIST]: visits,
    "GET /api/availability": {
      slots: [],
      now: { start: booked.appointmentDate, employeeId: 1 },
      ...{ closedDays: [], offDays: [] },
    },
    "POST /api/appointments": booked,
  });
  await stand.keys.click(screen.getByRole("button", { name: "Walk-In" }));
  await stand.keys.click(await screen.findByRole("option", { name: /Facial/ }));
  await stand.keys.click(await screen.findByRole("button", { name: "Book 10:05 AM" }));
  await screen.findByText("Appointment created");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Appointments"));
  visits.push(booked);
  await stand.client.invalidateQueries();
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Walk-in/));
});

test("an empty slot is no length that says what is left of a day", async () => {
  await openApp(DAY, ADMIN, ANSWERS);
  const lane = document.querySelector<HTMLElement>("[data-lane='0']") as HTMLElement;
  const at = { clientY: 5.5 * 88, button: 0, pointerType: "mouse" };
  fireEvent.pointerDown(lane, at);
  fireEvent.pointerUp(lane, at);
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  await dialog.findByRole("button", { name: "Sun 22 Closed" });
  dialog.getByRole("button", { name: "Fri 20" });
});

test("a walk-in for whom no one is free now takes the next free time, and is told so", async () => {
  const { dialog, keys, pick } = await openForm({
    "GET /api/availability": {
      slots: [{ start: `${TODAY}T16:00:00`, employeeId: 2 }],
      ...{ closedDays: [], offDays: [] },
    },
  });
  await keys.click(dialog.getByRole("button", { name: "Walk-In" }));
  expect(dialog.queryByText(/No one is free/)).toBeNull();
  await pick("Service", /Facial/);
  await dialog.findByText("No one is free for this service now.");
  await dialog.findByRole("button", { name: "4:00 PM", pressed: true });
  await dialog.findByText(/^Next: Thu, Nov 19, 4:00 /);
  dialog.getByText(/^With Tomas/);
  dialog.getByRole("button", { name: "Book 4:00 PM" });
});

test("today is off, not full, once its hours are over", async () => {
  const { dialog, pick } = await openForm({
    "GET /api/availability": {
      slots: [{ start: "2026-11-20T14:30:00", employeeId: 2 }],
      ...{ closedDays: [], offDays: [TODAY] },
    },
  });
  await pick("Service", /Facial/);
  await dialog.findByText("No one is working now");
});

test("a name that clients have books no one until one of them, New Client or a number is given", async () => {
  const { dialog, name, keys, pick } = await openForm();
  dialog.getByLabelText("Client").focus();
  name("Juno");
  await dialog.findByRole("option", { name: "Juno Abernathy (202) 555-0134, last visit Nov 4" });
  expect(dialog.queryByText(/^New(?! Client)/)).toBeNull();
  expect(dialog.queryByLabelText("Phone (optional)")).toBeNull();
  dialog.getByText("Choose a client, a service, and a time");
  await keys.tab();
  expect(document.activeElement).toBe(dialog.getByLabelText("Phone (optional)"));
  await waitFor(() => expect(dialog.queryByRole("option", { name: /Juno/ })).toBeNull());
  expect(dialog.queryByText(/^New/)).toBeNull();
  await pick("Service", /Facial/);
  dialog.getByText("Choose a client and a time");
  await keys.type(dialog.getByLabelText("Phone (optional)"), "(202) 555-0199");
  dialog.getByText("Choose a time");
  await keys.clear(dialog.getByLabelText("Phone (optional)"));
  dialog.getByText("Choose a client and a time");
  await keys.click(dialog.getByRole("button", { name: "Choose Client" }));
  await keys.click(await dialog.findByRole("option", { name: /Juno Abernathy/ }));
  dialog.getByText("Choose a time");
});

test("the last row takes the typed name for a new client's and shows the number's field", async () => {
  const { dialog, name, keys } = await openForm();
  dialog.getByLabelText("Client").focus();
  name("Juno");
  await dialog.findByRole("option", { name: /Juno Abernathy/, selected: true });
  await keys.keyboard("{ArrowUp}");
  dialog.getByRole("option", { name: "New Client “Juno”", selected: true });
  await keys.keyboard("{Enter}");
  expect(dialog.queryByRole("option", { name: /Juno/ })).toBeNull();
  expect(dialog.getByLabelText<HTMLInputElement>("Client").value).toBe("Juno");
  dialog.getByLabelText("Phone (optional)");
  expect(dialog.getAllByText("New client")).toHaveLength(2);
});

test("New Client with the name of a client doesn't book that client", async () => {
  const { dialog, keys, name, pick, sent } = await openForm({
    "GET /api/appointments/clients": [JUNO],
    "GET /api/contacts": {
      contacts: [CONTACT, { ...CONTACT, id: 5, name: "Juno Abernathy-Smith" }],
      ...{ total: 2, nextCursor: null },
    },
    "GET /api/contacts/4/appointments": { next: [], last: [] },
    "POST /api/appointments": {
      clientName: "Ruth Abernathy",
      appointmentDate: "2026-11-20T14:30:00",
    },
  });
  await pick("Service", /Facial/);
  await keys.click(await dialog.findByRole("button", { name: /^Choose Fri, Nov 20 at 2:30 PM/ }));
  await keys.click(dialog.getByLabelText("Client"));
  name("Juno Abernathy");
  await dialog.findByText("From the contact Juno Abernathy");
  await keys.click(await dialog.findByRole("option", { name: /New Client/ }));
  expect(dialog.getByLabelText("Phone (optional)")).toHaveProperty("value", "");
  await keys.click(dialog.getByRole("button", { name: "Book Fri 2:30 PM" }));
  await waitFor(() =>
    expect(sent.join()).toContain('"clientName":"Juno Abernathy","phoneNumber":null'),
  );
});

test("the focus goes from the client to the service, to the times, and back to what is missing", async () => {
  const { dialog, name, keys } = await openForm();
  const label = () => document.activeElement?.getAttribute("aria-label");
  dialog.getByLabelText("Client").focus();
  name("Juno");
  await dialog.findByRole("option", { name: /Juno Abernathy/ });
  await keys.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Service")));
  await keys.keyboard("bal{Enter}");
  const next = await dialog.findByRole("button", { name: /^Choose Fri, Nov 20 at 2:30 PM/ });
  expect(label()).toBe("When");
  await keys.click(next);
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Book Fri 2:30 PM"));
  await keys.click(dialog.getByRole("button", { name: "Remove Balayage" }));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Service")));
  await keys.click(dialog.getByRole("button", { name: "Change" }));
  expect(document.activeElement).toBe(dialog.getByLabelText("Client"));
});

test("the field for another service has the focus and its list open", async () => {
  const { dialog, keys, pick } = await openForm();
  await pick("Service", /Facial/);
  await keys.click(dialog.getByRole("button", { name: "Add Service" }));
  await keys.keyboard("bal");
  expect(dialog.getByLabelText<HTMLInputElement>("Another service").value).toBe("bal");
  await keys.keyboard("{Enter}");
  await dialog.findByText("Balayage");
});

test("Escape closes the suggestions and leaves the dialog", async () => {
  const { dialog, name, keys } = await openForm();
  dialog.getByLabelText("Client").focus();
  name("Juno");
  await dialog.findByRole("option", { name: /Juno Abernathy/ });
  await keys.keyboard("{Escape}");
  await waitFor(() => expect(dialog.queryByRole("option", { name: /Juno/ })).toBeNull());
  expect(screen.queryByText("Discard Your Changes?")).toBeNull();
  await keys.keyboard("{Escape}");
  await screen.findByText("Discard Your Changes?");
});

/** Presses Book while clients are still searched for. */
async function bookBeforeAnswer(typed: string, answers: object) {
  const stand = await openForm({
    "POST /api/appointments": {
      clientName: "Ruth Abernathy",
      appointmentDate: "2026-11-20T14:30:00",
    },
    ...answers,
  });
  const { dialog, keys, name, pick } = stand;
  await pick("Service", /Facial/);
  await keys.click(await dialog.findByRole("button", { name: /^Choose Fri, Nov 20 at 2:30 PM/ }));
  await keys.click(dialog.getByLabelText("Client"));
  name(typed);
  await keys.click(dialog.getByRole("button", { name: "Book Fri 2:30 PM" }));
  dialog.getByRole("button", { name: "Booking..." });
  return { ...stand, booked: () => stand.sent.join().includes("POST /api/appointments {") };
}

test("Book waits for the running search: a half-typed name of a client isn't booked", async () => {
  const { dialog, booked } = await bookBeforeAnswer("Juno", {});
  await dialog.findByText("Choose a client");
  await dialog.findByRole("button", { name: "Choose Client" });
  expect(booked()).toBe(false);
});

test("a name that the search doesn't know is booked once it answers, or after a second without an answer", async () => {
  const none = { contacts: [], total: 0, nextCursor: null };
  const known = await bookBeforeAnswer("Ada Byrne", { "GET /api/contacts": none });
  await waitFor(() => expect(known.booked()).toBe(true));
  cleanup();
  const silent = await bookBeforeAnswer("Ada Byrne", {
    "GET /api/contacts": new Promise(() => undefined),
    "GET /api/appointments/clients": new Promise(() => undefined),
  });
  await waitFor(() => expect(silent.booked()).toBe(true));
});

test("a client who was found meanwhile and comes at that time isn't booked before it is read", async () => {
  const { dialog, keys, booked } = await bookBeforeAnswer("Juno Abernathy", {
    "GET /api/appointments/clients": [JUNO],
    "GET /api/contacts/4/appointments": {
      next: [appointment({ appointmentDate: "2026-11-20T14:00:00" })],
      last: [],
    },
  });
  await dialog.findByText(/^Juno has another appointment then, 2:00 – 2:45 PM\./);
  expect(booked()).toBe(false);
  await keys.click(await dialog.findByRole("button", { name: "Book Fri 2:30 PM" }));
  await waitFor(() => expect(booked()).toBe(true));
});

test.each([
  { what: "text", deposit: null, box: "Text the client a confirmation", sends: '"notify":true' },
  { what: "deposit", deposit: "30.00", box: /^Ask for the \$30/, sends: '"askDeposit":true' },
])("a number that was found meanwhile isn't booked before its $what is read", async (row) => {
  const { dialog, keys, booked, sent } = await bookBeforeAnswer("Juno Abernathy", {
    "GET /api/services": [serviceRow({ id: 3, name: "Facial", deposit: row.deposit })],
    "GET /api/settings": { ...SETTINGS, stripeSecretKey: { set: true, last4: null } },
    "GET /api/appointments/clients": [JUNO],
    "GET /api/contacts/4/appointments": { next: [], last: [] },
  });
  await dialog.findByLabelText(row.box);
  const book = await dialog.findByRole("button", { name: "Book Fri 2:30 PM" });
  expect(booked()).toBe(false);
  await keys.click(book);
  await waitFor(() => expect(sent.join()).toContain(row.sends));
});

/** Presses Book for a typed time, about which the server answers while clients are still searched for. */
async function bookTypedTime(visits: readonly object[], choose?: (form: Form) => Promise<void>) {
  const answer = Promise.withResolvers<object>();
  const stand = await openForm({
    "GET /api/availability": { slots: [], closedDays: [], offDays: [] },
    "GET /api/contacts": new Promise(() => undefined),
    "POST /api/appointments/repeat-preview": answer.promise,
    "POST /api/appointments": {
      clientName: "Ruth Abernathy",
      appointmentDate: `${TODAY}T10:30:00`,
    },
  });
  const { dialog, keys, name, pick } = stand;
  await pick("Service", /Facial/);
  await keys.click(dialog.getByRole("button", { name: /Elena Sato/ }));
  await keys.click(dialog.getByRole("button", { name: "Another Time…" }));
  const start = dialog.getByLabelText("Start time");
  fireEvent.change(start, { target: { value: "10:30" } });
  fireEvent.blur(start);
  await choose?.(stand);
  name("Ada Byrne");
  await keys.click(dialog.getByRole("button", { name: "Book 10:30 AM" }));
  dialog.getByRole("button", { name: "Booking..." });
  answer.resolve({ visits });
  return { ...stand, booked: () => stand.sent.join().includes("POST /api/appointments {") };
}

type Form = Awaited<ReturnType<typeof openForm>>;

test("a conflict that came meanwhile isn't booked over before it is read", async () => {
  const conflict = "Elena has another visit then, 10:00 – 10:45 AM.";
  const { dialog, keys, booked, sent } = await bookTypedTime([
    { day: TODAY, start: `${TODAY}T10:30:00`, conflict },
  ]);
  const anyway = await dialog.findByRole("button", { name: "Book Anyway" });
  expect(booked()).toBe(false);
  await keys.click(anyway);
  await waitFor(() => expect(sent.join()).toContain('"allowOverlap":true'));
});

test("a visit of a series isn't left out before its conflict is read", async () => {
  const { dialog, booked } = await bookTypedTime(
    [
      { day: TODAY, start: `${TODAY}T10:30:00`, conflict: null },
      { day: "2026-12-17", start: "2026-12-17T10:30:00", conflict: "Elena Sato has time off." },
    ],
    ({ dialog: form, keys }) => keys.selectOptions(form.getByLabelText("Repeats"), "Every 4 weeks"),
  );
  await dialog.findByText(/Elena Sato has time off/);
  await dialog.findByRole("button", { name: "Book 10:30 AM" });
  expect(booked()).toBe(false);
});
