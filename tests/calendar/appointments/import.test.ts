import { expect, test } from "bun:test";
import { csvFile, desk, TODAY } from "./stand.ts";

const ROW = `${TODAY}T10:00:00-05:00,Ruth Abernathy,Hydrating Facial,Elena Sato`;

test("a file is imported as one-hour appointments, and importing it again adds nothing", async () => {
  const { admin } = await desk();
  const file = csvFile(
    ROW,
    `11/20/2026 2:30 PM,"Haddad, Noor",,Tomas`,
    `2026-11-20 16:00,Ana Müller,"Peel, Level 2",ELENA`,
  );
  const first = await admin.request("POST", "/api/appointments/import", file);
  expect([first.status, first.body]).toEqual([
    200,
    { imported: 3, total: 3, alreadyThere: 0, errors: [] },
  ]);
  const list = async () =>
    (await admin.request("GET", `/api/appointments?from=${TODAY}&to=${TODAY}`)).body;
  expect(await list()).toMatchObject([
    { appointmentDate: `${TODAY}T10:00:00`, service: "Hydrating Facial", durationMinutes: 60 },
    { appointmentDate: `${TODAY}T14:30:00`, clientName: "Haddad, Noor", service: "Manual Entry" },
    { appointmentDate: `${TODAY}T16:00:00`, service: "Peel, Level 2", clientName: "Ana Müller" },
  ]);

  const again = await admin.request("POST", "/api/appointments/import", file);
  expect(again.body).toEqual({ imported: 0, total: 3, alreadyThere: 3, errors: [] });
  const turned = csvFile(ROW.replace("Ruth Abernathy", '"ABERNATHY,  ruth"'));
  expect((await admin.request("POST", "/api/appointments/import", turned)).body.imported).toBe(0);
  expect(await list()).toHaveLength(3);
});

test("each skipped row is reported with its number and reason, and the others are imported", async () => {
  const { admin } = await desk();
  const { body } = await admin.request(
    "POST",
    "/api/appointments/import",
    csvFile(
      ROW,
      "someday,Ada,Cut,Elena",
      `${TODAY}T11:00,,Cut,Elena`,
      `${TODAY}T11:00,Ada,Cut,Zoe`,
    ),
  );
  expect(body).toEqual({
    imported: 1,
    total: 4,
    alreadyThere: 0,
    errors: [
      { row: 3, reason: '"someday" isn\'t a date and time' },
      { row: 4, reason: "ServicingClientName is empty" },
      { row: 5, reason: 'There\'s no employee named "Zoe"' },
    ],
  });
});

test("a first name that two employees share matches neither", async () => {
  const { admin } = await desk();
  await admin.request("POST", "/api/employees", { name: "Elena Ruiz" });
  const { body } = await admin.request(
    "POST",
    "/api/appointments/import",
    csvFile(`${TODAY}T10:00,Ada,Cut,Elena`, `${TODAY}T10:00,Ada,Cut,Elena Ruiz`),
  );
  expect([body.imported, body.errors]).toEqual([
    1,
    [{ row: 2, reason: 'There\'s no employee named "Elena"' }],
  ]);
});

test("an import asks about no conflicts and thanks nobody for past visits", async () => {
  const { app, admin } = await desk();
  const { body } = await admin.request(
    "POST",
    "/api/appointments/import",
    csvFile(
      ROW,
      `${TODAY}T10:30,Ada,Cut,Elena`,
      `2026-11-19T09:00,Bea,Cut,Elena`,
      `2026-11-19T12:00,Cleo,Cut,Elena`,
    ),
  );
  expect(body.imported).toBe(4);
  // It is 11:00 on the 20th: the one that ended at ten the day before is more than a day over.
  expect(
    app.db
      .query("select client_name as name, thank_you as thanks from appointments order by name")
      .all(),
  ).toEqual([
    { name: "Ada", thanks: null },
    { name: "Bea", thanks: "skipped" },
    { name: "Cleo", thanks: null },
    { name: "Ruth Abernathy", thanks: null },
  ]);
});

test("an unreadable file is refused with a message, and a file that is too large before it is read", async () => {
  const { admin } = await desk();
  const send = (file: string) => admin.request("POST", "/api/appointments/import", { file });
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const lacks = await send(base64("Beginning,Person\r\n1,2"));
  expect([lacks.status, lacks.body.message]).toEqual([
    400,
    expect.stringContaining("is missing ServiceStartDateTime, ServicingClientName, Resource"),
  ]);
  expect((await send("%%%")).status).toBe(400);
  expect((await send(base64(""))).status).toBe(400);
  expect((await send(base64("\0\u0001PNG"))).status).toBe(400);
  expect((await send("A".repeat(12 * 1024 * 1024))).status).toBe(413);
});

test("a large file is imported in slices, and no request waits long for it", async () => {
  const { admin } = await desk();
  const rows = Array.from({ length: 6_000 }, (_, n) => {
    const day = String(1 + (n % 28)).padStart(2, "0");
    return `2026-0${1 + (n % 9)}-${day}T${String(9 + (n % 8)).padStart(2, "0")}:00,Client Of ${n},"Cut, ""short""",Tomas`;
  });
  // Processor time: elapsed time would include the turns of other programs on a busy machine.
  const spent = () => process.cpuUsage().user + process.cpuUsage().system;
  let longest = 0;
  let last = spent();
  const ticking = setInterval(() => {
    longest = Math.max(longest, spent() - last);
    last = spent();
  }, 1);
  const started = spent();
  const { body } = await admin.request("POST", "/api/appointments/import", csvFile(...rows));
  clearInterval(ticking);
  expect(body).toMatchObject({ imported: 6_000, total: 6_000, errors: [] });
  // Fifty milliseconds in the product; on a shared machine, by far not the whole of it.
  expect(longest).toBeLessThan((spent() - started) / 2);
});

test("clearing deletes all appointments in slices and counts them", async () => {
  const parlor = await desk();
  const { app, admin, elena } = parlor;
  app.db
    .query(
      `insert into appointments (employee_id, client_name, name_key, starts_at, ends_at, duration_minutes, service, status, source, created_at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < 1234)
     select ?, 'Ada', 'ada', '2026-11-21T10:00:00', '2026-11-21T11:00:00', 60, 'Cut', 'booked', 'staff', 0 from n`,
    )
    .run(elena);
  const { status, body } = await admin.request("DELETE", "/api/appointments/clear");
  expect([status, body]).toEqual([200, { count: 1234 }]);
  expect((await admin.request("GET", "/api/appointments")).body).toEqual([]);
  expect((await admin.request("DELETE", "/api/appointments/clear")).body).toEqual({ count: 0 });
});

test("a row at a time that the clocks skip is imported after the change, and listed", async () => {
  const { admin } = await desk();
  const file = csvFile("2027-03-14 02:30,Ruth Abernathy,Peel,Elena Sato");
  const send = () => admin.request("POST", "/api/appointments/import", file);
  const { body } = await send();
  expect([body.imported, body.moved]).toEqual([
    1,
    [{ row: 2, reason: "The clocks skip 2:30 AM on March 14, so it begins at 3:30 AM." }],
  ]);
  expect((await send()).body).toMatchObject({ imported: 0, alreadyThere: 1 });
});
