import { expect, test } from "bun:test";
import { depositDesk } from "#tests/calendar/online-booking/deposit-desk.ts";
import { FRIDAY, JOAN, waitDesk } from "#tests/calendar/waitlist/stand.ts";
import type { Person } from "#tests/support/test-app.ts";

const heldTimes = (person: Person, days = `from=${FRIDAY}&to=${FRIDAY}`) =>
  person.request("GET", `/api/availability/held?${days}`);

test("an offered time is listed with its client until it is answered", async () => {
  const parlor = await waitDesk();
  const { admin, elena, tomas } = parlor;
  const { id } = await parlor.book({
    appointmentDate: `${FRIDAY}T10:00`,
    serviceId: parlor.facial,
  });
  await parlor.wait(JOAN);
  await parlor.cancel(id);
  await parlor.work();
  expect((await heldTimes(admin)).body).toMatchObject([
    {
      ...{ employeeId: elena, contactId: parlor.contacts[JOAN], kind: "offer" },
      ...{ clientName: "Joan Whitlock", start: `${FRIDAY}T10:00:00`, end: `${FRIDAY}T11:00:00` },
    },
  ]);
  expect((await heldTimes(parlor.desk([tomas]))).body).toEqual([]);
  expect((await heldTimes(parlor.desk([elena]))).body).toHaveLength(1);
  await parlor.reply(JOAN, "NO");
  expect((await heldTimes(admin)).body).toEqual([]);
});

test("a time whose deposit is due is listed until the hold ends", async () => {
  const { admin, online, elena, clock } = await depositDesk();
  await online({ employeeId: elena });
  const { body } = await heldTimes(admin);
  expect(body).toMatchObject([{ employeeId: elena, kind: "booking" }]);
  clock.now = Date.parse(body[0].until);
  expect((await heldTimes(admin)).body).toEqual([]);
  expect((await heldTimes(admin, "from=2026-01-01&to=2027-01-01")).status).toBe(400);
});
