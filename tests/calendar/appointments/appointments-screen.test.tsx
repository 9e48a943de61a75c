import { afterAll, afterEach, beforeAll, expect, setSystemTime, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { DetachedWindowAPI } from "happy-dom";
import { ADMIN, NOW, openApp, refuseWith, staffWith } from "#tests/shell/app-stand.tsx";
import { appointment, CHANGE, changes, DAY, LIST, schedule, TODAY, WITH } from "./screen-stand.ts";

// The clock in the browser ticks on from the server's moment.
beforeAll(() => void setSystemTime(NOW));
afterAll(() => void setSystemTime());
afterEach(() => setWidth(1024));

test("the day shows a column for each employee, with the count and the times", async () => {
  await openApp(
    DAY,
    ADMIN,
    WITH([
      appointment(),
      appointment({
        id: 2,
        employeeId: 2,
        status: "confirmed",
        thankYouSent: true,
        reminderSent: true,
        clash: true,
        outsideHours: true,
      }),
    ]),
  );
  screen.getByRole("heading", { level: 2, name: "Thursday, November 19" });
  screen.getByText("2 appointments");
  expect(
    schedule()
      .getAllByRole("heading", { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(["Elena Sato", "Tomas Cruz"]);
  schedule().getAllByText("1 today, 9:00 to 5:00");
  schedule().getByRole("button", {
    name: /^Ruth Abernathy ?, 1:00 – 1:45 PM ?, \(202\) 555-0134 ?, Dermaplaning ?, with Elena Sato$/,
  });
  schedule().getByRole("button", {
    name: /^Ruth Abernathy ?, Confirmed ?, Overlaps ?, Outside hours ?, Reminded ?, Thanked ?, 1:00.*with Tomas Cruz$/,
  });
  schedule().getByRole("img", { name: "Now, 10:00 AM" });
});

test("an employee without appointments has a note that says so", async () => {
  await openApp(DAY, ADMIN, WITH([appointment()]));
  expect(schedule().getAllByText("No appointments")).toHaveLength(1);
});

test("without employees, the screen offers to add one", async () => {
  await openApp(DAY, ADMIN);
  screen.getByRole("heading", { name: "No employees found." });
  screen.getByText("Add employees in Settings to start tracking appointments.");
  expect(screen.getByRole("link", { name: "Add Employees" }).getAttribute("href")).toBe(
    "/settings/salon#employees",
  );
});

test("a user who may see no employee reads who can change that, without a button to add one", async () => {
  await openApp(DAY, staffWith("/appointments"));
  screen.getByRole("heading", { name: "No employees found." });
  screen.getByText("Ask an administrator to show you an employee's schedule.");
  expect(screen.queryByText(/in Settings/)).toBeNull();
  expect(screen.queryByRole("link", { name: "Add Employees" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Add Appointment" })).toBeNull();
});

test("the address holds the day, also for earlier and later days, today and the week", async () => {
  setWidth(1440);
  const { keys } = await openApp(DAY, ADMIN, WITH([appointment()]));
  await keys.click(screen.getByRole("button", { name: "Next day" }));
  expect(location.search).toBe("?date=2026-11-20");
  await screen.findByRole("heading", { name: "Friday, November 20" });
  await keys.click(screen.getByRole("button", { name: "Previous day" }));
  await keys.click(screen.getByRole("button", { name: "Previous day" }));
  expect(location.search).toBe("?date=2026-11-18");
  await keys.click(screen.getByRole("button", { name: "Today" }));
  expect(location.search).toBe(`?date=${TODAY}`);
  await keys.click(screen.getByRole("radio", { name: "Week" }));
  await screen.findByRole("heading", { name: "Nov 19 to 25" });
  expect(location.search).toBe(`?date=${TODAY}&view=week`);
  await keys.click(screen.getByRole("button", { name: "Next week" }));
  expect(location.search).toContain("date=2026-11-26");
});

test("a short visit's card has no room for the number, which its dialog shows", async () => {
  await openApp(DAY, ADMIN, WITH([appointment({ durationMinutes: 30 })]));
  const card = await schedule().findByRole("button", { name: /^Ruth Abernathy/ });
  expect(card.textContent).not.toContain("(202) 555-0134");
});

test("on a phone, the day is that of the employee whose visit was opened", async () => {
  setWidth(390);
  const visit = appointment({ employeeId: 2 });
  const { keys } = await openApp(`${DAY}&visit=1`, ADMIN, {
    ...WITH([appointment({ id: 2, clientName: "Grace Kim" }), visit]),
    "GET /api/services": [],
  });
  const dialog = within(await screen.findByRole("dialog", { name: /Ruth Abernathy/ }));
  await keys.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  screen.getByRole("button", { name: /^Tomas Cruz/, pressed: true });
  expect(location.search).toBe(`?date=${TODAY}&employee=2`);
  await keys.click(screen.getByRole("button", { name: /^Elena Sato/ }));
  screen.getByRole("button", { name: /^Elena Sato/, pressed: true });
});

test("an empty day that wasn't asked for is replaced by the nearest day with appointments", async () => {
  const nearest = Response.json([], { headers: { "x-first-appointment-date": "2026-11-24" } });
  const { keys } = await openApp("/appointments", ADMIN, { ...WITH([]), [LIST]: nearest });
  await screen.findByRole("heading", { name: "Tuesday, November 24" });
  screen.getByText("No appointments today. This is the nearest day with appointments.");
  await keys.click(screen.getByRole("button", { name: "Today" }));
  await screen.findByRole("heading", { name: "Thursday, November 19" });
  expect(screen.queryByText(/nearest day/)).toBeNull();
});

test("today is shown when it has appointments, whatever days are near", async () => {
  const today = Response.json([appointment()], {
    headers: { "x-first-appointment-date": TODAY },
  });
  await openApp("/appointments", ADMIN, { ...WITH([]), [LIST]: today });
  await screen.findByRole("heading", { name: "Thursday, November 19" });
});

test("missing numbers are looked up when other days are shown, by users who may see them", async () => {
  const { keys, sent } = await openApp(DAY, ADMIN, WITH([]));
  await keys.click(screen.getByRole("button", { name: "Next day" }));
  await waitFor(() =>
    expect(sent).toEqual([
      `POST /api/appointments/match-phones {"startDate":"${TODAY}","endDate":"${TODAY}"}`,
      'POST /api/appointments/match-phones {"startDate":"2026-11-20","endDate":"2026-11-20"}',
    ]),
  );
});

test("users who may not see numbers trigger no lookup", async () => {
  const veiled = staffWith("/appointments");
  const { sent } = await openApp(
    DAY,
    { ...veiled, permissions: { ...veiled.permissions, canViewClientPhoneNumbers: false } },
    WITH([appointment({ phoneNumber: "••• ••• 0134" })]),
  );
  expect(sent).toEqual([]);
});

const card = () => schedule().getByRole("button", { name: /^Ruth Abernathy/ });

test("the space bar picks a card up, arrows move it, Enter drops it, and each step is announced", async () => {
  const { sent } = await openApp(DAY, ADMIN, { ...WITH([appointment()]), [CHANGE]: appointment() });
  const status = () => schedule().getAllByRole("status")[0]?.textContent;
  card().focus();
  fireEvent.keyDown(card(), { key: " " });
  expect(status()).toContain("Picked up Ruth Abernathy");
  fireEvent.keyDown(card(), { key: "ArrowRight" });
  expect(status()).toBe("1:00 PM, Tomas Cruz");
  fireEvent.keyDown(card(), { key: "ArrowUp" });
  fireEvent.keyDown(card(), { key: "ArrowUp" });
  expect(status()).toBe("12:30 PM, Tomas Cruz");
  fireEvent.keyDown(card(), { key: "Enter" });
  await waitFor(() =>
    expect(changes(sent)).toEqual([
      `${CHANGE} {"employeeId":2,"appointmentDate":"${TODAY}T12:30:00","notify":true}`,
    ]),
  );
  await screen.findByText("Appointment moved");
});

test("Escape, or dropping a card where it was, changes nothing", async () => {
  const { sent } = await openApp(DAY, ADMIN, WITH([appointment()]));
  for (const end of ["Escape", "Enter"]) {
    fireEvent.keyDown(card(), { key: " " });
    if (end === "Escape") fireEvent.keyDown(card(), { key: "ArrowDown" });
    fireEvent.keyDown(card(), { key: end });
    expect(schedule().getAllByRole("status")[0]?.textContent).toBe("Back where it was.");
  }
  expect(changes(sent)).toEqual([]);
});

test("a conflict is asked about, and the card moves anyway after a confirmation", async () => {
  const text = "Tomas Cruz already has an appointment, 1:00 – 2:00 PM.";
  const clash = refuseWith({ status: 409, message: text, errors: { allowOverlap: text } });
  const { keys, sent } = await openApp(DAY, ADMIN, { ...WITH([appointment()]), [CHANGE]: clash });
  fireEvent.keyDown(card(), { key: " " });
  fireEvent.keyDown(card(), { key: "ArrowRight" });
  fireEvent.keyDown(card(), { key: "Enter" });
  const dialog = within(await screen.findByRole("alertdialog", { name: "Move Anyway?" }));
  dialog.getByText(text);
  // Meanwhile it stands where it was.
  screen.getByRole("button", { name: /^Ruth Abernathy.*with Elena Sato/, hidden: true });
  await keys.click(dialog.getByRole("button", { name: "Move Anyway" }));
  await waitFor(() => expect(changes(sent).at(-1)).toContain('"allowOverlap":true'));
});

test("canceled appointments are hidden until requested, and a cancellation can be undone", async () => {
  const { keys, sent } = await openApp(DAY, ADMIN, {
    ...WITH([appointment(), appointment({ id: 2, clientName: "Off Again", status: "canceled" })]),
    [CHANGE]: appointment({ status: "canceled" }),
  });
  expect(screen.queryByText("Off Again")).toBeNull();
  // A phone has it at the end of the day.
  screen.getByRole("button", { name: "Show 1 Canceled" });
  await keys.click(screen.getByRole("button", { name: "1 canceled" }));
  expect(screen.getAllByText("Off Again").length).toBeGreaterThan(0);

  await keys.click(card());
  const dialog = within(await screen.findByRole("dialog", { name: "Ruth Abernathy" }));
  await keys.click(dialog.getByRole("button", { name: "Cancel Appointment" }));
  await keys.click(await screen.findByRole("button", { name: "Cancel Appointment" }));
  await screen.findByText("Appointment canceled");
  await keys.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(changes(sent)).toEqual([
      `${CHANGE} {"status":"canceled","notify":true}`,
      `${CHANGE} {"status":"booked","allowOverlap":true}`,
    ]),
  );
});

test("Arrived is shown as soon as it is pressed", async () => {
  const { keys, sent } = await openApp(DAY, staffWith("/appointments"), {
    ...WITH([appointment()]),
    [CHANGE]: appointment({ status: "arrived" }),
  });
  await keys.click(card());
  const dialog = within(await screen.findByRole("dialog", { name: "Ruth Abernathy" }));
  // Only admins delete.
  expect(dialog.queryByRole("button", { name: "More" })).toBeNull();
  dialog.getByText("You can mark a no-show from 1:00 PM.");
  await keys.click(dialog.getByRole("radio", { name: "No-show" }));
  await keys.click(dialog.getByRole("radio", { name: "Arrived" }));
  await waitFor(() => expect(changes(sent)).toEqual([`${CHANGE} {"status":"arrived"}`]));
});

function setWidth(width: number): void {
  const { happyDOM } = window as unknown as { happyDOM: Pick<DetachedWindowAPI, "setViewport"> };
  happyDOM.setViewport({ width });
}

test("a visit over noon names both times on its card, without AM and PM", async () => {
  await openApp(DAY, ADMIN, WITH([appointment({ appointmentDate: `${TODAY}T11:30:00` })]));
  schedule().getByRole("button", { name: /^Ruth Abernathy ?, 11:30 – 12:15 ?, / });
});
