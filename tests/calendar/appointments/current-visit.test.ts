import { expect, test } from "bun:test";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { contact } from "#tests/support/test-app.ts";
import { desk, TODAY } from "./stand.ts";

const PHONE = "+12025550134";

/** Ruth's visits as "20T10:00", as her page and the list of contacts have them. */
async function ruth() {
  const parlor = await desk();
  const { app, admin, clock } = parlor;
  const id = contact(app, admin, "Ruth Abernathy", PHONE);
  const start = (wall: string | null) => wall?.slice(8, 16) ?? null;
  return {
    ...parlor,
    book: (from: string, fields: object = {}) =>
      parlor.book({ phoneNumber: PHONE, appointmentDate: `${TODAY}T${from}`, ...fields }),
    /** At eleven, and some minutes later. */
    async visits(minutes = 0) {
      clock.now += minutes * MINUTE_MS;
      const { body: page } = await admin.request("GET", `/api/contacts/${id}/appointments`);
      const { body: list } = await admin.request("GET", "/api/contacts");
      const starts = (all: { appointmentDate: string }[]) =>
        all.map(({ appointmentDate }) => start(appointmentDate));
      return {
        ...{ next: starts(page.next), last: starts(page.last) },
        listed: list.contacts.map((one: { nextVisit: string | null; lastVisit: string | null }) => [
          start(one.nextVisit),
          start(one.lastVisit),
        ])[0],
      };
    },
  };
}

test("a visit is the client's next one until the minute it ends, then the last one", async () => {
  const { book, visits } = await ruth();
  await book("11:00", { durationMinutes: 60 });
  await book("15:00");
  const current = { next: ["20T11:00", "20T15:00"], last: [], listed: ["20T11:00", null] };
  expect(await visits()).toEqual(current);
  expect(await visits(59)).toEqual(current);
  expect(await visits(1)).toEqual({
    ...{ next: ["20T15:00"], last: ["20T11:00"], listed: ["20T15:00", "20T11:00"] },
  });
});

test("a visit that lasts past midnight is current on both days", async () => {
  const { book, visits } = await ruth();
  await book("23:30", { durationMinutes: 90, allowOverlap: true });
  expect((await visits(13 * 60 + 59)).next).toEqual(["20T23:30"]);
  expect(await visits(1)).toEqual({ next: [], last: ["20T23:30"], listed: [null, "20T23:30"] });
});

test("of a visit with two employees, the part that is taking place is current", async () => {
  const { admin, book, elena, tomas, visits } = await ruth();
  const services: number[] = [];
  for (const name of ["Color", "Cut"]) {
    const service = { name, durationMinutes: 30 };
    services.push((await admin.request("POST", "/api/services", service)).body.id);
  }
  await book("11:00", { services, performers: [elena, tomas] });
  expect((await visits(29)).next).toEqual(["20T11:00", "20T11:30"]);
  expect(await visits(1)).toEqual({
    ...{ next: ["20T11:30"], last: ["20T11:00"], listed: ["20T11:30", "20T11:00"] },
  });
  expect((await visits(30)).next).toEqual([]);
});

test("a client who didn't come has no current visit", async () => {
  const { admin, book, visits } = await ruth();
  const { id } = await book("10:30", { durationMinutes: 60 });
  await admin.request("PATCH", `/api/appointments/${id}`, { status: "no_show" });
  expect(await visits()).toEqual({ next: [], last: ["20T10:30"], listed: [null, null] });
});
