import { expect, test } from "bun:test";
import { parseStart } from "#src/calendar/appointments/csv-import.ts";
import { desk, TODAY } from "./stand.ts";

const base64 = (...lines: string[]) => ({ file: Buffer.from(lines.join("\n")).toString("base64") });

test.each([
  [
    "Square",
    "Start Date,Start Time,End Time,Customer Name,Customer Phone,Services,Team Member,Status",
    `11/20/2026,10:00 AM,10:45 AM,Ruth Abernathy,(202) 555-0111,Facial,Elena Sato,Accepted`,
    { durationMinutes: 45, phoneNumber: "+12025550111" },
  ],
  [
    "Vagaro",
    "Appointment Date,Appointment Time,Customer,Service Name,Service Provider,Duration,Appointment Status",
    `"Nov 20, 2026",10:00 AM,Ruth Abernathy,Facial,Elena Sato,1h 15m,Confirmed`,
    { durationMinutes: 75 },
  ],
  [
    "Mindbody",
    "Date,Time,Client,Session Type,Staff Name,Duration,Visit Status",
    `11/20/2026,10:00 am,"Abernathy, Ruth",Facial,Elena Sato,30,Booked`,
    { durationMinutes: 30, clientName: "Abernathy, Ruth" },
  ],
  [
    "Boulevard",
    "Starts At,Ends At,Client First Name,Client Last Name,Service Name,Provider Name,State",
    `2026-11-20T10:00:00-06:00,2026-11-20T11:30:00-06:00,Ruth,Abernathy,Facial,Elena Sato,booked`,
    { durationMinutes: 90, clientName: "Ruth Abernathy" },
  ],
])("an export of %s becomes appointments", async (_, header, row, expected) => {
  const { admin } = await desk();
  const { status, body } = await admin.request(
    "POST",
    "/api/appointments/import",
    base64(header, row, row.replace(/[^,"]+$/, "Canceled").replace("Ruth", "Ada")),
  );
  const canceled = /status|state/i.test(header)
    ? [{ row: 3, reason: "It was canceled there" }]
    : [];
  expect([status, body]).toEqual([
    200,
    { imported: 1, total: 2, alreadyThere: 0, errors: canceled },
  ]);
  const list = await admin.request("GET", `/api/appointments?from=${TODAY}&to=${TODAY}`);
  expect(list.body).toMatchObject([
    { appointmentDate: `${TODAY}T10:00:00`, service: "Facial", ...expected },
  ]);
});

test.each(["Storniert", "Rescheduled", "Waitlisted", "constructor", "?"])(
  "an appointment with the unknown status %p is not booked",
  async (status) => {
    const { admin } = await desk();
    const { body } = await admin.request(
      "POST",
      "/api/appointments/import",
      base64(
        "Date,Time,Client,Session Type,Staff Name,Visit Status,__proto__,constructor",
        `11/20/2026,10:00 am,Ruth Abernathy,Facial,Elena Sato,${status},x,y`,
        "11/20/2026,11:00 am,Ruth Abernathy,Facial,Elena Sato,No Show,x,y",
      ),
    );
    const errors = [{ row: 2, reason: `We don't know the status "${status}"` }];
    expect(body).toEqual({ imported: 1, total: 2, alreadyThere: 0, errors });
  },
);

test("a file without a time, client or employee column is refused with what is missing", async () => {
  const { admin } = await desk();
  const missing = await admin.request(
    "POST",
    "/api/appointments/import",
    base64("Date,Client", "1,2"),
  );
  expect(missing.status).toBe(400);
  expect(missing.body.message).toStartWith("This file is missing ServiceStartDateTime, Resource.");
});

test.each([
  ["Nov 20, 2026 10:00 AM", "2026-11-20T10:00:00"],
  ["Friday, November 20th, 2026 at 2:30 pm", "2026-11-20T14:30:00"],
  ["Fri Nov 20 2026 14:30", "2026-11-20T14:30:00"],
  ["Sept 3, 2026 9 am", "2026-09-03T09:00:00"],
  ["Foo 20, 2026 10:00 AM", undefined],
  ["Nov 31, 2026 10:00 AM", undefined],
  ["Nov 20, 2026", undefined],
])("%p is read as %p", (text, expected) => {
  expect(parseStart(text, "US")).toBe(expected as ReturnType<typeof parseStart>);
});
