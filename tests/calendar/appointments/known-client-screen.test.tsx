import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ADMIN, NOW, openApp } from "#tests/shell/app-stand.tsx";
import { serviceRow } from "#tests/shell/rows.ts";
import { appointment, DAY, schedule, TODAY, WITH } from "./screen-stand.ts";

// The clock in the browser ticks on from the server's moment.
beforeAll(() => void setSystemTime(NOW));
afterAll(() => void setSystemTime());

const service = (id: number, name: string, employeeIds: number[] | null = null) =>
  serviceRow({ id, name, employeeIds });
const visit = (services: object[], appointmentDate: string) =>
  ({ ...appointment({ appointmentDate }), services }) as ReturnType<typeof appointment>;
const contact = (id: number, name: string) => ({ id, name, phoneNumber: `+1202555013${id}` });
const ANSWERS = {
  ...WITH([]),
  "GET /api/services": [service(3, "Facial"), service(4, "Balayage", [2])],
  "GET /api/availability": { slots: [], closedDays: [], offDays: [] },
  "GET /api/appointments/clients": [],
  "GET /api/contacts": { contacts: [contact(4, "Ruth Abernathy")], total: 1, nextCursor: null },
  "GET /api/contacts/4/appointments": {
    next: [],
    last: [
      visit([{ serviceId: 4 }], "2026-11-12T10:00:00"),
      visit([{ serviceId: 3 }], "2026-10-21T10:00:00"),
    ],
  },
};

async function chooseRuth(more: object = {}) {
  const stand = await openApp(`${DAY}&new=1`, ADMIN, { ...ANSWERS, ...more });
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  const choose = async () => {
    fireEvent.change(dialog.getByLabelText("Client"), { target: { value: "Ruth" } });
    await stand.keys.click(await dialog.findByRole("option", { name: /Ruth Abernathy/ }));
  };
  return { ...stand, dialog, choose };
}

async function bookAtTen(more: object) {
  const { keys } = await openApp(`${DAY}&view=week&employee=1`, ADMIN, { ...ANSWERS, ...more });
  act(() =>
    schedule()
      .getByRole("button", { name: /^Book 10:00 AM/ })
      .focus(),
  );
  await keys.keyboard("{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  return { keys, dialog };
}

test("a known client chosen on the calendar is proposed the services of the last visit, once", async () => {
  const { dialog, keys, choose } = await chooseRuth();
  await choose();
  await dialog.findByText("Same as Nov 12");
  dialog.getByText("Balayage");
  await keys.click(dialog.getByRole("button", { name: "Remove Balayage" }));
  await dialog.findByRole("combobox", { name: "Service" });
  expect(dialog.queryByText("Balayage")).toBeNull();
});

test("Choose Another opens the list of services at once", async () => {
  const { dialog, keys, choose } = await chooseRuth();
  await choose();
  await keys.click(await dialog.findByRole("button", { name: "Choose Another" }));
  const service = dialog.getByRole("combobox", { name: "Service", expanded: true });
  await waitFor(() => expect(document.activeElement).toBe(service));
  await keys.click(screen.getByRole("option", { name: /Facial/ }));
  dialog.getByText("Facial");
  // Removed, a service isn't replaced at once.
  await keys.click(dialog.getByRole("button", { name: "Remove Facial" }));
  dialog.getByRole("combobox", { name: "Service", expanded: false });
});

test("after a client chosen by key, the focus is on the first free time", async () => {
  const { dialog, keys } = await chooseRuth({
    "GET /api/availability": {
      slots: [{ start: "2026-11-19T14:30:00", employeeId: 2 }],
      ...{ closedDays: [], offDays: [] },
    },
  });
  const time = () => dialog.findByRole("button", { name: "2:30 PM", pressed: false });
  const client = dialog.getByLabelText("Client");
  fireEvent.change(client, { target: { value: "Ruth" } });
  const option = await dialog.findByRole("option", { name: /Ruth Abernathy/ });
  act(() => client.focus());
  if (option.getAttribute("aria-selected") !== "true") await keys.keyboard("{ArrowDown}");
  await keys.keyboard("{Enter}");
  const first = await time();
  await waitFor(() => expect(document.activeElement).toBe(first));
});

test("after a press no time looks chosen; with a time, the focus is on the button that books", async () => {
  const free = (time: string) => ({ start: `2026-11-19T${time}:00`, employeeId: 2 });
  const { dialog, keys, choose, sent } = await chooseRuth({
    "GET /api/availability": {
      slots: [free("14:30"), free("15:00")],
      ...{ closedDays: [], offDays: [] },
    },
    "POST /api/appointments": {
      clientName: "Ruth Abernathy",
      appointmentDate: "2026-11-19T14:30:00",
    },
  });
  await choose();
  const first = await dialog.findByRole("button", { name: "2:30 PM", pressed: false });
  const when = dialog.getByRole("region", { name: "When" });
  await waitFor(() => expect(document.activeElement).toBe(when));
  expect(dialog.getByRole("button", { name: "Book" })).toHaveProperty("disabled", true);
  act(() => first.focus());
  await keys.keyboard("{Enter}");
  await keys.click(dialog.getByRole("button", { name: "Choose Another" }));
  await keys.keyboard("fac{Enter}");
  const book = await dialog.findByRole("button", { name: "Book 2:30 PM" });
  await waitFor(() => expect(document.activeElement).toBe(book));
  await keys.keyboard("{Enter}");
  await waitFor(() => expect(sent.join()).toContain('"services":[3]'));
});

test("with nothing free, the button puts the client on the waitlist", async () => {
  const { dialog, keys, choose, sent } = await chooseRuth({ "POST /api/waitlist": {} });
  await choose();
  await dialog.findByText("Nothing is free in the next two months");
  dialog.getByText("Add Ruth to the waitlist, and we'll text them when a time opens up.");
  await keys.click(dialog.getByRole("button", { name: "Add to Waitlist" }));
  await waitFor(() =>
    expect(sent.join()).toContain(
      'POST /api/waitlist {"contactId":4,"employeeId":null,"from":"2026-11-19","to":"2026-12-17","services":[4]}',
    ),
  );
});

test("a walk-in takes the place of a chosen client, who isn't put on the waitlist then", async () => {
  const { dialog, keys, choose } = await chooseRuth();
  await choose();
  await dialog.findByText("Balayage");
  await dialog.findByRole("button", { name: "Add to Waitlist" });
  await keys.click(dialog.getByRole("button", { name: "Change" }));
  await keys.click(dialog.getByRole("button", { name: "Walk-In" }));
  expect(dialog.queryByRole("button", { name: "Remove Balayage" })).toBeNull();
  await keys.click(await screen.findByRole("option", { name: /Facial/ }));
  await dialog.findByText(/Nothing is free/);
  expect(dialog.queryByRole("button", { name: "Add to Waitlist" })).toBeNull();
});

test("with an employee, the last services that this one performs are proposed", async () => {
  const { dialog, keys, choose } = await chooseRuth();
  await keys.click(dialog.getByRole("button", { name: "Elena Sato" }));
  await choose();
  await dialog.findByText("Same as Oct 21");
  dialog.getByText("Facial");
});

test("services chosen before the client stay", async () => {
  const { dialog, keys, choose } = await chooseRuth();
  await keys.click(dialog.getByRole("combobox", { name: "Service" }));
  await keys.click(await screen.findByRole("option", { name: /Facial/ }));
  await choose();
  await dialog.findByText("Facial");
  expect(dialog.queryByText("Balayage")).toBeNull();
});

test("a client who is booked at the same time is said to be, also with someone else", async () => {
  const at = (start: string) => visit([{ serviceId: 3 }], start);
  const { keys, dialog } = await bookAtTen({
    "GET /api/waitlist/fitting-at": [],
    "GET /api/contacts/4/appointments": { next: [at(`${TODAY}T10:30:00`)], last: [] },
  });
  fireEvent.change(dialog.getByLabelText("Client"), { target: { value: "Ruth" } });
  await keys.click(await dialog.findByRole("option", { name: /Ruth Abernathy/ }));
  await dialog.findByText(/^Already booked then: 10:30/);
  const notice = within(await dialog.findByRole("alert")).getAllByRole("listitem");
  expect(notice.map(({ textContent }) => textContent)).toEqual([
    "Ruth has another appointment then, 10:30 – 11:15 AM.",
  ]);
});

test("a client in the chair is proposed the services of this visit, and it isn't what is booked already", async () => {
  const { dialog, choose } = await chooseRuth({
    "GET /api/contacts/4/appointments": {
      next: [visit([{ serviceId: 3 }], `${TODAY}T09:30:00`)],
      last: [visit([{ serviceId: 4 }], "2026-11-12T10:00:00")],
    },
  });
  await choose();
  await dialog.findByText("Facial");
  expect(dialog.queryByText(/Already booked/)).toBeNull();
});

const named = (contactId: number, name: string) => ({
  ...{ contactId, name, phoneNumber: `+1202555013${contactId}` },
});

async function typeName(typed: string, more: object = {}) {
  const stand = await chooseRuth({
    "GET /api/appointments/clients": [named(4, "Ruth Abernathy")],
    "GET /api/contacts/4/appointments": {
      next: [visit([{ serviceId: 3 }], "2026-11-24T09:30:00")],
      last: [],
    },
    "GET /api/waitlist/fitting-at": [],
    ...more,
  });
  const client = stand.dialog.getByLabelText("Client");
  await stand.keys.click(client);
  fireEvent.change(client, { target: { value: typed } });
  return stand;
}

const FREE_AT_HALF_PAST_TWO = {
  "GET /api/availability": {
    slots: [{ start: "2026-11-19T14:30:00", employeeId: 2 }],
    closedDays: [],
    offDays: [],
  },
  "POST /api/appointments": {
    clientName: "Ruth Abernathy",
    appointmentDate: "2026-11-19T14:30:00",
  },
};

test.each(["Ruth Abernathy", "abernathy, ruth"])(
  "a client whose whole name is typed as %s is chosen once the field is left",
  async (typed) => {
    const { dialog, keys, sent } = await typeName(typed, FREE_AT_HALF_PAST_TWO);
    await dialog.findByText("From the contact Ruth Abernathy");
    await keys.tab();
    expect(document.activeElement).toBe(dialog.getByLabelText("Phone (optional)"));
    await keys.tab();
    await dialog.findByRole("button", { name: "Change" });
    dialog.getByText("Ruth Abernathy");
    dialog.getByText("(202) 555-0134");
    await dialog.findByText("Already booked Tuesday, Nov 24 at 9:30 AM");
    await keys.click(dialog.getByRole("combobox", { name: "Service" }));
    await keys.click(await screen.findByRole("option", { name: /Facial/ }));
    await keys.click(await dialog.findByRole("button", { name: "2:30 PM" }));
    await keys.click(dialog.getByRole("button", { name: "Book 2:30 PM" }));
    await waitFor(() =>
      expect(sent.join()).toContain('"clientName":"Ruth Abernathy","phoneNumber":"+12025550134"'),
    );
  },
);

test("a client is chosen by name also where the search answers after the field was left", async () => {
  const answer = Promise.withResolvers<object>();
  const { dialog, keys } = await typeName("Ruth Abernathy", {
    "GET /api/appointments/clients": answer.promise,
  });
  await keys.click(dialog.getByRole("combobox", { name: "Service" }));
  answer.resolve([named(4, "Ruth Abernathy")]);
  await dialog.findByRole("button", { name: "Change" });
  dialog.getByText("(202) 555-0134");
});

test("a second client of that name gets the number that is typed after the name", async () => {
  const { dialog, keys, sent } = await typeName("Ruth Abernathy", FREE_AT_HALF_PAST_TWO);
  await dialog.findByText("From the contact Ruth Abernathy");
  await keys.tab();
  await act(() => Bun.sleep(50));
  await keys.keyboard("5125550199");
  await waitFor(() => expect(dialog.queryByText(/^Already booked/)).toBeNull());
  await keys.click(dialog.getByRole("combobox", { name: "Service" }));
  await keys.click(await screen.findByRole("option", { name: /Facial/ }));
  await keys.click(await dialog.findByRole("button", { name: "2:30 PM" }));
  expect(dialog.queryByRole("button", { name: "Change" })).toBeNull();
  await keys.click(dialog.getByRole("button", { name: "Book 2:30 PM" }));
  await waitFor(() =>
    expect(sent.join()).toContain('"clientName":"Ruth Abernathy","phoneNumber":"5125550199"'),
  );
});

test.each(["2025550134", "202.555.0134", "+12025550134", "1 (202) 555-0134"])(
  "a client whose own number is retyped as %s is chosen, too",
  async (typed) => {
    const { dialog, keys } = await typeName("Ruth Abernathy");
    await dialog.findByText("From the contact Ruth Abernathy");
    await keys.tab();
    await act(() => Bun.sleep(50));
    await keys.clear(dialog.getByLabelText("Phone (optional)"));
    await keys.type(dialog.getByLabelText("Phone (optional)"), typed);
    await dialog.findByText("From the contact Ruth Abernathy");
    await dialog.findByText(/^Already booked/);
    await keys.click(dialog.getByRole("combobox", { name: "Service" }));
    await keys.click(await dialog.findByRole("button", { name: "Change" }));
    // The number is the client's, and goes with the name.
    fireEvent.change(dialog.getByLabelText("Client"), { target: { value: "Joan Whitlock" } });
    expect(dialog.queryByLabelText("Phone (optional)")).toBeNull();
  },
);

test("of two clients with the typed name none is chosen, and Change isn't undone by leaving the field", async () => {
  const { dialog, keys } = await typeName("Ruth Abernathy", {
    "GET /api/appointments/clients": [named(4, "Ruth Abernathy"), named(5, "Ruth Abernathy")],
    "GET /api/appointments/clients?name=Abernathy%2C+Ruth": [named(4, "Ruth Abernathy")],
  });
  await dialog.findByRole("option", { name: /^Ruth Abernathy/ });
  await keys.tab();
  await act(() => Bun.sleep(50));
  const client = () => dialog.getByLabelText("Client");
  expect(client()).toHaveProperty("value", "Ruth Abernathy");
  await keys.click(client());
  fireEvent.change(client(), { target: { value: "Abernathy, Ruth" } });
  await dialog.findByText("From the contact Ruth Abernathy");
  await keys.click(dialog.getByRole("combobox", { name: "Service" }));
  await keys.click(await dialog.findByRole("button", { name: "Change" }));
  await waitFor(() => expect(document.activeElement).toBe(client()));
  await keys.tab();
  await act(() => Bun.sleep(50));
  expect(client()).toHaveProperty("value", "Ruth Abernathy");
  // The number goes with the name that brought it.
  fireEvent.change(client(), { target: { value: "Joan Whitlock" } });
  expect(dialog.queryByDisplayValue("(202) 555-0134")).toBeNull();
});

test("the proposed services of one client leave with that client", async () => {
  const { dialog, keys, choose } = await chooseRuth({
    "GET /api/contacts/5/appointments": { next: [], last: [] },
  });
  await choose();
  await dialog.findByText("Same as Nov 12");
  await keys.click(dialog.getByRole("button", { name: "Change" }));
  fireEvent.change(dialog.getByLabelText("Client"), { target: { value: "Joan Whitlock" } });
  await dialog.findByRole("combobox", { name: "Service" });
});

test("the number of one client leaves with that client", async () => {
  const { dialog, keys, choose } = await chooseRuth({
    "GET /api/contacts/5/appointments": { next: [], last: [] },
    "GET /api/appointments/clients?name=Joan+Whitlock": [named(5, "Joan Whitlock")],
  });
  const number = () => dialog.getByLabelText("Phone (optional)");
  await choose();
  await keys.click(dialog.getByRole("button", { name: "Change" }));
  expect(number()).toHaveProperty("value", "(202) 555-0134");
  fireEvent.change(dialog.getByLabelText("Client"), { target: { value: "Joan Whitlock" } });
  await dialog.findByText("From the contact Joan Whitlock");
  expect(number()).toHaveProperty("value", "(202) 555-0135");
});

test("a free time names who waits for one like it; a press books that client's services", async () => {
  const wish = { from: "2026-11-19", to: "2026-11-30", weekdays: null, timeFrom: null };
  const entry = (id: number, clientName: string, changes: object) => ({
    ...{ id, contactId: id, clientName, phoneNumber: `+1202555013${id}`, employeeId: null },
    ...{ ...wish, timeTo: null, services: [3], serviceName: "Facial", status: "waiting" },
    ...changes,
  });
  const { keys, dialog } = await bookAtTen({
    "GET /api/waitlist/fitting-at": [entry(5, "Joan Whitlock", {})],
    "GET /api/contacts/5/appointments": {
      next: [],
      last: [visit([{ serviceId: 4 }], "2026-10-01T10:00:00")],
    },
  });
  const waiting = within(await dialog.findByRole("region", { name: "On the waitlist" }));
  expect(waiting.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Joan Whitlock",
  ]);
  await keys.click(waiting.getByRole("button", { name: "Joan Whitlock" }));
  await dialog.findByText("(202) 555-0135");
  dialog.getByText("Facial");
  expect(dialog.queryByText("Balayage")).toBeNull();
});
