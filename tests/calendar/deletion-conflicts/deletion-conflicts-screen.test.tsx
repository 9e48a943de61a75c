import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import { ADMIN, openApp, refuseWith } from "#tests/shell/app-stand.tsx";

const BALAYAGE = {
  id: 11,
  service: "Balayage",
  employee: { name: "Jo" },
  appointmentDate: "2026-11-27T10:00:00",
  durationMinutes: 90,
};
const CONFLICT = {
  id: 4,
  clientName: "Ana Silva",
  contactId: 7,
  phoneNumber: "+12025550134",
  appointmentIds: [11, 12],
  appointments: [
    BALAYAGE,
    {
      ...BALAYAGE,
      id: 12,
      employee: null,
      appointmentDate: "2027-01-04T14:30:00",
      durationMinutes: 60,
    },
  ],
  asked: { start: null, end: null, service: "Balayage", employee: "Jo" },
  status: "pending",
  createdAt: "2026-11-19T15:00:00Z",
  resolvedAt: null,
};
const open = (more = {}, address = "/appointment-management?c=4") =>
  openApp(address, ADMIN, {
    "GET /api/deletion-conflicts": [CONFLICT],
    "GET /api/deletion-conflicts/count": { count: 1 },
    "GET /api/appointments/text-refusal": { reason: null, text: null },
    ...more,
  });

test("the list shows whose appointments conflict, and how many were found", async () => {
  await open({}, "/appointment-management");
  const row = screen.getByRole("link", { name: /Ana Silva.* found/ });
  expect(row.textContent).toContain("2 appointments found");
});

test("the first conflict is open, and another one is opened from the list", async () => {
  const other = { ...CONFLICT, id: 5, clientName: "Bea Park" };
  const { keys } = await open(
    { "GET /api/deletion-conflicts": [CONFLICT, other] },
    "/appointment-management",
  );
  screen.getByRole("heading", { level: 2, name: "Ana Silva" });
  await keys.click(screen.getByRole("link", { name: /Bea Park/ }));
  await screen.findByRole("heading", { level: 2, name: "Bea Park" });
  await keys.click(screen.getByRole("button", { name: "Back to the conflicts" }));
  expect(location.search).toBe("");
});

test("each candidate shows service, employee, date and duration", async () => {
  await open();
  screen.getByText(/Another program asked/);
  expect(
    ["Ana Silva", "(202) 555-0134"].map((name) =>
      screen.getByRole("link", { name }).getAttribute("href"),
    ),
  ).toEqual(["/contacts/7", "tel:+12025550134"]);
  screen.getByRole("radio", { name: /Fri, Nov 27 at 10:00 AM Balayage with Jo, 90 min/ });
  screen.getByRole("radio", {
    name: /Mon, Jan 4, 2027 at 2:30 PM Balayage with Unknown, 60 min/,
  });
});

test("only the chosen appointment is deleted, after a confirmation", async () => {
  const { keys, sent } = await open({
    "POST /api/deletion-conflicts/4/resolve": { ...CONFLICT, status: "resolved" },
  });
  const button = screen.getByRole<HTMLButtonElement>("button", {
    name: "Delete Selected Appointment",
  });
  expect(button.disabled).toBe(true);
  await keys.click(screen.getByRole("radio", { name: /with Unknown/ }));
  await keys.click(button);
  const dialog = within(
    await screen.findByRole("alertdialog", { name: "Delete Selected Appointment" }),
  );
  dialog.getByText(/^Balayage with Unknown, Mon, Jan 4, 2027 at 2:30 PM, will be deleted/);
  expect(sent).toEqual([]);
  await keys.click(dialog.getByRole("button", { name: "Delete" }));
  await screen.findByText("Appointment deleted");
  expect(sent).toEqual([
    'POST /api/deletion-conflicts/4/resolve {"appointmentId":12,"notify":true}',
  ]);
  await waitFor(() => expect(location.search).toBe(""));
});

test("the client is texted unless the box is cleared", async () => {
  const answer = { "POST /api/deletion-conflicts/4/resolve": { ...CONFLICT, status: "resolved" } };
  const { keys, sent } = await open(answer);
  await keys.click(screen.getByRole("radio", { name: /with Jo/ }));
  await keys.click(screen.getByRole("button", { name: "Delete Selected Appointment" }));
  await keys.click(
    await screen.findByRole("checkbox", {
      name: "Text the client that the appointment is canceled",
    }),
  );
  await keys.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() =>
    expect(sent).toEqual([
      'POST /api/deletion-conflicts/4/resolve {"appointmentId":11,"notify":false}',
    ]),
  );
});

test("a client who can't be texted isn't, and the box says why", async () => {
  const reason = "the client opted out";
  const { keys } = await open({ "GET /api/appointments/text-refusal": { reason } });
  await keys.click(screen.getByRole("radio", { name: /with Jo/ }));
  await keys.click(screen.getByRole("button", { name: "Delete Selected Appointment" }));
  await screen.findByText("The client opted out.");
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: /^Text the client/ });
  expect([box.disabled, box.checked]).toEqual([true, false]);
});

test("the toast says that another user decided first", async () => {
  const { keys } = await open({
    "POST /api/deletion-conflicts/4/resolve": refuseWith({
      status: 409,
      message: "This conflict was already resolved.",
    }),
  });
  await keys.click(screen.getByRole("radio", { name: /with Jo/ }));
  await keys.click(screen.getByRole("button", { name: "Delete Selected Appointment" }));
  await keys.click(await screen.findByRole("button", { name: "Delete" }));
  await screen.findByText("This conflict was already resolved.");
});

test("all appointments can be kept", async () => {
  const { keys, sent } = await open({
    "POST /api/deletion-conflicts/4/dismiss": { ...CONFLICT, status: "resolved" },
  });
  await keys.click(screen.getByRole("button", { name: "Keep All" }));
  await keys.click(await screen.findByRole("button", { name: "Keep" }));
  await screen.findByText("Nothing was deleted");
  expect(sent).toEqual(["POST /api/deletion-conflicts/4/dismiss"]);
});

test("with a single appointment left, the text says so", async () => {
  await open({
    "GET /api/deletion-conflicts": [
      { ...CONFLICT, appointments: [BALAYAGE], appointmentIds: [11] },
    ],
  });
  screen.getByText("Only one match remains. Is this it?");
  screen.getByRole("button", { name: "Keep It" });
});

test("without conflicts, the screen says so", async () => {
  await open({ "GET /api/deletion-conflicts": [] }, "/appointment-management");
  screen.getByText("No pending conflicts");
});
