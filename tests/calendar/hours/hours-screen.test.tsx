import { expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import { ADMIN, openApp } from "#tests/shell/app-stand.tsx";

const DAY = [{ start: "09:00", end: "17:00" }];
const WEEKLY = { mon: DAY, tue: DAY, wed: DAY, thu: DAY, fri: DAY, sat: [], sun: [] };
const EMPLOYEE = {
  ...{ id: 1, name: "Jo", displayOrder: 0, createdAt: "2026-11-01T15:00:00Z" },
  ...{ workStartTime: "09:00", workEndTime: "18:00" },
};
const NOTE = "Jo works 1 hour past closing Monday through Friday.";

test("an employee's own hours are named, and a note on the week is above its Save button", async () => {
  await openApp("/settings/hours", ADMIN, {
    "GET /api/hours": {
      ...{ weekly: WEEKLY, upcoming: [], closedDays: [], reviewed: true },
      ...{ notes: [NOTE], unstaffed: [] },
    },
    "GET /api/employees": [
      EMPLOYEE,
      { ...EMPLOYEE, id: 2, name: "Ana", workStartTime: null, workEndTime: null },
    ],
    "GET /api/time-off": [],
    "GET /api/hours/affected": [],
  });
  const people = within(await screen.findByRole("group", { name: "Hours for" }));
  people.getByRole("button", { name: "Jo Own hours" });
  people.getByRole("button", { name: "Ana" });
  const note = screen.getByText(NOTE);
  const save = screen.getByRole("button", { name: "Save Hours" });
  expect(note.compareDocumentPosition(save)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
