import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ADMIN, NOW, openApp } from "#tests/shell/app-stand.tsx";
import { employeeRows, serviceRow } from "#tests/shell/rows.ts";
import { appointment, WITH } from "./screen-stand.ts";

// The clock in the browser ticks on from the server's moment.
beforeAll(() => void setSystemTime(NOW));
afterAll(() => void setSystemTime());

const CREATE = "POST /api/appointments";
const service = (id: number, name: string, durationMinutes: number, price: string) =>
  serviceRow({ id, name, durationMinutes, price, color: "#5f87c9" });
const COLOR = service(3, "Color", 90, "180.00");
const CUT = { ...service(4, "Cut", 45, "60.00"), employeeIds: [1] };
const DRY = service(5, "Blow-Dry", 30, "35.00");

async function openForm() {
  const stand = await openApp("/appointments?date=2026-11-19&new=1", ADMIN, {
    "GET /api/employees": employeeRows("Elena Sato", "Tomas Cruz"),
    "GET /api/services": [COLOR, CUT, DRY],
    "GET /api/appointments/clients": [],
    "GET /api/availability": {
      slots: ["14:30", "15:00"].map((at) => ({ start: `2026-11-20T${at}:00`, employeeId: 1 })),
      closedDays: [],
      offDays: [],
    },
    [CREATE]: { clientName: "Ruth Abernathy", appointmentDate: "2026-11-20T14:30:00" },
  });
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  const press = (name: string | RegExp) => stand.keys.click(dialog.getByRole("button", { name }));
  const pick = async (field: string, name: RegExp) => {
    await stand.keys.click(dialog.getByRole("combobox", { name: field }));
    await stand.keys.click(await screen.findByRole("option", { name }));
  };
  const add = async (name: RegExp) => {
    await press("Add Service");
    await pick("Another service", name);
  };
  return { ...stand, dialog, press, pick, add };
}

test("services are added, summed up, moved and removed, and booked in their order", async () => {
  const { dialog, keys, press, pick, add, sent } = await openForm();
  await pick("Service", /Color/);
  await add(/Blow-Dry/);
  await add(/^Cut/);
  expect(dialog.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Color1 h 30 min$180.00",
    "Blow-Dry30 min$35.00",
    "Cut45 min$60.00",
  ]);
  dialog.getByText("2 h 45 min, $275.00");
  fireEvent.change(dialog.getByLabelText("Client"), { target: { value: "Ada Byrne" } });
  dialog.getByText("Choose a time");
  dialog.getByText("3 services, 2 h 45 min, $275.00");
  const grip = dialog.getByRole("button", { name: "Move Cut, 3 of 3" });
  act(() => grip.focus());
  await keys.keyboard("{ArrowDown}{ArrowUp}");
  expect(dialog.getByRole("button", { name: "Move Cut, 2 of 3" })).toBe(grip);
  expect(document.activeElement).toBe(grip);
  await press("Remove Color");
  dialog.getByText("1 h 15 min, $95.00");
  await press(/^Choose Fri, Nov 20 at/);
  await press("2:30 PM");
  dialog.getByText("Fri, Nov 20, 2:30 – 3:45 PM");
  await dialog.findByText("With Elena, 2 services, $95.00, new client");
  await press("Book Fri 2:30 PM");
  await screen.findByText("Appointment created");
  const [body = ""] = sent.filter((one) => one.startsWith(`${CREATE} `));
  expect(JSON.parse(body.slice(CREATE.length))).toMatchObject({
    services: [4, 5],
    durationMinutes: 75,
  });
});

test("only those are offered who perform all services, and a service is chosen once", async () => {
  const { dialog, press, pick, add, keys } = await openForm();
  await pick("Service", /Color/);
  dialog.getByRole("button", { name: "Tomas Cruz" });
  await add(/^Cut/);
  await waitFor(() => expect(dialog.queryByRole("button", { name: "Tomas Cruz" })).toBeNull());
  await press("Add Service");
  await keys.click(dialog.getByRole("combobox", { name: "Another service" }));
  await screen.findByRole("option", { name: /Blow-Dry/ });
  expect(screen.queryByRole("option", { name: /Color|Cut/ })).toBeNull();
});

test("the only one who performs the services is named without a choice, and books a typed time", async () => {
  const { dialog, press, pick, sent } = await openForm();
  fireEvent.change(dialog.getByLabelText("Client"), { target: { value: "Ada Byrne" } });
  await press("Another Time…");
  await pick("Service", /^Cut/);
  dialog.getByText("Elena Sato");
  for (const name of ["Anyone", "Elena Sato"])
    expect(dialog.queryByRole("button", { name })).toBeNull();
  fireEvent.change(dialog.getByLabelText("Start time"), { target: { value: "10:15" } });
  await press("Book 10:15 AM");
  await screen.findByText("Appointment created");
  const [body = ""] = sent.filter((one) => one.startsWith(`${CREATE} `));
  expect(JSON.parse(body.slice(CREATE.length))).toMatchObject({ employeeId: 1, services: [4] });
});

test("a service is found by any of its words, by what a caller calls it, or typed as it is", async () => {
  const { dialog, keys } = await openForm();
  const field = dialog.getByRole("combobox", { name: "Service" }) as HTMLInputElement;
  expect(field.value).toBe("");
  const find = async (words: string) => {
    await keys.click(field);
    await keys.clear(field);
    await keys.type(field, words);
    const list = within(await screen.findByRole("listbox", { name: "Options" }));
    return list.getAllByRole("option").map(({ textContent }) => textContent);
  };
  expect(await find("60 cut")).toEqual(["Cut 45 min, $60.00", "Use “60 cut”"]);
  expect(await find("haircut")).toEqual(["Cut 45 min, $60.00", "Use “haircut”"]);
  await find("Henna brows");
  await keys.keyboard("{Enter}");
  expect(field.value).toBe("Henna brows");
  await find("Brow tint");
  await keys.tab();
  expect(field.value).toBe("Brow tint");
});

test("another list of services keeps a picked time that is still free", async () => {
  const { dialog, press, pick, add } = await openForm();
  fireEvent.change(dialog.getByLabelText("Client"), { target: { value: "Ada Byrne" } });
  await pick("Service", /Color/);
  await press(/^Choose Fri, Nov 20 at/);
  await press("3:00 PM");
  dialog.getByRole("button", { name: "Book Fri 3:00 PM" });
  await add(/Blow-Dry/);
  await dialog.findByRole("button", { name: "Book Fri 3:00 PM" });
  await press("Remove Color");
  await press("Remove Blow-Dry");
  dialog.getByRole("combobox", { name: "Service" });
});

test("what is typed into the closed list of services searches it, from the first letter on", async () => {
  const { dialog, keys } = await openForm();
  const list = dialog.getByRole<HTMLInputElement>("combobox", { name: "Service" });
  act(() => list.focus());
  await keys.keyboard("bl");
  expect(list.value).toBe("bl");
  expect(
    screen.getAllByRole("option", { name: /min/ }).map(({ textContent }) => textContent),
  ).toEqual(["Blow-Dry 30 min, $35.00"]);
});

test("a visit with several employees is booked again whole, with whoever performs it, and shows the length of each part", async () => {
  const part = { employeeName: "Elena", canceled: false };
  const booked = { durationMinutes: 90, price: "180.00", bufferMinutes: 0, processing: null };
  const visit = appointment({
    ...{ employeeId: 2, visitId: 1, durationMinutes: 90 },
    services: [{ serviceId: 3, name: "Color", ...booked }],
    parts: [
      {
        ...{ ...part, id: 1, employeeId: 2, employeeName: "Tomas", service: "Color" },
        ...{ appointmentDate: "2026-11-19T13:00:00", durationMinutes: 90 },
        services: [{ serviceId: 3, name: "Color", ...booked }],
      },
      {
        ...{ ...part, id: 2, employeeId: 1, service: "Cut" },
        ...{ appointmentDate: "2026-11-19T14:30:00", durationMinutes: 45 },
        services: [{ serviceId: 4, name: "Cut", ...booked, durationMinutes: 45 }],
      },
      {
        ...{ ...part, id: 3, employeeId: 1, service: "Bridal trial" },
        ...{ appointmentDate: "2026-11-19T15:15:00", durationMinutes: 20, services: [] },
      },
    ],
  });
  const { keys } = await openApp("/appointments?date=2026-11-19", ADMIN, {
    ...WITH([visit]),
    "GET /api/services": [COLOR, CUT, DRY],
    "GET /api/availability": { slots: [], closedDays: [], offDays: [] },
    "GET /api/appointments/clients": [],
  });
  await keys.click(screen.getByRole("button", { name: /Ruth Abernathy/ }));
  const opened = within(await screen.findByRole("dialog", { name: /Ruth Abernathy/ }));
  opened.getByText("Elena, 20 min");
  await keys.click(opened.getByRole("button", { name: "Book Again" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  await waitFor(() =>
    expect(dialog.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Color1 h 30 min$180.00",
      "Cut45 min$60.00",
    ]),
  );
  dialog.getByText("Elena Sato");
  expect(dialog.queryByRole("button", { name: "Anyone" })).toBeNull();
});
