import { expect, test } from "bun:test";
import ICAL from "ical.js";
import { desk, TODAY } from "#tests/calendar/appointments/stand.ts";
import { contact } from "#tests/support/test-app.ts";

type Desk = Awaited<ReturnType<typeof desk>>;

async function feedOf({ admin }: Desk, id: number): Promise<string> {
  return (await admin.request("POST", `/api/employees/${id}/calendar-feed`)).body.path;
}

function eventsIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents("vevent").map((one) => new ICAL.Event(one));
}

test("a calendar program reads an employee's appointments, and nobody else's", async () => {
  const parlor = await desk();
  const { app, admin, visitor, book, elena, tomas } = parlor;
  contact(app, admin, "Ruth Abernathy", "+12025550134");
  await book({
    phoneNumber: "+12025550134",
    service: "Peel; Level 2, long\\short",
    durationMinutes: 45,
  });
  await book({
    clientName: "Castellano-Ünderhill, Mei",
    appointmentDate: `${TODAY}T12:00`,
    service: "ü".repeat(60),
  });
  const { id } = await book({ clientName: "Off Again", appointmentDate: `${TODAY}T14:00` });
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "canceled" });
  await book({ employeeId: tomas, clientName: "Not Hers" });

  const reply = await visitor("GET", await feedOf(parlor, elena));
  expect([reply.status, reply.headers.get("content-type")]).toEqual([
    200,
    "text/calendar; charset=utf-8",
  ]);
  const events = eventsIn(reply.body);
  expect(events.map(({ summary }) => summary)).toEqual([
    "Ruth A.: Peel; Level 2, long\\short",
    `Mei C.: ${"ü".repeat(60)}`,
  ]);
  expect(events[0]?.startDate.toJSDate().toISOString()).toBe("2026-11-20T15:00:00.000Z");
  expect(events[0]?.duration.toSeconds()).toBe(45 * 60);
  expect(reply.body).not.toMatch(/555|Abernathy|Not Hers|Off Again/);
  for (const line of reply.body.split("\r\n"))
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});

test("an event keeps its id when it moves, and an unchanged calendar returns 304", async () => {
  const parlor = await desk();
  const { admin, visitor, book, elena, clock } = parlor;
  const { id } = await book();
  const path = await feedOf(parlor, elena);
  const first = await visitor("GET", path);
  const etag = first.headers.get("etag") ?? "";
  const again = () => visitor("GET", path, undefined, { "if-none-match": etag });
  expect((await again()).status).toBe(304);
  clock.now += 60_000;
  await admin.request("PATCH", `/api/appointments/${id}`, { appointmentDate: `${TODAY}T15:00` });
  const moved = await again();
  expect(moved.status).toBe(200);
  const [before, after] = [eventsIn(first.body)[0], eventsIn(moved.body)[0]];
  expect(after?.uid).toBe(before?.uid ?? "");
  expect(after?.startDate.toJSDate().toISOString()).toBe("2026-11-20T20:00:00.000Z");
  const versionOf = (event: typeof after) =>
    ["sequence", "dtstamp", "last-modified"].map((name) =>
      String(event?.component.getFirstPropertyValue(name)),
    );
  expect([versionOf(before), versionOf(after)]).toEqual([
    ["0", "2026-11-20T16:00:00Z", "2026-11-20T16:00:00Z"],
    ["1", "2026-11-20T16:01:00Z", "2026-11-20T16:01:00Z"],
  ]);
});

test("time off and blocks are busy times in the feed, without their reason", async () => {
  const parlor = await desk();
  const { admin, visitor, elena, tomas } = parlor;
  const path = await feedOf(parlor, elena);
  const { headers } = await visitor("GET", path);
  const add = (employeeId: number | null, kind: string) =>
    admin.request("POST", "/api/time-off", {
      ...{ employeeId, kind, reason: "Dentist" },
      start: `${TODAY}T12:00`,
      end: `${TODAY}T13:00`,
    });
  await add(elena, "time-off");
  await add(elena, "block");
  await add(null, "time-off");
  await add(tomas, "time-off");
  const etag = headers.get("etag") ?? "";
  const { status, body } = await visitor("GET", path, undefined, { "if-none-match": etag });
  expect(status).toBe(200);
  expect(
    eventsIn(body).map(({ summary, startDate }) => [summary, startDate.toJSDate().toISOString()]),
  ).toEqual(["Time Off", "Blocked", "Closed"].map((name) => [name, "2026-11-20T17:00:00.000Z"]));
  expect(body).not.toContain("Dentist");
});

test("a new address invalidates the old one, a removed one opens nothing, and none can be guessed", async () => {
  const parlor = await desk();
  const { admin, visitor, elena, tomas, clock } = parlor;
  const status = async (path: string) => (await visitor("GET", path)).status;
  const first = await feedOf(parlor, elena);
  expect(await status(first)).toBe(200);
  const second = await feedOf(parlor, elena);
  expect([await status(first), await status(second)]).toEqual([404, 200]);
  expect((await admin.request("GET", `/api/employees/${elena}/calendar-feed`)).body).toEqual({
    path: second,
  });
  expect(await status(second.replace(`/${elena}-`, `/${tomas}-`))).toBe(404);
  expect(await status(second.replace(/.\.ics$/, ".ics"))).toBe(404);

  await admin.request("DELETE", `/api/employees/${elena}/calendar-feed`);
  expect(await status(second)).toBe(404);
  clock.now += 1;
  const third = await feedOf(parlor, elena);
  expect(third).not.toBe(second);
  expect([await status(second), await status(third)]).toEqual([404, 200]);
  await admin.request("DELETE", `/api/employees/${elena}`);
  expect(await status(third)).toBe(404);
});

test("a time that the clock shows twice or never is one instant, and the event keeps its length", async () => {
  const parlor = await desk();
  const { visitor, book, elena, clock } = parlor;
  clock.now = Date.parse("2026-10-31T12:00:00Z");
  // New York: clocks go back at two on November 1, 2026.
  await book({ appointmentDate: "2026-11-01T00:30", durationMinutes: 60, allowOverlap: true });
  await book({ appointmentDate: "2026-11-01T01:30", durationMinutes: 60, allowOverlap: true });
  const { body } = await visitor("GET", await feedOf(parlor, elena));
  expect(
    eventsIn(body).map(({ startDate, endDate }) => [
      startDate.toJSDate().toISOString(),
      endDate.toJSDate().toISOString(),
    ]),
  ).toEqual([
    ["2026-11-01T04:30:00.000Z", "2026-11-01T05:30:00.000Z"],
    ["2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z"],
  ]);
});
