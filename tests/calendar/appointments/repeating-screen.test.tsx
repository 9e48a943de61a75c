import { afterAll, beforeAll, expect, setSystemTime, test } from "bun:test";
import { fireEvent, screen, within } from "@testing-library/react";
import { ADMIN, NOW, openApp, refuseWith } from "#tests/shell/app-stand.tsx";
import { appointment, CHANGE, changes, DAY, schedule, TODAY, WITH } from "./screen-stand.ts";

// The clock in the browser ticks on from the server's moment.
beforeAll(() => void setSystemTime(NOW));
afterAll(() => void setSystemTime());

const REPEATING = appointment({ repeat: { seriesId: 1, everyWeeks: 2, until: "2027-03-03" } });

test("a repeating card says so, and canceling it asks about later visits", async () => {
  const { keys, sent } = await openApp(DAY, ADMIN, {
    ...WITH([REPEATING]),
    [CHANGE]: { ...REPEATING, status: "canceled" },
  });
  await keys.click(
    schedule().getByRole("button", {
      name: /Ruth Abernathy ?, Every 2 weeks, until March 3, 2027/,
    }),
  );
  await keys.click(await screen.findByRole("button", { name: "Cancel Appointment" }));
  const question = within(
    await screen.findByRole("dialog", { name: "Cancel Repeating Appointment" }),
  );
  expect(changes(sent).filter((one) => one.startsWith(CHANGE))).toEqual([]);
  await keys.click(question.getByRole("button", { name: "This and All Later Visits" }));
  await screen.findByText("Appointments canceled");
  expect(changes(sent).filter((one) => one.startsWith(CHANGE))).toEqual([
    `${CHANGE} {"status":"canceled","scope":"following","notify":true}`,
  ]);
});

test("the last visit of a series is changed without a question", async () => {
  const last = { ...REPEATING, repeat: { seriesId: 1, everyWeeks: 2, until: TODAY } };
  const { keys, sent } = await openApp(DAY, ADMIN, {
    ...WITH([last]),
    [CHANGE]: { ...last, status: "canceled" },
  });
  await keys.click(schedule().getByRole("button", { name: /Ruth Abernathy/ }));
  await keys.click(await screen.findByRole("button", { name: "Cancel Appointment" }));
  await keys.click(await screen.findByRole("button", { name: "Cancel Appointment" }));
  await screen.findByText("Appointment canceled");
  expect(changes(sent).filter((one) => one.startsWith(CHANGE))).toEqual([
    `${CHANGE} {"status":"canceled","notify":true}`,
  ]);
});

test("a visit is deleted alone or with all later ones, after another question", async () => {
  const REMOVE = "DELETE /api/appointments/1";
  const { keys, sent } = await openApp(DAY, ADMIN, {
    ...WITH([REPEATING]),
    [REMOVE]: refuseWith({ status: 400, message: "Only one" }),
    [`${REMOVE}?scope=following&notify=true`]: null,
  });
  await keys.click(schedule().getByRole("button", { name: /Ruth Abernathy/ }));
  await keys.click(await screen.findByRole("button", { name: "More" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Delete Appointment" }));
  const question = within(
    await screen.findByRole("dialog", { name: "Delete Repeating Appointment" }),
  );
  await keys.click(question.getByRole("button", { name: "This and All Later Visits" }));
  const confirmation = within(
    await screen.findByRole("alertdialog", { name: "Delete Appointments" }),
  );
  await keys.click(confirmation.getByRole("button", { name: "Delete" }));
  await screen.findByText("Appointments deleted");
  expect(sent.filter((one) => one.startsWith("DELETE"))).toEqual([REMOVE]);
});

/** Every 4 weeks is chosen in the dialog of an appointment; the second visit has a conflict. */
async function chooseEveryFourWeeks() {
  const { keys, sent } = await openApp(DAY, ADMIN, {
    ...WITH([appointment()]),
    "POST /api/appointments/repeat-preview": {
      visits: [
        { day: TODAY, start: `${TODAY}T13:00:00`, conflict: null },
        { day: "2026-12-17", start: "2026-12-17T13:00:00", conflict: "Elena Sato has time off." },
        { day: "2027-01-14", start: "2027-01-14T13:00:00", conflict: null },
      ],
    },
    [CHANGE]: REPEATING,
  });
  await keys.click(schedule().getByRole("button", { name: /Ruth Abernathy/ }));
  await keys.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Appointment" }));
  await keys.selectOptions(dialog.getByLabelText("Repeats"), "Every 4 weeks");
  return { keys, sent, dialog };
}

test("a single appointment becomes the first of a series in its dialog", async () => {
  const { keys, sent, dialog } = await chooseEveryFourWeeks();
  fireEvent.change(dialog.getByLabelText("Visits"), { target: { value: "3" } });
  await dialog.findByText("2 visits");
  await keys.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Appointment updated");
  expect(changes(sent).filter((one) => one.startsWith(CHANGE))).toEqual([
    `${CHANGE} {"repeat":{"everyWeeks":4,"count":3,"skip":["2026-12-17"]},"allowOverlap":false}`,
  ]);
});

test("conflicts of an earlier state of the form are not left out", async () => {
  const { keys, sent, dialog } = await chooseEveryFourWeeks();
  await dialog.findByText("2 visits");
  fireEvent.change(dialog.getByRole("spinbutton", { name: "Visits" }), { target: { value: "3" } });
  await keys.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Appointment updated");
  expect(changes(sent).filter((one) => one.startsWith(CHANGE))).toEqual([
    `${CHANGE} {"repeat":{"everyWeeks":4,"count":3,"skip":[]},"allowOverlap":false}`,
  ]);
});

test("a request can't repeat before it is approved", async () => {
  const { keys } = await openApp(DAY, ADMIN, WITH([appointment({ status: "requested" })]));
  await keys.click(schedule().getByRole("button", { name: /Ruth Abernathy/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Ruth Abernathy" }));
  dialog.getByRole("button", { name: "Approve Request" });
  expect(dialog.queryByRole("button", { name: "Edit" })).toBeNull();
});
