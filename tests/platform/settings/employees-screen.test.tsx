import { expect, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { ADMIN, openApp, refuseWith } from "#tests/shell/app-stand.tsx";
import { employeeRows } from "#tests/shell/rows.ts";

const [ELENA, TOMAS] = employeeRows("Elena Sato", "Tomas Cruz");
const EMPLOYEES = [{ ...ELENA, workStartTime: "10:00", workEndTime: "18:00" }, TOMAS];
const WITH = { "GET /api/employees": EMPLOYEES };
const card = (name: string) => within(screen.getByRole("region", { name }));

async function choose(keys: UserEvent, name: string, item: string): Promise<void> {
  const employees = card("Appointment Employees");
  await keys.click(await employees.findByRole("button", { name: `More for ${name}` }));
  await keys.click(await screen.findByRole("menuitem", { name: item }));
}

test("an employee is added by trimmed name, and refused with a message", async () => {
  const { keys, sent } = await openApp("/settings/salon", ADMIN, {
    ...WITH,
    "POST /api/employees": EMPLOYEES[0],
  });
  const employees = card("Appointment Employees");
  const add = await employees.findByRole<HTMLButtonElement>("button", { name: "Add Employee" });
  await keys.type(employees.getByLabelText("Employee name"), "  ");
  expect(add.disabled).toBe(true);
  await keys.type(employees.getByLabelText("Employee name"), "Priya ");
  await keys.click(add);
  await screen.findByText("Employee added");
  expect(sent).toEqual(['POST /api/employees {"name":"Priya"}']);
});

test("the next name, typed while one is being added, stays", async () => {
  const added = Promise.withResolvers<unknown>();
  const { keys } = await openApp("/settings/salon", ADMIN, {
    ...WITH,
    "POST /api/employees": added.promise,
  });
  const employees = card("Appointment Employees");
  const name = await employees.findByLabelText<HTMLInputElement>("Employee name");
  await keys.type(name, "Priya");
  await keys.click(employees.getByRole("button", { name: "Add Employee" }));
  await employees.findByRole("button", { name: "Adding..." });
  await keys.clear(name);
  await keys.type(name, "Noor");
  added.resolve(EMPLOYEES[0]);
  await screen.findByText("Employee added");
  expect(name.value).toBe("Noor");
});

test("a failure to add an employee says why", async () => {
  const expectedText = "There's already an employee named Elena Sato.";
  const { keys } = await openApp("/settings/salon", ADMIN, {
    ...WITH,
    "POST /api/employees": refuseWith({
      status: 409,
      message: expectedText,
      errors: { name: expectedText },
    }),
  });
  const employees = card("Appointment Employees");
  await keys.type(await employees.findByLabelText("Employee name"), "Elena Sato");
  await keys.click(employees.getByRole("button", { name: "Add Employee" }));
  await screen.findByText("Failed to add employee");
  expect(screen.getAllByText(expectedText).length).toBeGreaterThan(0);
});

test("hours are edited in their row, from nine to five if none are set", async () => {
  const { keys, sent } = await openApp("/settings/salon", ADMIN, {
    ...WITH,
    "PATCH /api/employees/2": EMPLOYEES[1],
  });
  const employees = card("Appointment Employees");
  await employees.findByText("10:00 AM to 6:00 PM");
  await keys.click(employees.getByRole("button", { name: "Working hours of Tomas Cruz" }));
  const form = within(employees.getByRole("form", { name: "Working hours of Tomas Cruz" }));
  const time = (label: string) => form.getByLabelText<HTMLInputElement>(label);
  await waitFor(() =>
    expect([time("Start time").value, time("End time").value]).toEqual(["9:00 AM", "5:00 PM"]),
  );
  const end = time("End time");
  fireEvent.change(end, { target: { value: "08:00" } });
  await keys.click(form.getByRole("button", { name: "Save" }));
  form.getByText("End time must be after start time");
  fireEvent.change(end, { target: { value: "20:00" } });
  await keys.click(form.getByRole("button", { name: "Save" }));
  await screen.findByText("Working hours updated");
  expect(sent).toEqual(['PATCH /api/employees/2 {"workStartTime":"09:00","workEndTime":"20:00"}']);
});

test("Cancel restores the hours", async () => {
  const { keys, sent } = await openApp("/settings/salon", ADMIN, WITH);
  const employees = card("Appointment Employees");
  await keys.click(await employees.findByRole("button", { name: "Working hours of Tomas Cruz" }));
  await keys.click(employees.getByRole("button", { name: "Cancel" }));
  expect(employees.queryByRole("form", { name: "Working hours of Tomas Cruz" })).toBeNull();
  expect(sent).toEqual([]);
});

test("deleting warns that the appointments are deleted too", async () => {
  const { keys, sent } = await openApp("/settings/salon", ADMIN, {
    ...WITH,
    "GET /api/employees/2/upcoming": { count: 0 },
    "DELETE /api/employees/2": null,
  });
  await choose(keys, "Tomas Cruz", "Delete");
  const dialog = within(await screen.findByRole("alertdialog", { name: "Delete Employee" }));
  dialog.getByText(
    "Are you sure you want to delete Tomas Cruz? This also deletes their appointments.",
  );
  await keys.click(await dialog.findByRole("button", { name: "Delete" }));
  await screen.findByText("Employee deleted");
  expect(sent).toEqual(["DELETE /api/employees/2"]);
});

test("upcoming appointments are counted, and move to a colleague unless they are to be deleted", async () => {
  const { keys, sent } = await openApp("/settings/salon", ADMIN, {
    ...WITH,
    "GET /api/employees/2/upcoming": { count: 12 },
    "DELETE /api/employees/2": refuseWith({ status: 409, message: "Not moved", errors: {} }),
    "DELETE /api/employees/2?reassignTo=1&textClients=true": null,
  });
  await choose(keys, "Tomas Cruz", "Delete");
  const dialog = within(await screen.findByRole("alertdialog", { name: "Delete Employee" }));
  const select = await dialog.findByLabelText<HTMLSelectElement>("12 upcoming appointments");
  expect([...select.options].map(({ text }) => text)).toEqual([
    "Move to Elena Sato",
    "Cancel them and text the clients",
    "Delete them",
  ]);
  await keys.click(dialog.getByRole("button", { name: "Move and Delete" }));
  await screen.findByText("Employee deleted");
  expect(sent).toEqual(["DELETE /api/employees/2"]);
});

test("the columns are reordered one step at a time", async () => {
  const { keys, sent } = await openApp("/settings/salon", ADMIN, {
    ...WITH,
    "PATCH /api/employees/2": EMPLOYEES[1],
  });
  await choose(keys, "Tomas Cruz", "Move Up");
  await waitFor(() => expect(sent).toEqual(['PATCH /api/employees/2 {"displayOrder":0}']));
});

test("a calendar address is created, shown, replaced and removed", async () => {
  const FEED = "POST /api/employees/1/calendar-feed";
  const { keys, sent } = await openApp("/settings/salon", ADMIN, {
    ...WITH,
    "GET /api/employees/1/calendar-feed": { path: null },
    [FEED]: { path: "/calendar/1-secret.ics" },
    "DELETE /api/employees/1/calendar-feed": null,
  });
  const employees = card("Appointment Employees");
  await choose(keys, "Elena Sato", "Calendar Address");
  await keys.click(await employees.findByRole("button", { name: "Create Calendar Address" }));
  const address = await employees.findByLabelText<HTMLInputElement>(
    "Calendar address of Elena Sato",
  );
  expect(address.value).toEndWith("/calendar/1-secret.ics");
  await keys.click(employees.getByRole("button", { name: "New Address" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "New Calendar Address" }));
  await keys.click(dialog.getByRole("button", { name: "Create New Address" }));
  await keys.click(await employees.findByRole("button", { name: "Remove" }));
  await screen.findByText("Calendar address removed");
  expect(sent).toEqual([FEED, FEED, "DELETE /api/employees/1/calendar-feed"]);
});

const IMPORT = "POST /api/appointments/import";
const csv = new File(["a,b\n"], "book.csv", { type: "text/csv" });

test("a file is imported, and the skipped rows are shown", async () => {
  const errors = [{ row: 3, reason: 'There\'s no employee named "Zoe"' }];
  const { keys, sent } = await openApp("/settings/advanced", ADMIN, {
    ...WITH,
    [IMPORT]: { imported: 4, total: 6, alreadyThere: 1, errors },
  });
  const part = card("Import Appointment Data");
  await part.findByRole("button", { name: "Choose CSV File" });
  await keys.upload(part.getByLabelText("CSV file"), csv);
  await screen.findByText("Appointments imported");
  screen.getByText("Successfully imported 4 out of 6 appointments");
  await part.findByText("4 appointments added of 6. 1 was already in the calendar.");
  part.getByText('Row 3: There\'s no employee named "Zoe"');
  part.getByRole("button", { name: "Download These Rows" });
  expect(sent).toEqual([`${IMPORT} {"file":"${btoa("a,b\n")}"}`]);
});

test("an import that fails says so", async () => {
  const { keys } = await openApp("/settings/advanced", ADMIN, {
    ...WITH,
    [IMPORT]: refuseWith({ status: 400, message: "This file is missing Resource." }),
  });
  const part = card("Import Appointment Data");
  await part.findByRole("button", { name: "Choose CSV File" });
  await keys.upload(part.getByLabelText("CSV file"), csv);
  await screen.findByText("Failed to import appointments");
  screen.getByText("This file is missing Resource.");
});

test("clearing asks with the specification's text, and shows how many", async () => {
  const CLEAR = "DELETE /api/appointments/clear";
  const { keys, sent } = await openApp("/settings/advanced", ADMIN, {
    ...WITH,
    [CLEAR]: { count: 412 },
  });
  const part = card("Clear All Appointments");
  await keys.click(await part.findByRole("button", { name: "Clear All Appointments" }));
  const dialog = within(
    await screen.findByRole("alertdialog", { name: "Clear All Appointments?" }),
  );
  dialog.getByRole("button", { name: "Cancel" });
  await keys.click(dialog.getByRole("button", { name: "Yes, Clear All" }));
  await screen.findByText("Appointments cleared");
  screen.getByText("Successfully cleared 412 appointments");
  expect(sent).toEqual([CLEAR]);
});
