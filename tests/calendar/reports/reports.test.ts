import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Report } from "#src/calendar/reports/contract.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const STATUSES = ["requested", "booked", "confirmed", "arrived", "no_show", "canceled"] as const;
const RANGE = "from=2026-11-02&to=2026-11-08";
const DAY_MS = 24 * 60 * 60 * 1000;

interface Row {
  readonly employee: number;
  readonly startsAt: string;
  readonly status: (typeof STATUSES)[number];
  readonly phone?: number | null;
  readonly cents?: number | null;
  readonly service?: string;
  readonly createdAt?: number;
}

function salon(): TestApp {
  const parlor = testApp();
  parlor.clock.now = Date.parse("2026-11-07T18:00:00Z");
  parlor.app.db.run(
    "insert into employees (name, created_at) values ('Elena', 0), ('Jo', 0), ('Tomas', 0)",
  );
  return parlor;
}

function add({ app }: TestApp, rows: readonly Row[]): void {
  const insert = app.db.query(
    `insert into appointments (employee_id, client_name, name_key, phone, contact_id, starts_at, ends_at,
       duration_minutes, service, status, source, created_at, price_cents)
     values ($employee, 'Ada', 'ada', $phone, (select id from contacts where phone = $phone), $startsAt, $endsAt, 30, $service, $status, 'staff', $createdAt, $cents)`,
  );
  for (const { startsAt, ...row } of rows) {
    const endsAt = startsAt.replace(/:00:00$/, ":30:00");
    insert.run({
      phone: null,
      cents: null,
      service: "Cut",
      createdAt: 0,
      ...row,
      startsAt,
      endsAt,
    });
  }
}

async function read({ admin }: TestApp, range = RANGE): Promise<Report> {
  const { status, body } = await admin.request("GET", `/api/reports?${range}`);
  expect(status).toBe(200);
  return body;
}

test("visits, no-shows, revenue and busiest hours cover the range, and are compared with the one before", async () => {
  const parlor = salon();
  add(parlor, [
    { employee: 1, startsAt: "2026-11-02T09:00:00", status: "arrived", cents: 12_000 },
    {
      employee: 1,
      startsAt: "2026-11-03T09:00:00",
      status: "booked",
      cents: 8_050,
      service: "Peel",
    },
    { employee: 2, startsAt: "2026-11-07T11:00:00", status: "confirmed" },
    { employee: 2, startsAt: "2026-11-04T09:00:00", status: "no_show", cents: 5_000 },
    { employee: 2, startsAt: "2026-11-05T09:00:00", status: "canceled", cents: 5_000 },
    { employee: 2, startsAt: "2026-11-05T10:00:00", status: "requested", cents: 5_000 },
    // Still to come.
    { employee: 1, startsAt: "2026-11-08T09:00:00", status: "booked", cents: 9_900 },
    // The week before.
    { employee: 3, startsAt: "2026-10-27T09:00:00", status: "arrived", cents: 1_000 },
    { employee: 3, startsAt: "2026-10-25T09:00:00", status: "arrived", cents: 1_000 },
  ]);
  const report = await read(parlor);
  expect(report).toMatchObject({
    visits: 3,
    noShows: 1,
    canceled: 1,
    revenue: "200.50",
    unpricedVisits: 1,
    rebookedShare: 0,
    previous: { visits: 1, revenue: "10.00", noShows: 0 },
    byEmployee: [
      { name: "Elena", visits: 2, revenue: "200.50" },
      { name: "Jo", visits: 1, revenue: "0.00" },
    ],
    byService: [
      { serviceId: null, name: "Cut", visits: 2, revenue: "120.00" },
      { serviceId: null, name: "Peel", visits: 1, revenue: "80.50" },
    ],
    campaigns: [],
  });
  expect(report.busiest.map((hours) => hours.indexOf(1))).toEqual([9, 9, -1, -1, -1, 11, -1]);
});

test("a visit counts as rebooked by a later appointment that was made within 30 days", async () => {
  const parlor = salon();
  const visit = Date.parse("2026-11-02T15:00:00Z");
  const day = (days: number) => visit + days * DAY_MS;
  add(parlor, [
    // In time, too late, canceled, another client's.
    { employee: 1, startsAt: "2026-11-02T09:00:00", status: "arrived", phone: 12025550111 },
    {
      employee: 1,
      startsAt: "2026-12-20T09:00:00",
      status: "booked",
      phone: 12025550111,
      createdAt: day(29),
    },
    { employee: 1, startsAt: "2026-11-02T10:00:00", status: "arrived", phone: 12025550112 },
    {
      employee: 1,
      startsAt: "2026-12-20T10:00:00",
      status: "booked",
      phone: 12025550112,
      createdAt: day(32),
    },
    { employee: 1, startsAt: "2026-11-02T11:00:00", status: "arrived", phone: 12025550113 },
    {
      employee: 1,
      startsAt: "2026-12-20T11:00:00",
      status: "canceled",
      phone: 12025550113,
      createdAt: day(3),
    },
    { employee: 1, startsAt: "2026-11-02T12:00:00", status: "arrived" },
  ]);
  expect((await read(parlor)).rebookedShare).toBe(0.25);
});

test("a booking within 14 days is attributed to the client's latest campaign, once, also a series", async () => {
  const parlor = salon();
  const ids = ["Ada", "Bea", "Cleo"].map((name, n) =>
    contact(parlor.app, parlor.admin, name, `+1202555011${n}`),
  );
  parlor.clock.now = Date.parse("2026-11-02T16:00:00Z");
  for (const [name, contactIds] of [
    ["First", ids],
    ["Second", ids.slice(1)],
  ] as const) {
    await parlor.admin.request("POST", "/api/campaigns", {
      name,
      message: "Book now",
      contactIds,
      skipCheck: true,
    });
    await parlor.sendAll();
    parlor.clock.now += 60 * 60 * 1000;
  }
  const at = parlor.clock.now;
  const booked = { employee: 1, status: "booked", cents: 4_000 } as const;
  add(parlor, [
    { ...booked, startsAt: "2026-11-20T09:00:00", phone: 12025550110, createdAt: at + DAY_MS },
    { ...booked, startsAt: "2026-11-20T10:00:00", phone: 12025550111, createdAt: at + DAY_MS },
    { ...booked, startsAt: "2026-11-21T10:00:00", phone: 12025550111, createdAt: at + 2 * DAY_MS },
    { ...booked, startsAt: "2026-11-20T11:00:00", phone: 12025550112, createdAt: at + 15 * DAY_MS },
    { ...booked, startsAt: "2026-11-20T12:00:00", phone: 12025550119, createdAt: at + DAY_MS },
  ]);
  parlor.clock.now = at + DAY_MS;
  const series = await parlor.admin.request("POST", "/api/appointments", {
    employeeId: 1,
    clientName: "Cleo",
    phoneNumber: "+12025550112",
    appointmentDate: "2026-11-19T12:00",
    repeat: { everyWeeks: 1, count: 10 },
    allowOverlap: true,
  });
  expect(series.status).toBe(201);
  parlor.clock.now = at + 20 * DAY_MS;
  expect((await read(parlor, "from=2026-11-01&to=2026-11-30")).campaigns).toEqual([
    { campaignId: 2, name: "Second", bookings: 3, revenue: "80.00" },
    { campaignId: 1, name: "First", bookings: 1, revenue: "40.00" },
  ]);
  const marketer = parlor.person("user", ["/reports", "/campaigns"]);
  const jo = parlor.person("user", ["/reports"]);
  for (const { id } of [marketer, jo])
    parlor.app.db
      .query(
        "update users set permissions = json_set(permissions, '$.employeeIds', json('[2]')) where id = ?",
      )
      .run(id);
  const range = "/api/reports?from=2026-11-01&to=2026-11-30";
  expect((await marketer.request("GET", range)).body.campaigns).toEqual([]);
  add(parlor, [
    {
      ...booked,
      employee: 2,
      startsAt: "2026-11-20T14:00:00",
      phone: 12025550110,
      createdAt: at + DAY_MS,
    },
  ]);
  expect((await marketer.request("GET", range)).body.campaigns).toEqual([
    { campaignId: 1, name: "First", bookings: 1, revenue: "40.00" },
  ]);
  expect((await jo.request("GET", range)).body.campaigns).toEqual([]);
  const { body } = await parlor.admin.request("GET", "/api/campaigns/2/report");
  expect([body.bookings, body.bookedValue]).toEqual([2, "80.00"]);
});

test("an employee's own report contains no colleague's visits, and requires the page", async () => {
  const parlor = salon();
  add(parlor, [
    { employee: 1, startsAt: "2026-11-02T09:00:00", status: "arrived", cents: 12_000 },
    { employee: 2, startsAt: "2026-11-02T09:00:00", status: "arrived", cents: 5_000 },
  ]);
  const jo = parlor.person("user", ["/reports"]);
  parlor.app.db
    .query(
      "update users set permissions = json_set(permissions, '$.employeeIds', json('[2]')) where id = ?",
    )
    .run(jo.id);
  const { body } = await jo.request("GET", `/api/reports?${RANGE}`);
  expect([body.visits, body.revenue, body.byEmployee.length]).toEqual([1, "50.00", 1]);
  const other = parlor.person("user", ["/appointments"]);
  expect((await other.request("GET", `/api/reports?${RANGE}`)).status).toBe(403);
});

test.each([
  ["from=2026-11-08&to=2026-11-02", "to"],
  ["from=2024-11-08&to=2026-11-02", "to"],
])("the range %s is refused by field", async (range, field) => {
  const { status, body } = await salon().admin.request("GET", `/api/reports?${range}`);
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
});

test("the CSV contains the same figures", async () => {
  const parlor = salon();
  add(parlor, [{ employee: 1, startsAt: "2026-11-02T09:00:00", status: "arrived", cents: 12_000 }]);
  const text = await (await parlor.admin.open(`/api/reports/export?${RANGE}`)).text();
  expect(text.split("\r\n")).toContain("Employee,Elena,1,120.00,0.00");
  expect(text.split("\r\n")).toContain("All,Visits,1,120.00,0.00");
});

test("for any appointments, the report equals a direct count", async () => {
  const row = fc.record({
    employee: fc.integer({ min: 1, max: 3 }),
    day: fc.integer({ min: 1, max: 14 }),
    hour: fc.integer({ min: 0, max: 23 }),
    status: fc.constantFrom(...STATUSES),
    cents: fc.option(fc.integer({ min: 0, max: 50_000 })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 40 }), async (drawn) => {
      const parlor = salon();
      const two = (n: number) => String(n).padStart(2, "0");
      const rows = drawn.map(({ day, hour, ...rest }) => ({
        ...rest,
        startsAt: `2026-11-${two(day)}T${two(hour)}:00:00`,
      }));
      add(parlor, rows);
      // It is 13:00 of November 7 in New York.
      const inRange = rows.filter(
        ({ startsAt }) => startsAt >= "2026-11-02" && startsAt < "2026-11-09",
      );
      const visits = inRange.filter(
        ({ startsAt, status }) =>
          startsAt.replace(/:00:00$/, ":30:00") <= "2026-11-07T13:00:00" &&
          ["booked", "confirmed", "arrived"].includes(status),
      );
      const report = await read(parlor);
      expect(report.visits).toBe(visits.length);
      expect(Number(report.revenue)).toBeCloseTo(
        visits.reduce((total, { cents }) => total + (cents ?? 0), 0) / 100,
        2,
      );
      expect(report.noShows).toBe(inRange.filter(({ status }) => status === "no_show").length);
      expect(report.busiest.flat().reduce((a, b) => a + b, 0)).toBe(visits.length);
    }),
    { numRuns: 25 },
  );
});

test("users who may not see clients' names can't read typed services, which may contain one", async () => {
  const parlor = salon();
  const booked = { employee: 1, status: "arrived", startsAt: "2026-11-02T09:00:00" } as const;
  add(parlor, [{ ...booked, service: "Ruth's color" }]);
  const jo = parlor.person("user", ["/reports"]);
  parlor.app.db
    .query(
      "update users set permissions = json_set(permissions, '$.canViewClientNames', json('false'), '$.employeeIds', json('[1]')) where id = ?",
    )
    .run(jo.id);
  const typed = async (reader: typeof jo) =>
    (await reader.request("GET", `/api/reports?${RANGE}`)).body.byService[0].name;
  expect(await typed(parlor.admin)).toBe("Ruth's color");
  expect(await typed(jo)).toBe("No service");
});
