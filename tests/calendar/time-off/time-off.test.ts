import { expect, test } from "bun:test";
import { desk, TODAY } from "#tests/calendar/appointments/stand.ts";

const LUNCH = { start: `${TODAY}T12:00`, end: `${TODAY}T13:00`, reason: "Dentist", kind: "block" };

test("time off prevents bookings, and lists existing appointments without changing them", async () => {
  const { admin, book, elena, tomas } = await desk();
  const inside = await book({ appointmentDate: `${TODAY}T12:30` });
  const { status, body } = await admin.request("POST", "/api/time-off", {
    ...LUNCH,
    employeeId: elena,
  });
  expect([status, body]).toEqual([
    201,
    {
      id: 1,
      employeeId: elena,
      start: `${TODAY}T12:00:00`,
      end: `${TODAY}T13:00:00`,
      reason: "Dentist",
      kind: "block",
      conflicts: [{ ...inside }],
      affected: [
        {
          id: inside.id,
          contactId: null,
          clientName: "Ruth Abernathy",
          appointmentDate: `${TODAY}T12:30:00`,
          employeeName: "Elena Sato",
          canText: false,
          seriesId: null,
        },
      ],
    },
  ]);
  const at = (employeeId: number, clock: string) =>
    admin.request("POST", "/api/appointments", {
      employeeId,
      clientName: "Ada",
      appointmentDate: `${TODAY}T${clock}`,
      durationMinutes: 15,
    });
  const blocked = await at(elena, "12:00");
  expect([blocked.status, blocked.body.message]).toEqual([
    409,
    "Elena Sato's time is blocked, 12:00 – 1:00 PM.",
  ]);
  expect(blocked.body.message).not.toContain("Dentist");
  expect((await at(tomas, "12:00")).status).toBe(201);
  expect((await admin.request("DELETE", "/api/time-off/1")).status).toBe(204);
  expect((await at(elena, "12:00")).status).toBe(201);
});

test("the whole business can be off at once", async () => {
  const { admin, tomas } = await desk();
  await admin.request("POST", "/api/time-off", {
    start: "2026-11-24T00:00",
    end: "2026-11-26T00:00",
    reason: "Moving",
  });
  const refused = await admin.request("POST", "/api/appointments", {
    employeeId: tomas,
    clientName: "Ada",
    appointmentDate: "2026-11-25T10:00",
  });
  expect([refused.status, refused.body.message]).toEqual([409, "The business is closed then."]);
});

test("staff see the time off of the employees they may see, and can't change it", async () => {
  const { admin, desk: person, elena, tomas } = await desk();
  for (const employeeId of [elena, tomas, null])
    await admin.request("POST", "/api/time-off", { ...LUNCH, employeeId });
  const { request } = person([elena]);
  const { body } = await request("GET", `/api/time-off?from=${TODAY}&to=${TODAY}`);
  expect(body.map((one: { employeeId: number | null }) => one.employeeId)).toEqual([elena, null]);
  const refused = [
    await request("POST", "/api/time-off", { ...LUNCH, employeeId: elena }),
    await request("DELETE", "/api/time-off/1"),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403]);
});

test.each([
  [{ end: `${TODAY}T11:00` }, 400, "End time must be after start time"],
  [{ end: "2029-11-20T11:00" }, 400, "Time off can last up to two years"],
  [{ start: "soon" }, 400, "Use a date and time"],
  [{ employeeId: 99 }, 404, "This employee no longer exists."],
])("%j is refused with a message", async (wrong, expected, text) => {
  const { admin } = await desk();
  const { status, body } = await admin.request("POST", "/api/time-off", { ...LUNCH, ...wrong });
  expect([status, JSON.stringify(body)]).toEqual([expected, expect.stringContaining(text)]);
});
