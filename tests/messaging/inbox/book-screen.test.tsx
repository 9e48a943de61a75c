import { expect, test } from "bun:test";
import { fireEvent, screen, within } from "@testing-library/react";
import { ADMIN, openApp } from "#tests/shell/app-stand.tsx";
import { employeeRows, serviceRow } from "#tests/shell/rows.ts";
import { ODALYS } from "./conversation.ts";

const WITH = {
  "GET /api/conversations": { conversations: [ODALYS], nextCursor: null, unread: 0 },
  "GET /api/conversations/7/messages": { messages: [], nextCursor: null, newerCursor: null },
  "GET /api/drafts": [],
  "GET /api/employees": employeeRows("Elena Sato", "Tomas Cruz"),
  "GET /api/services": [
    serviceRow({ id: 3, name: "Facial", employeeIds: null }),
    serviceRow({ id: 4, name: "Balayage", employeeIds: null }),
  ],
  "GET /api/availability": {
    slots: [{ start: "2026-11-20T14:30:00", employeeId: 2 }],
    ...{ closedDays: [], offDays: [] },
  },
  "GET /api/appointments/text-refusal": { reason: null },
};
const FACIAL = {
  ...{
    id: 1,
    employeeId: 1,
    clientName: "Odalys Quintero",
    appointmentDate: "2026-11-12T10:00:00",
  },
  ...{ durationMinutes: 60, bufferMinutes: 0, services: [{ serviceId: 3 }], parts: [] },
  ...{ status: "completed", service: "Facial", phoneNumber: null, notes: "", repeat: null },
};

async function book(named: number[]) {
  const { keys } = await openApp("/inbox?c=7", ADMIN, {
    ...WITH,
    "GET /api/contacts/3/appointments": { next: [], last: [FACIAL], named },
  });
  await keys.click(screen.getByRole("button", { name: "Book" }));
  return { keys, dialog: within(await screen.findByRole("dialog", { name: "Book Appointment" })) };
}

test("the service that the conversation names comes before that of the last visit", async () => {
  const { dialog } = await book([4]);
  await dialog.findByText("From your texts");
  dialog.getByText("Balayage");
  await dialog.findByText("Answers Odalys in this conversation as soon as you book");
});

test("if it names none, or one that the salon no longer has, the last visit's is filled in", async () => {
  const { dialog } = await book([9]);
  await dialog.findByText("Same as Nov 12");
  dialog.getByText("Facial");
  expect(dialog.queryByText("From your texts")).toBeNull();
});

test("while today is full, the first day with a free time is shown", async () => {
  const { dialog } = await book([4]);
  await dialog.findByRole("button", { name: "Fri 20 1 left", pressed: true });
  dialog.getByRole("button", { name: "2:30 PM" });
});

test("another client than that of the conversation doesn't get its number", async () => {
  const { dialog, keys } = await book([4]);
  await dialog.findByText("(512) 555-0142");
  await keys.click(dialog.getByRole("button", { name: "Change" }));
  fireEvent.change(dialog.getByLabelText("Client"), { target: { value: "Joan Whitlock" } });
  expect(dialog.queryByDisplayValue("(512) 555-0142")).toBeNull();
});
