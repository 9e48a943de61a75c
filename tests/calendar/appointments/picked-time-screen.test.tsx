import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ADMIN, NOW, openApp } from "#tests/shell/app-stand.tsx";
import { employeeRows, serviceRow } from "#tests/shell/rows.ts";
import { appointment, DAY, WITH } from "./screen-stand.ts";

beforeAll(() => void setSystemTime(NOW));
afterAll(() => void setSystemTime());

const at = (when: string) => ({ start: `2026-11-${when}:00`, employeeId: 2 });
const RUTH = { id: 4, name: "Ruth Abernathy", phoneNumber: "+12025550134" };
const JOAN = {
  ...{ id: 2, contactId: 9, clientName: "Joan Whitlock", phoneNumber: "+12025550139" },
  ...{ services: [3], employeeId: null, notes: "", createdAt: "2026-11-01T00:00:00Z" },
};
const AVAILABILITY = "GET /api/availability";
const ANSWERS = {
  ...WITH([]),
  "GET /api/services": [
    serviceRow({ id: 3, name: "Facial", employeeIds: null }),
    serviceRow({ id: 4, name: "Balayage", employeeIds: [2] }),
  ],
  [AVAILABILITY]: {
    slots: [at("19T14:30"), at("19T15:00"), at("20T10:00")],
    ...{ closedDays: [], offDays: [] },
  },
  "GET /api/appointments/clients": [],
  "GET /api/contacts": { contacts: [RUTH], total: 1, nextCursor: null },
  "GET /api/contacts/4/appointments": {
    next: [],
    last: [
      { ...appointment({ appointmentDate: "2026-10-21T10:00:00" }), services: [{ serviceId: 3 }] },
    ],
  },
  "GET /api/contacts/9/appointments": { next: [], last: [] },
  "GET /api/waitlist/fitting-at": [JOAN],
};

async function open(more: object = {}) {
  const stand = await openApp(`${DAY}&new=1`, ADMIN, { ...ANSWERS, ...more });
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  return {
    ...stand,
    dialog,
    press: async (name: string | RegExp) =>
      stand.keys.click(await dialog.findByRole("button", { name })),
    chooseRuth: async () => {
      fireEvent.change(dialog.getByLabelText("Client"), { target: { value: "Ruth" } });
      await stand.keys.click(await dialog.findByRole("option", { name: /Ruth Abernathy/ }));
      await dialog.findByText(/^Same as/);
    },
    choose: async (service: RegExp, name = "Service") => {
      await stand.keys.click(dialog.getByRole("combobox", { name }));
      await stand.keys.click(await screen.findByRole("option", { name: service }));
    },
    offers: (time: string) => dialog.findByRole("button", { name: `Book ${time}` }),
  };
}

test("a time that was picked stays with a client who is chosen after it", async () => {
  const { press, chooseRuth, choose, offers } = await open();
  await choose(/Facial/);
  await press("3:00 PM");
  await chooseRuth();
  expect(await offers("3:00 PM")).toHaveProperty("disabled", false);
});

test("a time that was picked stays with a client who waits for it", async () => {
  const { press, choose, offers } = await open();
  await choose(/Facial/);
  await press("3:00 PM");
  await press(/Joan Whitlock/);
  expect(await offers("3:00 PM")).toHaveProperty("disabled", false);
});

test("a time that was picked stays with another employee, and when its day is pressed again", async () => {
  const { dialog, keys, press, chooseRuth, offers } = await open();
  await chooseRuth();
  await press("3:00 PM");
  await press(/^Thu/);
  await offers("3:00 PM");
  const [, , other] = within(dialog.getByRole("group", { name: /^With/ })).getAllByRole("button");
  await keys.click(other as HTMLElement);
  expect(await offers("3:00 PM")).toHaveProperty("disabled", false);
});

test("no time is chosen for the client, and another service takes back one that isn't free for it", async () => {
  const none = { slots: [], closedDays: ["2026-11-19"], offDays: [] };
  const week = "withNow=1&from=2026-11-19&to=2026-11-25";
  const { dialog, press, chooseRuth, choose, offers } = await open({
    [AVAILABILITY]: none,
    [`${AVAILABILITY}?services=3&${week}`]: { ...none, slots: [at("20T14:30")] },
    [`${AVAILABILITY}?services=4&${week}`]: { ...none, slots: [at("21T11:00")] },
  });
  await chooseRuth();
  await dialog.findByRole("button", { name: "2:30 PM", pressed: false });
  expect(dialog.getByRole("button", { name: "Book" })).toHaveProperty("disabled", true);
  await press("2:30 PM");
  await offers("Fri 2:30 PM");
  await press("Choose Another");
  await choose(/Balayage/);
  await press(/^Sat/);
  await press("11:00 AM");
  await offers("Sat 11:00 AM");
});

test("Enter in a name whose clients aren't known yet books nothing", async () => {
  const { dialog, keys, choose, sent } = await open();
  await choose(/Facial/);
  act(() => dialog.getByLabelText("Client").focus());
  await keys.keyboard("Ru{Enter}");
  await dialog.findByRole("option", { name: /Ruth Abernathy/ });
  expect(sent.filter((one) => one.startsWith("POST /api/appointments "))).toEqual([]);
});

test("a picked time that someone else takes meanwhile isn't booked, and another one is chosen", async () => {
  const slots = [at("19T14:30"), at("19T15:00")];
  const free = { slots, ...{ closedDays: [], offDays: [] } };
  const { client, dialog, press, choose, offers } = await open({ [AVAILABILITY]: free });
  await choose(/Facial/);
  await press("3:00 PM");
  await offers("3:00 PM");
  slots.pop();
  await client.invalidateQueries();
  await dialog.findByText("3:00 PM was just taken.");
  expect(dialog.queryByRole("button", { name: "Book 3:00 PM" })).toBeNull();
  await press("2:30 PM");
  await offers("2:30 PM");
});

test("a picked time whose employee someone else books meanwhile is with another one who is free then", async () => {
  const slots = [at("19T14:30"), at("19T15:00")];
  const free = { slots, ...{ closedDays: [], offDays: [] } };
  const { client, sent, keys, press, choose, chooseRuth, offers } = await open({
    [AVAILABILITY]: free,
    "POST /api/appointments": appointment(),
  });
  await choose(/Facial/);
  await press("3:00 PM");
  await chooseRuth();
  slots[1] = { ...at("19T15:00"), employeeId: 1 };
  await client.invalidateQueries();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  await keys.click(await offers("3:00 PM"));
  await waitFor(() => expect(sent.join()).toContain("POST /api/appointments "));
  expect(sent.join()).toContain('"employeeId":1');
});

test.each([
  ["anyone", []],
  ["an employee who performs what they can", ["Elena Sato"]],
])(
  "a picked time with %s changes who performs the later services when they are taken",
  async (_, wish) => {
    const slotWith = (employeeId: number) => ({
      ...{ ...at("19T15:00"), employeeId: 1, end: at("19T17:00").start },
      parts: [
        { serviceId: 3, employeeId: 1, start: at("19T15:00").start, end: at("19T16:00").start },
        { serviceId: 4, employeeId, start: at("19T16:00").start, end: at("19T17:00").start },
      ],
    });
    const slots = [slotWith(2)];
    const { client, dialog, sent, keys, press, choose, chooseRuth, offers } = await open({
      "GET /api/employees": employeeRows("Elena Sato", "Tomas Cruz", "Ada Moss"),
      "GET /api/services": [
        serviceRow({ id: 3, name: "Facial", employeeIds: [1] }),
        serviceRow({ id: 4, name: "Balayage", employeeIds: [2, 3] }),
      ],
      [AVAILABILITY]: { slots, closedDays: [], offDays: [] },
      "POST /api/appointments": appointment(),
    });
    await chooseRuth();
    await press("Add Service");
    await choose(/Balayage/, "Another service");
    for (const name of wish) await press(name);
    await press(/^3:00 PM/);
    await dialog.findByText(/^With Elena, then Tomas/);
    slots[0] = slotWith(3);
    await client.invalidateQueries();
    await dialog.findByText(/^With Elena, then Ada/);
    await keys.click(await offers("3:00 PM"));
    await waitFor(() => expect(sent.join()).toContain("POST /api/appointments "));
    expect(sent.join()).toContain('"performers":[1,3]');
  },
);

test("a picked time that has passed stays, and isn't called taken", async () => {
  const slots = [at("19T14:30"), at("19T15:00")];
  const free = { slots, ...{ closedDays: [], offDays: [] } };
  const { client, dialog, press, choose, offers } = await open({ [AVAILABILITY]: free });
  await choose(/Facial/);
  await press("3:00 PM");
  setSystemTime(new Date("2026-11-19T21:01:00Z"));
  slots.pop();
  await client.invalidateQueries();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  await offers("3:00 PM");
  expect(dialog.queryByText("3:00 PM was just taken.")).toBeNull();
  setSystemTime(NOW);
});
