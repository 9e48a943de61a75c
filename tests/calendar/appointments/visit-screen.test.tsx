import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { ADMIN, NOW, openApp, staffWith } from "#tests/shell/app-stand.tsx";
import { appointment, CHANGE, changes, DAY, schedule, TODAY, WITH } from "./screen-stand.ts";

// The clock in the browser ticks on from the server's moment.
beforeAll(() => void setSystemTime(NOW));
afterAll(() => void setSystemTime());

const service = (serviceId: number, name: string, price: string) => ({
  ...{ serviceId, name, price, durationMinutes: 45, bufferMinutes: 0, processing: null },
});
const CUT = service(1, "Cut", "60.00");
const COLOR = service(2, "Color", "180.00");
const DEPOSIT: NonNullable<Appointment["deposit"]> = {
  ...{
    state: "paid",
    amount: "30.00",
    paidAt: "2026-11-14T12:00:00Z",
    expiresAt: null,
    owedRefund: null,
  },
};

async function openVisit(changes: Partial<Appointment>, more: object = {}, user = ADMIN) {
  const stand = await openApp(DAY, user, {
    ...WITH([appointment(changes)]),
    "GET /api/appointments/1/history": {
      visits: 12,
      entries: [
        { what: "Booked online", at: "2026-11-14T12:00:00Z" },
        { what: "Moved by maya", at: "2026-11-15T15:00:00Z" },
      ],
    },
    ...more,
  });
  await stand.keys.click(schedule().getByRole("button", { name: /^Ruth Abernathy/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ruth Abernathy" }));
  return { ...stand, dialog };
}

test("a visit says how often its client came, who booked and moved it, and leads to the conversation", async () => {
  const { dialog, keys, sent } = await openVisit(
    {},
    { "POST /api/conversations": new Promise(() => undefined) },
  );
  await dialog.findByText(", 12 visits");
  dialog.getByText("Booked online, Sat, Nov 14 at 6:00 AM");
  dialog.getByText("1 change");
  dialog.getByText("Moved by maya, Sun, Nov 15 at 9:00 AM");
  expect(dialog.getByRole("link", { name: "(202) 555-0134" }).getAttribute("href")).toBe(
    "tel:+12025550134",
  );
  await keys.click(dialog.getByRole("button", { name: "Message Ruth Abernathy" }));
  await waitFor(() => expect(sent).toContain('POST /api/conversations {"contactId":7}'));
});

test("a visit whose client is known by number only has the number on it, as on the calendar", async () => {
  const { keys } = await openApp(DAY, ADMIN, WITH([appointment({ clientName: "+12025550134" })]));
  const name = "(202) 555-0134";
  await keys.click(schedule().getByRole("button", { name: /^\(202\) 555-0134/ }));
  const dialog = within(await screen.findByRole("dialog", { name }));
  dialog.getByRole("button", { name: `Message ${name}` });
  await keys.click(dialog.getByRole("button", { name: "Move" }));
  await screen.findByText(/^\(202\) 555-0134, .+ Booked for/);
});

test("a no-show is marked in place, offers another booking first, and is taken back by a press", async () => {
  const begun = { appointmentDate: `${TODAY}T09:30:00` };
  const { dialog, keys, sent } = await openVisit(begun, {
    [CHANGE]: new Promise(() => undefined),
  });
  dialog.getByRole("button", { name: "Cancel Appointment" });
  await keys.click(dialog.getByRole("radio", { name: "No-show" }));
  const again = await dialog.findByRole("button", { name: "Book Again" });
  expect(again.className).toContain("primary");
  expect(dialog.queryByRole("button", { name: "Cancel Appointment" })).toBeNull();
  await keys.click(dialog.getByRole("radio", { name: "Booked" }));
  await waitFor(() =>
    expect(changes(sent)).toEqual([
      `${CHANGE} {"status":"no_show"}`,
      `${CHANGE} {"status":"booked"}`,
    ]),
  );
});

test("a visit under another name than the number's client says so", async () => {
  const numberOf = { contactId: 7, name: "Tomas Abernathy" };
  const { dialog } = await openVisit(
    {},
    { "GET /api/appointments/1/history": { visits: 3, entries: [], numberOf } },
  );
  await dialog.findByText(", Tomas Abernathy's number, 3 visits");
});

test("a visit opens with the focus on its state, which looks chosen, and not on the first of the states", async () => {
  const { dialog } = await openVisit({ status: "confirmed" });
  const confirmed = dialog.getByRole("radio", { name: "Confirmed" });
  await waitFor(() => expect(document.activeElement).toBe(confirmed));
});

test("Escape in the form that moves a visit leads back to the visit's Move button", async () => {
  const { dialog, keys } = await openVisit({});
  await keys.click(dialog.getByRole("button", { name: "Move" }));
  await screen.findByRole("dialog", { name: "Move Appointment" });
  await keys.keyboard("{Escape}");
  const visit = within(await screen.findByRole("dialog", { name: "Ruth Abernathy" }));
  const move = visit.getByRole("button", { name: "Move" });
  await waitFor(() => expect(document.activeElement).toBe(move));
});

test("that a visit has begun is no reason against a text about the time it isn't given yet", async () => {
  const { dialog, keys, sent } = await openVisit(
    { appointmentDate: `${TODAY}T09:30:00` },
    { "GET /api/appointments/text-refusal": { reason: "the appointment has begun or is over" } },
  );
  await keys.click(dialog.getByRole("button", { name: "Move" }));
  const form = within(await screen.findByRole("dialog", { name: "Move Appointment" }));
  const box = form.getByRole<HTMLInputElement>("checkbox", {
    name: "Text the client the new time",
  });
  expect([box.disabled, box.checked]).toEqual([false, true]);
  expect(sent.filter((one) => one.includes("text-refusal"))).toEqual([]);
});

test.each([
  ["booked", "10:10", true],
  ["booked", "10:11", false],
  // It ended at 9:45.
  ["booked", "09:00", true],
  ["confirmed", "09:00", true],
  ["arrived", "09:00", false],
  ["no_show", "09:00", false],
] as const)(
  "of a %s visit at %s, at ten, the arrival can be marked: %p",
  async (status, clock, isDue) => {
    const { dialog } = await openVisit({ status, appointmentDate: `${TODAY}T${clock}:00` });
    expect(dialog.queryByRole("button", { name: "Mark Arrived" }) !== null).toBe(isDue);
  },
);

test("a visit says how late its client is, and what speaks against its time", async () => {
  const { dialog } = await openVisit({
    ...{ appointmentDate: `${TODAY}T09:45:00`, clash: true, outsideHours: true },
  });
  dialog.getByText(", 15 min late, overlaps another visit, outside hours");
});

test("marking the arrival of a visit that is due shows it, and the payment comes next", async () => {
  const { dialog, keys, sent } = await openVisit(
    { appointmentDate: `${TODAY}T10:00:00` },
    { [CHANGE]: new Promise(() => undefined) },
  );
  const isMain = (name: string) => dialog.getByRole("button", { name }).matches(".primary");
  expect([isMain("Take Payment"), isMain("Mark Arrived")]).toEqual([false, true]);
  await keys.click(dialog.getByRole("button", { name: "Mark Arrived" }));
  expect(changes(sent)).toEqual([`${CHANGE} {"status":"arrived"}`]);
  await dialog.findByRole("radio", { name: "Arrived", checked: true });
  expect(dialog.queryByRole("button", { name: "Mark Arrived" })).toBeNull();
  expect(isMain("Take Payment")).toBe(true);
});

test("a client whose number gets no texts can't be messaged from their visit, which says why", async () => {
  const reason = "This client's number can't receive texts.";
  const { dialog, keys, sent } = await openVisit(
    {},
    { "GET /api/appointments/1/history": { visits: 3, entries: [], textingBarrier: reason } },
  );
  const button = await dialog.findByRole("button", {
    name: "Message Ruth Abernathy",
    description: reason,
  });
  await keys.click(button);
  await screen.findByText("Can't text this client");
  expect(sent).not.toContain('POST /api/conversations {"contactId":7}');
});

test("who may not open the inbox has no way to it", async () => {
  const { dialog } = await openVisit({}, {}, staffWith("/appointments"));
  expect(dialog.queryByRole("button", { name: /^Message/ })).toBeNull();
});

const PAID: NonNullable<Appointment["payment"]> = {
  ...{ id: 5, status: "paid", way: "cash", isFee: false, services: "240.00", extras: "0.00" },
  ...{ discount: "0.00", deposit: "30.00", tip: "20.00", amount: "230.00", refunded: "0.00" },
};

test.each<[of: string, Appointment["services"], Partial<Appointment>, rows: string[]]>([
  ["one service that nothing was paid for", [CUT], {}, ["Due$60.00"]],
  [
    "a deposit",
    [CUT, COLOR],
    { deposit: DEPOSIT },
    ["Total, 2 services$240.00", "Paid$30.00", "Due$210.00"],
  ],
  [
    "a payment with a tip",
    [CUT, COLOR],
    { deposit: DEPOSIT, payment: PAID },
    ["Total, 2 services$240.00", "Tip$20.00", "Paid$260.00", "Due$0.00"],
  ],
  [
    "a payment of which a part was refunded",
    [CUT, COLOR],
    { deposit: DEPOSIT, payment: { ...PAID, refunded: "60.00" } },
    ["Total, 2 services$240.00", "Tip$20.00", "Paid$260.00", "Refunded−$60.00", "Due$0.00"],
  ],
  [
    "a payment without one of the services, with a discount and a tip",
    [CUT, COLOR],
    {
      payment: {
        ...PAID,
        ...{
          services: "180.00",
          discount: "18.00",
          deposit: "0.00",
          tip: "8.00",
          amount: "170.00",
        },
      },
    },
    [
      ...["Total, 2 services$240.00", "Not charged−$60.00", "Discount−$18.00", "Tip$8.00"],
      ...["Paid$170.00", "Due$0.00"],
    ],
  ],
  [
    "a link with an own line",
    [CUT],
    {
      payment: {
        ...PAID,
        ...{ status: "open", way: "link", services: "60.00", extras: "24.50", deposit: "0.00" },
        ...{ tip: "0.00", amount: "84.50" },
      },
    },
    ["Total, 1 service$60.00", "Added$24.50", "Due$84.50"],
  ],
  [
    "a kept deposit",
    [CUT],
    { status: "no_show", deposit: { ...DEPOSIT, state: "kept" } },
    ["Total, 1 service$60.00", "Paid$30.00"],
  ],
])("the balance of %s", async (_, services, changes, rows) => {
  const { dialog } = await openVisit({ services, ...changes });
  const terms = dialog.getAllByRole("term");
  expect(terms.map(({ parentElement }) => parentElement?.textContent)).toEqual(rows);
});
