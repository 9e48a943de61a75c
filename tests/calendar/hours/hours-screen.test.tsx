import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import { ADMIN, openApp } from "#tests/shell/app-stand.tsx";

const DAY = [{ start: "09:00", end: "17:00" }];
const WEEKLY = { mon: DAY, tue: DAY, wed: DAY, thu: DAY, fri: DAY, sat: [], sun: [] };
const EMPLOYEE = {
  ...{ id: 1, name: "Jo", displayOrder: 0, createdAt: "2026-11-01T15:00:00Z" },
  ...{ workStartTime: "09:00", workEndTime: "18:00" },
};
const NOTE = "Jo works 1 hour past closing Monday through Friday.";

test.each([
  ["in the week", [], false],
  ["and then confirmed", [NOTE], true],
  ["and then checked", [], true],
])(
  "a day that someone else saves meanwhile isn't taken back with the day that is edited here %s",
  async (_, notes, isPressedBefore) => {
    const saved = { weekly: WEEKLY, upcoming: [], closedDays: [], reviewed: true, notes: [] };
    const answers = { "GET /api/hours": { ...saved, unstaffed: [] } };
    const checked = Promise.withResolvers<object>();
    const preview = { from: "2026-11-19", days: [], notes, visitsOutside: 0 };
    if (notes.length > 0) checked.resolve(preview);
    const { client, keys, sent } = await openApp("/settings/hours", ADMIN, {
      ...{ "GET /api/employees": [], "GET /api/time-off": [], "GET /api/hours/affected": [] },
      "POST /api/hours/preview": checked.promise,
      "PUT /api/hours": { affected: [] },
      "GET /api/hours": answers["GET /api/hours"],
    });
    const press = async (name: string) => keys.click(await screen.findByRole("button", { name }));
    await keys.click(await screen.findByRole("switch", { name: /^Sat/ }));
    if (isPressedBefore) await press("Save Hours");
    const late = [{ start: "10:00", end: "18:00" }];
    answers["GET /api/hours"].weekly = { ...WEEKLY, mon: late };
    await client.invalidateQueries();
    await waitFor(() =>
      expect(screen.getByLabelText(/^Monday.*from/)).toHaveProperty("value", "10:00 AM"),
    );
    checked.resolve(preview);
    if (notes.length > 0 || !isPressedBefore) await press("Save Hours");
    await screen.findByText("Hours saved");
    const [body = "{}"] = sent.filter((one) => one.startsWith("PUT /api/hours "));
    const { weekly } = JSON.parse(body.slice("PUT /api/hours ".length));
    expect([weekly.mon, weekly.sat.length]).toEqual([late, 1]);
  },
);

test("an employee's own hours are replaced by the salon's only after a question", async () => {
  const { keys, sent } = await openApp("/settings/hours?employee=1", ADMIN, {
    "GET /api/hours": {
      ...{ weekly: WEEKLY, upcoming: [], closedDays: [], reviewed: true, notes: [] },
      unstaffed: [],
    },
    ...{ "GET /api/employees": [EMPLOYEE], "GET /api/time-off": [], "GET /api/hours/affected": [] },
    "GET /api/employees/1/hours": { weekly: WEEKLY, upcoming: [], notes: [] },
    "PUT /api/employees/1/hours": { affected: [] },
  });
  const like = await screen.findByRole("switch", { name: "Works when the salon is open" });
  await keys.click(screen.getByRole("switch", { name: /^Sat/ }));
  await keys.click(like);
  await keys.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(document.activeElement).toBe(like));
  expect(screen.getByRole("switch", { name: /^Sat/ })).toHaveProperty("checked", true);
  expect(sent).toEqual([]);
  await keys.click(like);
  await keys.click(await screen.findByRole("button", { name: "Use Salon's Hours" }));
  await screen.findByText("Hours saved");
  expect(sent).toEqual(['PUT /api/employees/1/hours {"weekly":null}']);
});

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
