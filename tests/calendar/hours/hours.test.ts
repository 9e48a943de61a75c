import { expect, test } from "bun:test";
import { addDays } from "#src/shared/wall-time.ts";
import { desk, TODAY } from "#tests/calendar/appointments/stand.ts";

const DAY = [{ start: "09:00", end: "17:00" }];
const SHORT = [{ start: "10:00", end: "14:00" }];
const WEEK = { mon: DAY, tue: DAY, wed: DAY, thu: DAY, fri: DAY, sat: DAY, sun: [] };
/** A Monday, three days after today. */
const MONDAY = "2026-11-23";

test("a new salon is open Monday to Saturday", async () => {
  const { admin } = await desk();
  expect((await admin.request("GET", "/api/hours")).body).toEqual({
    weekly: WEEK,
    upcoming: [],
    closedDays: [],
    notes: [],
    visitsOutside: 0,
    unstaffed: [],
    reviewed: false,
  });
});

test.each([
  ["saving them", "PUT", "/api/hours", { weekly: WEEK }],
  ["Looks right", "POST", "/api/hours/confirm", undefined],
])("the hours are reviewed by %s", async (_, method, path, body) => {
  const { admin } = await desk();
  await admin.request(method, path, body);
  expect((await admin.request("GET", "/api/hours")).body).toMatchObject({
    weekly: WEEK,
    reviewed: true,
  });
});

test("breaks and closed days apply to everyone, and past days keep their hours", async () => {
  const { admin, book, elena } = await desk();
  const yesterday = await book({ appointmentDate: "2026-11-19T16:00" });
  const weekly = {
    ...WEEK,
    fri: [
      { start: "13:00", end: "17:00" },
      { start: "09:00", end: "12:00" },
    ],
  };
  const closedDays = [
    { date: "2026-11-26", name: "Thanksgiving", yearly: false },
    { date: "2000-12-25", name: "Christmas", yearly: true },
  ];
  const saved = await admin.request("PUT", "/api/hours", {
    weekly: { ...weekly, thu: SHORT },
    closedDays,
  });
  expect([saved.status, saved.body.closedDays]).toEqual([200, closedDays.toReversed()]);
  expect(saved.body.weekly.fri.map((one: { start: string }) => one.start)).toEqual([
    "09:00",
    "13:00",
  ]);

  const refused = async (appointmentDate: string) =>
    (
      await admin.request("POST", "/api/appointments", {
        employeeId: elena,
        clientName: "Ada",
        appointmentDate,
      })
    ).body.message;
  expect(await refused(`${TODAY}T11:30`)).toBe(
    "Elena Sato works from 9:00 AM to 12:00 PM and from 1:00 PM to 5:00 PM.",
  );
  expect(await refused("2026-11-26T10:00")).toBe("The business is closed for Thanksgiving.");
  expect(await refused("2030-12-25T10:00")).toBe("The business is closed for Christmas.");
  expect(await refused("2026-11-22T10:00")).toBe("Elena Sato doesn't work that day.");

  const { body } = await admin.request("GET", "/api/appointments?from=2026-11-19&to=2026-11-19");
  expect(body).toMatchObject([{ id: yesterday.id, outsideHours: false }]);
});

test("a special day has its own hours, which own hours only shorten, and the week stays", async () => {
  const { admin, elena } = await desk();
  const openOn = async (day: string) => {
    const [{ closedFor, open, employees }] = (
      await admin.request("GET", `/api/hours/days?from=${day}&to=${day}`)
    ).body;
    const own = employees.find((one: { employeeId: number }) => one.employeeId === elena).open;
    return { closedFor, open, own };
  };
  const save = (closedDays: unknown) => admin.request("PUT", "/api/hours", { closedDays });
  const eve = { date: MONDAY, name: "Early close", yearly: false, open: SHORT };
  const sunday = { date: "2026-11-29", name: "", yearly: false, open: SHORT };
  const saved = await save([eve, sunday]);
  expect([saved.status, saved.body.closedDays]).toEqual([200, [eve, sunday]]);
  expect(await openOn(MONDAY)).toEqual({ closedFor: null, open: SHORT, own: SHORT });
  expect((await openOn("2026-11-29")).own).toEqual(SHORT);
  expect((await openOn("2026-11-30")).open).toEqual(DAY);

  const late = [{ start: "12:00", end: "18:00" }];
  await admin.request("PUT", `/api/employees/${elena}/hours`, { weekly: { ...WEEK, mon: late } });
  expect((await openOn(MONDAY)).own).toEqual([{ start: "12:00", end: "14:00" }]);
  expect((await openOn("2026-11-29")).own).toEqual([]);

  const backwards = await save([{ ...eve, open: [{ start: "14:00", end: "10:00" }] }]);
  expect([backwards.status, backwards.body.errors]).toEqual([
    400,
    { "closedDays.0.open.0.end": "End time must be after start time" },
  ]);
  expect((await save([{ ...eve, open: [] }])).body.closedDays).toEqual([
    { date: MONDAY, name: "Early close", yearly: false },
  ]);
  expect(await openOn(MONDAY)).toMatchObject({ closedFor: "Early close", open: [], own: [] });
  expect((await save([{ ...eve, open: [] }, eve])).body.closedDays).toEqual([eve]);
});

test("hours with a start date apply from that day, and can be removed before it", async () => {
  const { admin, elena } = await desk();
  const path = `/api/employees/${elena}/hours`;
  await admin.request("PUT", path, { weekly: { ...WEEK, sat: [] } });
  const { body } = await admin.request("PUT", path, { weekly: null, from: MONDAY });
  expect(body).toEqual({
    weekly: { ...WEEK, sat: [] },
    upcoming: [{ from: MONDAY, weekly: null }],
    notes: [],
    affected: [],
  });
  const open = async (day: string) =>
    (await admin.request("GET", `/api/hours/days?from=${day}&to=${day}`)).body[0].employees[0].open;
  expect(await open("2026-11-21")).toEqual([]);
  expect(await open("2026-11-28")).toEqual(DAY);
  const gone = await admin.request("DELETE", `${path}/upcoming/${MONDAY}`);
  const again = await admin.request("DELETE", `${path}/upcoming/${MONDAY}`);
  expect([gone.status, again.status, await open("2026-11-28")]).toEqual([204, 404, []]);
  const past = await admin.request("PUT", path, { weekly: WEEK, from: "2026-11-19" });
  expect([past.status, past.body.errors.from]).toEqual([
    400,
    "Hours can't change on days that have passed",
  ]);
});

test("the start and end in Settings still work: they read the week and change its open days", async () => {
  const { admin } = await desk();
  await admin.request("PUT", "/api/hours", { weekly: { ...WEEK, mon: SHORT, sat: [] } });
  const settings = async () => (await admin.request("GET", "/api/settings")).body;
  expect(await settings()).toMatchObject({
    systemWorkStartTime: "09:00",
    systemWorkEndTime: "17:00",
  });
  // The form sends what it shows: nothing changes.
  await admin.request("POST", "/api/settings", {
    systemWorkStartTime: "09:00",
    businessName: "Salon",
  });
  expect((await admin.request("GET", "/api/hours")).body.weekly.mon).toEqual(SHORT);

  await admin.request("POST", "/api/settings", { systemWorkStartTime: "08:00" });
  const long = [{ start: "08:00", end: "17:00" }];
  expect((await admin.request("GET", "/api/hours")).body.weekly).toEqual({
    ...{ mon: SHORT, tue: long, wed: long, thu: long, fri: long, sat: [], sun: [] },
  });
});

const [MORNING, AFTERNOON] = [
  { start: "10:00", end: "12:00" },
  { start: "13:00", end: "18:00" },
];

test("a new end in Settings moves only the days that ended last, and keeps their breaks", async () => {
  const { admin } = await desk();
  const before = { ...WEEK, mon: [MORNING, AFTERNOON], tue: [{ start: "09:00", end: "18:00" }] };
  await admin.request("PUT", "/api/hours", { weekly: before });
  await admin.request("POST", "/api/settings", { systemWorkEndTime: "19:00" });
  expect((await admin.request("GET", "/api/hours")).body.weekly).toEqual({
    ...before,
    mon: [MORNING, { start: "13:00", end: "19:00" }],
    tue: [{ start: "09:00", end: "19:00" }],
  });
  const { body } = await admin.request("POST", "/api/settings", { systemWorkEndTime: "12:30" });
  expect(body.systemWorkEndTime).toBe("17:00");
  const { mon, wed } = (await admin.request("GET", "/api/hours")).body.weekly;
  expect([mon, wed]).toEqual([[{ start: "10:00", end: "12:30" }], DAY]);
});

test("an employee's own week keeps its days and breaks when its end changes", async () => {
  const { admin, elena } = await desk();
  const weekly = { ...WEEK, mon: [MORNING, AFTERNOON] };
  await admin.request("PUT", `/api/employees/${elena}/hours`, { weekly });
  const own = async (workEndTime: string) => {
    const hours = { workStartTime: "09:00", workEndTime };
    await admin.request("PATCH", `/api/employees/${elena}`, hours);
    return (await admin.request("GET", `/api/employees/${elena}/hours`)).body.weekly;
  };
  expect(await own("18:00")).toEqual(weekly);
  expect(await own("19:00")).toEqual({
    ...weekly,
    mon: [MORNING, { start: "13:00", end: "19:00" }],
  });
});

test("an employee who had the week off, or gives the own week up, gets the start and end that were entered", async () => {
  const { admin, elena } = await desk();
  const path = `/api/employees/${elena}`;
  const off = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
  const weekAfter = async (change: object) => {
    await admin.request("PUT", `${path}/hours`, { weekly: off });
    await admin.request("PATCH", path, change);
    return (await admin.request("GET", `${path}/hours`)).body.weekly;
  };
  const ten = { workStartTime: "10:00", workEndTime: "15:00" };
  expect((await weekAfter(ten)).mon).toEqual([{ start: "10:00", end: "15:00" }]);
  const none = { workStartTime: null, workEndTime: null };
  expect(await weekAfter(none)).toBeNull();
});

test("the start and end of an employee are those of the hours in force", async () => {
  const { admin, elena, clock } = await desk();
  const path = `/api/employees/${elena}`;
  await admin.request("PUT", `${path}/hours`, { weekly: WEEK });
  const later = { start: "10:00", end: "18:00" };
  const weekly = { ...WEEK, mon: [later], tue: [later], wed: [later], thu: [later], fri: [later] };
  await admin.request("PUT", `${path}/hours`, {
    weekly: { ...weekly, sat: [later] },
    from: "2026-11-25",
  });
  clock.now += 6 * 24 * 60 * 60_000;
  const [employee] = (await admin.request("GET", "/api/employees")).body;
  expect(employee).toMatchObject({ workStartTime: "10:00", workEndTime: "18:00" });
  await admin.request("PATCH", path, { workStartTime: "10:00", workEndTime: "19:00" });
  const own = (await admin.request("GET", `${path}/hours`)).body.weekly;
  expect(own.mon).toEqual([{ start: "10:00", end: "19:00" }]);
});

test("an employee's start and end still work, too", async () => {
  const { admin, elena } = await desk();
  const patch = await admin.request("PATCH", `/api/employees/${elena}`, { workStartTime: "11:00" });
  expect(patch.body).toMatchObject({ workStartTime: "11:00", workEndTime: null });
  const hours = await admin.request("GET", `/api/employees/${elena}/hours`);
  expect(hours.body.weekly).toMatchObject({ fri: [{ start: "11:00", end: "17:00" }], sun: [] });

  await admin.request("PUT", `/api/employees/${elena}/hours`, { weekly: { ...WEEK, mon: SHORT } });
  const [employee] = (await admin.request("GET", "/api/employees")).body;
  expect(employee).toMatchObject({ workStartTime: "09:00", workEndTime: "17:00" });
  await admin.request("PUT", `/api/employees/${elena}/hours`, { weekly: null });
  const [again] = (await admin.request("GET", "/api/employees")).body;
  expect(again).toMatchObject({ workStartTime: null, workEndTime: null });
});

test.each([
  [[{ start: "10:00", end: "09:00" }], "End time must be after start time"],
  [
    [
      { start: "09:00", end: "12:00" },
      { start: "11:00", end: "13:00" },
    ],
    "These hours overlap",
  ],
  [[{ start: "9", end: "12:00" }], "Use a time such as 09:00"],
])("hours such as %j are refused with a message", async (mon, message) => {
  const { admin } = await desk();
  const { status, body } = await admin.request("PUT", "/api/hours", { weekly: { ...WEEK, mon } });
  expect([status, JSON.stringify(body.errors)]).toEqual([400, expect.stringContaining(message)]);
});

test("midnight ends a day, and touching intervals are merged", async () => {
  const { admin, elena } = await desk();
  const fri = [
    { start: "12:00", end: "18:00" },
    { start: "18:00", end: "00:00" },
  ];
  const { body } = await admin.request("PUT", "/api/hours", { weekly: { ...WEEK, fri } });
  expect(body.weekly.fri).toEqual([{ start: "12:00", end: "24:00" }]);
  const late = await admin.request("POST", "/api/appointments", {
    employeeId: elena,
    clientName: "Ada",
    appointmentDate: `${TODAY}T17:30`,
    durationMinutes: 390,
  });
  expect([late.status, late.body.outsideHours]).toEqual([201, false]);
});

test.each(["00:00", "24:00"])(
  "a day ends at midnight, sent as %s, for the salon and an employee",
  async (midnight) => {
    const { admin, elena } = await desk();
    const saved = await admin.request("POST", "/api/settings", { systemWorkEndTime: midnight });
    expect([saved.status, saved.body.systemWorkEndTime]).toEqual([200, "24:00"]);
    expect((await admin.request("GET", "/api/hours")).body.weekly.fri).toEqual([
      { start: "09:00", end: "24:00" },
    ]);
    const path = `/api/employees/${elena}`;
    const own = { workStartTime: "12:00", workEndTime: midnight };
    expect((await admin.request("PATCH", path, own)).body).toMatchObject({ workEndTime: "24:00" });
  },
);

test("staff read the hours of the employees they may see", async () => {
  const { desk: person, elena, tomas } = await desk();
  const { request } = person([elena]);
  const days = await request("GET", `/api/hours/days?from=${TODAY}&to=${TODAY}`);
  expect(days.body[0].employees).toEqual([{ employeeId: elena, open: DAY }]);
  expect((await request("GET", `/api/employees/${tomas}/hours`)).status).toBe(404);
});

test("later opening names the employees who keep their own hours", async () => {
  const { admin, desk: person, elena } = await desk();
  const own = { ...WEEK, sat: [], sun: [] };
  await admin.request("PUT", `/api/employees/${elena}/hours`, { weekly: own });
  const opensAtEleven = { ...own, mon: [{ start: "11:00", end: "17:00" }] };
  const saved = await admin.request("PUT", "/api/hours", { weekly: opensAtEleven });
  const notes = ["Elena works 2 hours before opening on Mondays."];
  expect(saved.body.notes).toEqual(notes);
  expect(saved.body.outside).toEqual({
    from: TODAY,
    days: ["mon", "sat"],
    notes,
    visitsOutside: 0,
  });
  expect((await admin.request("GET", "/api/hours")).body.notes).toEqual(notes);
  expect((await person([]).request("GET", "/api/hours")).body.notes).toEqual([]);
});

test("open hours in which no employee works are said, to those who see all employees", async () => {
  const { admin, desk: person, elena, tomas } = await desk();
  const mon = [{ start: "09:00", end: "15:00" }];
  for (const id of [elena, tomas])
    await admin.request("PUT", `/api/employees/${id}/hours`, { weekly: { ...WEEK, mon, sat: [] } });
  const late = [{ start: "08:00", end: "20:00" }];
  const { body } = await admin.request("PUT", "/api/hours", { weekly: { ...WEEK, fri: late } });
  const unstaffed = [
    "No one works after 3:00 PM on Mondays.",
    "No one works before 9:00 AM on Fridays.",
    "No one works after 5:00 PM on Fridays.",
    "No one works on Saturdays.",
  ];
  expect(body.unstaffed).toEqual(unstaffed);
  expect((await person([elena]).request("GET", "/api/hours")).body.unstaffed).toEqual([]);
  await admin.request("PUT", `/api/employees/${tomas}/hours`, { weekly: null });
  expect((await admin.request("GET", "/api/hours")).body.unstaffed).toEqual([]);
});

test("before hours are saved, the employees outside of them are said, and saving can shorten theirs", async () => {
  const { admin, elena } = await desk();
  const own = { ...WEEK, sat: [], sun: [] };
  await admin.request("PUT", `/api/employees/${elena}/hours`, { weekly: own });
  const weekly = { ...own, mon: [{ start: "11:00", end: "17:00" }] };
  const notes = ["Elena works 2 hours before opening on Mondays."];
  const { body } = await admin.request("POST", "/api/hours/preview", { weekly });
  expect(body).toEqual({ from: TODAY, days: ["mon", "sat"], notes, visitsOutside: 0 });
  expect((await admin.request("GET", "/api/hours")).body.weekly).toEqual(WEEK);
  const saved = await admin.request("PUT", "/api/hours", { weekly, shortensStaff: true });
  expect(saved.body).toMatchObject({ weekly, notes: [], affected: [] });
  const { body: shortened } = await admin.request("GET", `/api/employees/${elena}/hours`);
  expect(shortened.weekly).toEqual(weekly);
});

test.each([
  [
    "later opening leaves an evening that is outside already",
    at("09:00", "20:00"),
    at("11:00", "17:00"),
    at("11:00", "20:00"),
    ["Elena works 2 hours before opening on Mondays."],
  ],
  [
    "earlier closing leaves an evening that is outside already",
    at("09:00", "20:00"),
    at("09:00", "15:00"),
    [...at("09:00", "15:00"), ...at("17:00", "20:00")],
    ["Elena works 2 hours past closing on Mondays."],
  ],
  [
    "a later opening takes the morning, though it began before the salon's",
    at("08:45", "17:00"),
    at("13:00", "17:00"),
    [...at("08:45", "09:00"), ...at("13:00", "17:00")],
    ["Elena works 4 hours before opening on Mondays."],
  ],
  [
    "evening hours take the day that the salon had",
    at("09:00", "17:30"),
    at("18:00", "21:00"),
    at("17:00", "17:30"),
    ["Elena works 8 hours before opening on Mondays."],
  ],
  [
    "closing leaves an evening that is outside already",
    at("18:00", "20:00"),
    [],
    at("18:00", "20:00"),
    [],
  ],
  [
    "closing takes a day that is outside only at its end",
    at("09:00", "17:30"),
    [],
    at("17:00", "17:30"),
    ["Elena works on Mondays, when you're closed."],
  ],
])("of an employee's hours, %s", async (_, mon, opens, stays, notes) => {
  const { admin, elena } = await desk();
  const own = { ...WEEK, sat: [], sun: [], mon, tue: at("07:00", "17:00") };
  await admin.request("PUT", `/api/employees/${elena}/hours`, { weekly: own });
  const weekly = { ...WEEK, mon: opens };
  expect((await admin.request("POST", "/api/hours/preview", { weekly })).body.notes).toEqual(notes);
  const saved = await admin.request("PUT", "/api/hours", { weekly, shortensStaff: true });
  expect(saved.status).toBe(200);
  const { body } = await admin.request("GET", `/api/employees/${elena}/hours`);
  expect(body.weekly).toEqual({ ...own, mon: stays });
});

test("employees with the same hours outside the salon's share a sentence, with the number of visits booked then", async () => {
  const { admin, book, elena, tomas } = await desk();
  const own = { ...WEEK, sat: [], sun: [] };
  for (const id of [elena, tomas])
    await admin.request("PUT", `/api/employees/${id}/hours`, { weekly: own });
  await book({ employeeId: elena, appointmentDate: `${MONDAY}T09:30` });
  await book({ employeeId: tomas, appointmentDate: `${MONDAY}T12:00` });
  const later = { ...own, mon: [{ start: "11:00", end: "17:00" }] };
  const { body } = await admin.request("PUT", "/api/hours", { weekly: later });
  const notes = ["Elena and Tomas work 2 hours before opening on Mondays."];
  expect(body.outside).toMatchObject({ notes, visitsOutside: 1 });
  expect(body).toMatchObject({ notes, visitsOutside: 1, affected: [] });
});

test("own hours are shortened to later opening, and the visits before it wait for a decision", async () => {
  const { admin, book, elena, tomas } = await desk();
  const own = { ...WEEK, sat: [], sun: [], tue: [{ start: "08:00", end: "17:00" }] };
  await admin.request("PUT", `/api/employees/${elena}/hours`, { weekly: own });
  const early = await book({ employeeId: elena, appointmentDate: `${MONDAY}T09:30` });
  const mon = [{ start: "11:00", end: "17:00" }];
  const opensAtEleven = { ...WEEK, sat: [], sun: [], mon };
  await admin.request("PUT", "/api/hours", { weekly: opensAtEleven, from: MONDAY });
  expect((await admin.request("GET", "/api/hours/affected")).body).toEqual([]);
  const { body } = await admin.request("POST", "/api/hours/fit", { days: ["mon"] });
  expect(body.notes).toEqual(["Elena works 1 hour before opening on Tuesdays."]);
  expect(body.affected).toMatchObject([{ id: early.id, employeeName: "Elena Sato" }]);
  const days = await admin.request("GET", `/api/hours/days?from=${TODAY}&to=${MONDAY}`);
  const opens = (id: number) =>
    days.body.map((day: { employees: { employeeId: number; open: { start: string }[] }[] }) =>
      day.employees.find(({ employeeId }) => employeeId === id)?.open.map(({ start }) => start),
    );
  // Today's hours stay.
  expect(opens(elena)).toEqual([["09:00"], [], [], ["11:00"]]);
  expect((await admin.request("GET", `/api/employees/${tomas}/hours`)).body.weekly).toBeNull();
  expect((await admin.request("POST", "/api/hours/fit", {})).body).toMatchObject({
    notes: [],
    affected: [],
  });
});

test("own hours are shortened from the day that was changed, also before other hours that begin later", async () => {
  const { admin, elena } = await desk();
  const own = { ...WEEK, sat: [], sun: [] };
  await admin.request("PUT", `/api/employees/${elena}/hours`, { weekly: own });
  const later = { weekly: own, from: addDays(MONDAY, 28) };
  await admin.request("PUT", "/api/hours", later);
  const mon = [{ start: "11:00", end: "17:00" }];
  const { outside } = (await admin.request("PUT", "/api/hours", { weekly: { ...own, mon } })).body;
  expect(outside.notes).toEqual(["Elena works 2 hours before opening on Mondays."]);
  const { days, from } = outside;
  await admin.request("POST", "/api/hours/fit", { days, from });
  const { weekly } = (await admin.request("GET", `/api/employees/${elena}/hours`)).body;
  expect([weekly.mon, weekly.tue]).toEqual([mon, own.tue]);
  const past = await admin.request("POST", "/api/hours/fit", { from: "2026-11-01" });
  expect([past.status, Object.keys(past.body.errors)]).toEqual([400, ["from"]]);
});

test("shortened hours lie within each later week of the salon, and grow again with it", async () => {
  const { admin, elena } = await desk();
  const weekUntil = (end: string) => {
    const day = [{ start: "09:00", end }];
    return { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] };
  };
  const path = `/api/employees/${elena}/hours`;
  const [DECEMBER, JANUARY, FEBRUARY] = ["2026-12-01", "2027-01-01", "2027-02-01"];
  await admin.request("PUT", "/api/hours", { weekly: weekUntil("20:00"), closedDays: [] });
  await admin.request("PUT", path, { weekly: weekUntil("18:00") });
  await admin.request("PUT", path, { weekly: weekUntil("20:00"), from: DECEMBER });
  await admin.request("PUT", path, { weekly: weekUntil("16:00"), from: FEBRUARY });
  await admin.request("PUT", "/api/hours", { weekly: weekUntil("19:00"), from: JANUARY });
  const { outside } = (await admin.request("PUT", "/api/hours", { weekly: weekUntil("17:00") }))
    .body;
  const { days, from } = outside;
  expect((await admin.request("POST", "/api/hours/fit", { days, from })).body.notes).toEqual([]);
  const { weekly, upcoming } = (await admin.request("GET", path)).body;
  expect(weekly).toEqual(weekUntil("17:00"));
  expect(upcoming).toEqual([
    { from: DECEMBER, weekly: weekUntil("17:00") },
    { from: JANUARY, weekly: weekUntil("19:00") },
    { from: FEBRUARY, weekly: weekUntil("16:00") },
  ]);
});

test("hours of an employee outside the business's are saved, and the reply says so in words", async () => {
  const { admin, elena } = await desk();
  const weekly = (change: object) => ({ ...WEEK, sat: [], sun: [], ...change });
  await admin.request("PUT", "/api/hours", { weekly: { ...WEEK, sun: [] } });
  const path = `/api/employees/${elena}/hours`;
  const notes = async (change: object, from?: string) => {
    const { status, body } = await admin.request("PUT", path, { weekly: weekly(change), from });
    expect(status).toBe(200);
    return body.notes;
  };
  expect(await notes({})).toEqual([]);
  const early = at("08:30", "17:00");
  const days = ["mon", "tue", "wed", "thu", "fri"];
  expect(await notes(Object.fromEntries(days.map((day) => [day, early])))).toEqual([
    "Elena works 30 minutes before opening Monday through Friday.",
  ]);
  expect((await admin.request("GET", path)).body.notes).toEqual([
    "Elena works 30 minutes before opening Monday through Friday.",
  ]);
  const all = { mon: early, tue: at("08:30", "18:30"), sun: at("10:00", "12:00") };
  const said = [
    "Elena works 30 minutes before opening on Mondays and Tuesdays.",
    "Elena works 1 hour and 30 minutes past closing on Tuesdays.",
    "Elena works on Sundays, when you're closed.",
  ];
  expect(await notes(all, MONDAY)).toEqual(said);
  // Until Monday the former week holds.
  expect((await admin.request("GET", path)).body.notes).toHaveLength(1);
  const breaks = [...at("09:00", "12:00"), ...at("13:00", "17:00")];
  await admin.request("PUT", "/api/hours", { weekly: { ...WEEK, wed: breaks, sun: [] } });
  expect(await notes({})).toEqual(["Elena works during your break on Wednesdays."]);
  expect((await admin.request("PUT", path, { weekly: null })).body.notes).toEqual([]);
});

test("closed days shorten nobody's hours, and the log says nothing of it", async () => {
  const { admin } = await desk();
  const closedDays = [{ date: "2026-12-25", name: "Christmas", yearly: true }];
  const saved = await admin.request("PUT", "/api/hours", { closedDays, shortensStaff: true });
  expect(saved.status).toBe(200);
  const { body } = await admin.request("GET", "/api/audit-logs?action=hours.fit&limit=5");
  expect(body.logs).toEqual([]);
});

function at(start: string, end: string) {
  return [{ start, end }];
}
