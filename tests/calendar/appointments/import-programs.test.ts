import { expect, test } from "bun:test";
import { parseStart } from "#src/calendar/appointments/csv-visits.ts";
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

const SERVICES = [
  {
    name: "Color",
    durationMinutes: 90,
    price: "80.00",
    processing: { afterMinutes: 30, minutes: 40 },
  },
  { name: "Cut", durationMinutes: 45, price: "50.00", bufferMinutes: 10 },
  { name: "Blow-Dry", durationMinutes: 30, price: "35.00" },
];

test.each([
  [
    "Vagaro",
    "Appointment Date,Appointment Time,Customer,Service Name,Service Provider,Duration,Appointment Status",
    (time: string, service: string, minutes: number, who = "Elena Sato") =>
      `"Nov 20, 2026",${time},Ruth Abernathy,${service},${who},${minutes} min,Confirmed`,
  ],
  [
    "Mindbody",
    "Date,Time,Client,Session Type,Staff Name,Duration,Visit Status",
    (time: string, service: string, minutes: number, who = "Elena Sato") =>
      `11/20/2026,${time},"Abernathy, Ruth",${service},${who},${minutes},Booked`,
  ],
  [
    "Fresha",
    "Appt. ref.,Client,Service,Scheduled Date,Scheduled Time,Duration,Team Member,Status",
    (time: string, service: string, minutes: number, who = "Elena Sato") =>
      `#0A1,Ruth Abernathy,${service},2026-11-20,${time},${minutes}min,${who},Confirmed`,
  ],
])("the rows of one visit in an export of %s become one visit", async (_, header, row) => {
  const { admin } = await desk();
  for (const service of SERVICES) await admin.request("POST", "/api/services", service);
  const file = base64(
    header,
    row("12:00 PM", "Blow-Dry", 30),
    row("10:00 AM", "Color", 75),
    row("11:15 AM", "Cut", 45),
    row("3:00 PM", "Cut", 45),
    row("3:00 PM", "Cut", 45),
  );
  const { body } = await admin.request("POST", "/api/appointments/import", file);
  expect(body).toEqual({ imported: 4, total: 5, alreadyThere: 1, errors: [], visits: 2 });
  const list = () => admin.request("GET", `/api/appointments?from=${TODAY}&to=${TODAY}`);
  const [visit, later] = (await list()).body;
  expect(visit).toMatchObject({
    appointmentDate: `${TODAY}T10:00:00`,
    durationMinutes: 150,
    service: "Color, Cut, and Blow-Dry",
    price: "165.00",
    services: [
      { name: "Color", durationMinutes: 75, processing: { afterMinutes: 30, minutes: 40 } },
      { name: "Cut", durationMinutes: 45, processing: null },
      { name: "Blow-Dry", durationMinutes: 30, processing: null },
    ],
  });
  expect(later).toMatchObject({ appointmentDate: `${TODAY}T15:00:00`, service: "Cut" });

  const again = await admin.request("POST", "/api/appointments/import", file);
  expect(again.body).toEqual({ imported: 0, total: 5, alreadyThere: 5, errors: [] });
  expect((await list()).body).toHaveLength(2);
});

test.each([
  ["another client's", ["Ruth Abernathy,Color,Elena Sato", "Ada Byrne,Cut,Elena Sato"], 2],
  [
    "a service's that is not in the list",
    ["Ruth Abernathy,Color,Elena Sato", "Ruth Abernathy,Wax,Elena Sato"],
    2,
  ],
  [
    "the same service's again",
    ["Ruth Abernathy,Cut,Elena Sato", "Ruth Abernathy,Cut,Elena Sato"],
    2,
  ],
])("a row that is %s stays a visit of its own", async (_, [one, next], visits) => {
  const { admin } = await desk();
  for (const service of SERVICES) await admin.request("POST", "/api/services", service);
  const start = one?.includes("Color") ? "11:30" : "10:45";
  await admin.request(
    "POST",
    "/api/appointments/import",
    base64(
      "Start,Client Name,Service,Staff",
      `2026-11-20 10:00,${one}`,
      `2026-11-20 ${start},${next}`,
    ),
  );
  const list = await admin.request("GET", `/api/appointments?from=${TODAY}&to=${TODAY}`);
  expect(list.body).toHaveLength(visits);
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
