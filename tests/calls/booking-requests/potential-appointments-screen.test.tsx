import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import { ADMIN, openApp, refuseWith, staffWith } from "#tests/shell/app-stand.tsx";
import { employeeRows } from "#tests/shell/rows.ts";

const ANA = {
  id: 7,
  callTranscriptId: 3,
  callerName: "Anna Silva",
  callerPhone: "+15125550142",
  preferredDate: "Friday",
  preferredTime: "around three",
  requestedService: "Balayage",
  notes: "Asked for Jo.",
  status: "pending",
  processedBy: null,
  processedAt: null,
  createdAt: "2026-11-19T15:40:00Z",
  matchedContactId: 5,
  matchedContact: { id: 5, name: "Ana Silva" },
  callTranscript: { callStartTime: "2026-11-19T15:38:00Z" },
  processedByUser: null,
  slot: {
    employeeId: 2,
    employeeName: "Jo Carver",
    appointmentDate: "2026-11-20T15:00:00",
    durationMinutes: 90,
  },
  services: [],
  appointmentId: null,
  appointment: null,
};
const TESSA = {
  ...ANA,
  id: 6,
  callTranscriptId: null,
  callerName: "Tessa Boone",
  matchedContactId: null,
  matchedContact: null,
  callTranscript: null,
  slot: null,
  status: "rejected",
  processedBy: "u1",
  processedByUser: { username: "maya" },
  processedAt: "2026-11-19T15:50:00Z",
};
const answers = {
  "GET /api/potential-appointments": [ANA, TESSA],
  "GET /api/potential-appointments/count": { pending: 1, approved: 0, rejected: 1, all: 2 },
  "GET /api/employees": employeeRows("Elena Sato", "Jo Carver"),
  "GET /api/services": [],
  "GET /api/contacts/5/appointments": { next: [], last: [] },
  "GET /api/availability": {
    slots: [
      { start: "2026-11-20T15:00:00", employeeId: 2 },
      { start: "2026-11-20T15:15:00", employeeId: 2 },
    ],
    closedDays: [],
    offDays: [],
  },
};
const open = (more = {}, user = ADMIN, address = "/potential-appointments") =>
  openApp(address, user, { ...answers, ...more });
const APPROVE = "POST /api/potential-appointments/7/approve";

test("each card shows who asked, for what, when they called, and the slot it was parsed to", async () => {
  await open();
  const article = screen.getByRole("article", { name: "Ana Silva, Balayage" });
  const card = within(article);
  expect(article.querySelector("dt")?.textContent).toBe("Available slot");
  for (const expectedText of [
    "(512) 555-0142",
    "Friday",
    "around three",
    "Asked for Jo.",
    "Anna Silva",
  ])
    card.getByText(expectedText);
  card.getByText(/Fri, Nov 20 at 3:00 PM with Jo Carver, 90 minutes/);
  card.getByText(/Nov 19 at 9:38 AM/);
  expect(card.getByRole("link", { name: "Read the Call" }).getAttribute("href")).toBe(
    "/call-transcripts?call=3",
  );
  const other = within(screen.getByRole("article", { name: "Tessa Boone, Balayage" }));
  other.getByText(/Not in contacts/);
  other.getByText(/Rejected by maya/);
  expect(other.queryByRole("link", { name: "Read the Call" })).toBeNull();
  screen.getByRole("link", { name: "AI Appointments 1 waiting" });
});

test("the address of the dashboard's button opens the booking of one request", async () => {
  const { keys } = await open({}, ADMIN, "/potential-appointments?approve=7");
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  await dialog.findByText("Ana Silva");
  expect(location.search).toBe("");
  await keys.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("cards name their state only among others, and offer to write to a contact", async () => {
  const { keys } = await open();
  const card = () => within(screen.getByRole("article", { name: "Ana Silva, Balayage" }));
  expect(card().queryByText("Pending")).toBeNull();
  card().getByRole("button", { name: "Message Ana Silva" });
  card().getByRole("link", { name: "(512) 555-0142" });
  await keys.click(screen.getByRole("radio", { name: "All 2" }));
  await waitFor(() => card().getByText("Pending"));
});

test("a contact for whom no time fits can be added to the waitlist", async () => {
  const services = [
    { id: 3, name: "Balayage", durationMinutes: 90, price: "180.00", overrides: [], segments: [] },
  ];
  const { keys, sent } = await open({
    "GET /api/potential-appointments": [
      { ...ANA, slot: null, preferredTime: "after half past five", services: [3] },
    ],
    "GET /api/services": services,
    "POST /api/waitlist": {},
  });
  await keys.click(screen.getByRole("button", { name: "Find a Time" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  await keys.click(await dialog.findByRole("button", { name: /^Fri/ }));
  await dialog.findByText("None of these times fits what they asked for");
  await keys.click(dialog.getByRole("button", { name: "Add to Waitlist" }));
  await waitFor(() => expect(sent.some((one) => one.startsWith("POST /api/waitlist"))).toBe(true));
});

test("the tabs show their counts, and the address holds the tab", async () => {
  const { keys } = await open();
  screen.getByRole("radio", { name: "Pending 1", checked: true });
  await keys.click(screen.getByRole("radio", { name: "All 2" }));
  await waitFor(() => expect(location.search).toBe("?status=all"));
  await keys.click(screen.getByRole("radio", { name: "Pending 1" }));
  await waitFor(() => expect(location.search).toBe(""));
});

test("without a slot, booking starts on the first free day that the caller named", async () => {
  const { keys } = await open({
    "GET /api/potential-appointments": [
      { ...TESSA, status: "pending", preferredDate: "Next week, whenever" },
    ],
    "GET /api/availability": {
      slots: ["20T15:00", "24T15:00"].map((start) => ({
        start: `2026-11-${start}:00`,
        employeeId: 2,
      })),
      ...{ closedDays: [], offDays: [] },
    },
  });
  await keys.click(screen.getByRole("button", { name: "Find a Time" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  await dialog.findByRole("button", { name: "Tue 24 1 left", pressed: true });
  expect(dialog.queryByText(/^Dimmed/)).toBeNull();
});

test("the hour that a caller named decides the day, and dims the times that don't fit", async () => {
  const { keys } = await open({
    "GET /api/potential-appointments": [
      {
        ...{ ...TESSA, status: "pending" },
        ...{ preferredDate: "Next week", preferredTime: "After half past five" },
      },
    ],
    "GET /api/availability": {
      slots: ["24T11:30", "25T16:00", "25T17:45"].map((start) => ({
        start: `2026-11-${start}:00`,
        employeeId: 2,
      })),
      ...{ closedDays: [], offDays: [] },
    },
  });
  await keys.click(screen.getByRole("button", { name: "Find a Time" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  await dialog.findByRole("button", { name: "Wed 25 2 left", pressed: true });
  dialog.getByText(/Asked for: Next week · After half past five\./);
  dialog.getByText(/^Dimmed/);
  const isDimmed = (name: string) => /faint/.test(dialog.getByRole("button", { name }).className);
  expect([isDimmed("4:00 PM"), isDimmed("5:45 PM")]).toEqual([true, false]);
});

test("booking starts with the slot, shows the text, and sends the form once", async () => {
  const { keys, sent } = await open({
    [APPROVE]: {
      ...ANA,
      status: "approved",
      confirmation: { sent: true, message: "A text confirms it to the client." },
    },
  });
  await keys.click(screen.getByRole("button", { name: "Approve" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Book Appointment" }));
  await dialog.findByRole("button", { name: "3:00 PM", pressed: true });
  dialog.getByText("Fri, Nov 20, 3:00 – 4:30 PM");
  dialog.getByText(
    "Glow: you are booked for Balayage with Jo on Friday, November 20 at 3:00 PM. To change it, reply here.",
  );
  await keys.click(dialog.getByRole("button", { name: "3:15 PM" }));
  await keys.dblClick(dialog.getByRole("button", { name: "Book Fri 3:15 PM" }));
  await screen.findByText("Appointment booked");
  screen.getByText("A text confirms it to the client.");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([
    `${APPROVE} {"employeeId":2,"clientName":"Ana Silva","appointmentDate":"2026-11-20T15:15:00","durationMinutes":90,"service":"Balayage","allowOverlap":false}`,
  ]);
});

test("a conflict is asked about before it is booked anyway", async () => {
  const expectedText = "Jo Carver already has an appointment, 2:30 – 3:30 PM.";
  const { keys, sent } = await open({
    [APPROVE]: refuseWith({
      status: 409,
      message: expectedText,
      errors: { allowOverlap: expectedText },
    }),
  });
  await keys.click(screen.getByRole("button", { name: "Approve" }));
  await keys.click(await screen.findByRole("button", { name: "Book Fri 3:00 PM" }));
  await screen.findByText(`${expectedText} You can still book it.`);
  await keys.click(screen.getByRole("button", { name: "Book Anyway" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  await screen.findByRole("button", { name: "Book Anyway" });
  expect(sent[0]).toContain('"allowOverlap":false');
  expect(sent[1]).toContain('"allowOverlap":true');
});

test("without a slot, a time is chosen before anything is booked", async () => {
  const waiting = { ...TESSA, status: "pending", processedByUser: null, processedAt: null };
  const { keys, sent } = await open({ "GET /api/potential-appointments": [waiting] });
  await keys.click(screen.getByRole("button", { name: "Find a Time" }));
  await screen.findByText("Choose a time");
  const book = await screen.findByRole<HTMLButtonElement>("button", { name: "Book" });
  expect(book.disabled).toBe(true);
  expect(sent).toEqual([]);
});

test("marking only sends an empty body, which books and texts nothing", async () => {
  const { keys, sent } = await open({
    [APPROVE]: { ...ANA, status: "approved", confirmation: null },
  });
  await keys.click(screen.getByRole("button", { name: "Approve" }));
  const mark = { name: "Already booked? Mark as Approved" };
  await keys.click(await screen.findByRole("button", mark));
  await screen.findByText("Request approved");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([`${APPROVE} {}`]);
});

test("a failure shows its reason, and the form stays open", async () => {
  const message = "This request was already approved by jo.";
  const { keys } = await open({ [APPROVE]: refuseWith({ status: 409, message }) });
  await keys.click(screen.getByRole("button", { name: "Approve" }));
  await keys.click(await screen.findByRole("button", { name: "Book Fri 3:00 PM" }));
  await screen.findByText(message);
  const dialog = within(screen.getByRole("dialog"));
  await dialog.findByRole("button", { name: "Book Fri 3:00 PM" });
});

test("rejecting asks first, and a rejected request can be reopened", async () => {
  const { keys, sent } = await open({
    "POST /api/potential-appointments/7/reject": { ...ANA, status: "rejected" },
    "POST /api/potential-appointments/6/reopen": { ...TESSA, status: "pending" },
  });
  await keys.click(screen.getByRole("button", { name: "Reject" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Reject This Request?" }));
  dialog.getByText(/we won't notify the caller/);
  expect(sent).toEqual([]);
  await keys.click(dialog.getByRole("button", { name: "Reject" }));
  await screen.findByText("Request rejected");
  await keys.click(screen.getByRole("button", { name: "Reopen" }));
  await screen.findByText("Request reopened");
  expect(sent).toEqual([
    "POST /api/potential-appointments/7/reject",
    "POST /api/potential-appointments/6/reopen",
  ]);
});

test("a booked request links to its day in the calendar and can't be reopened", async () => {
  const booked = {
    ...TESSA,
    status: "approved",
    appointmentId: 9,
    appointment: { appointmentDate: "2026-11-24T10:00:00", employeeName: "Elena Sato" },
  };
  await open({ "GET /api/potential-appointments": [booked] });
  const link = screen.getByRole("link", { name: "Tue, Nov 24 at 10:00 AM with Elena Sato" });
  expect(link.getAttribute("href")).toBe("/appointments?date=2026-11-24");
  expect(screen.queryByRole("button", { name: "Reopen" })).toBeNull();
});

test("staff without the role can read requests but not decide", async () => {
  await open({}, staffWith("/potential-appointments"));
  screen.getByText("Waiting for an administrator");
  for (const name of ["Approve", "Find a Time", "Reject", "Reopen"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("link", { name: "Read the Call" })).toBeNull();
});

test("an empty list links admins to the assistant's settings, an empty tab back to all requests", async () => {
  const none = { pending: 0, approved: 0, rejected: 0, all: 0 };
  await open({
    "GET /api/potential-appointments": [],
    "GET /api/potential-appointments/count": none,
  });
  const link = screen.getByRole("link", { name: "Set Up the AI Voice Assistant" });
  expect(link.getAttribute("href")).toBe("/settings/assistant#voice");
});

test("an empty tab says so", async () => {
  const { keys } = await open(
    { "GET /api/potential-appointments": [] },
    ADMIN,
    "/potential-appointments?status=approved",
  );
  screen.getByText("None approved yet");
  await keys.click(screen.getByRole("button", { name: "Show All" }));
  await waitFor(() => expect(location.search).toBe("?status=all"));
});
