import { expect, test } from "bun:test";
import { failLastText } from "#tests/support/twilio-posts.ts";
import { brokenLaws } from "./broken-laws.ts";
import { FRIDAY, JOAN, offeringDesk, RUTH, type WaitDesk, waitDesk } from "./stand.ts";

const HOUR = 60;
const DAY = 24 * HOUR;
const AT = (clock: string, day = FRIDAY) => `${day}T${clock}`;

/** Books a facial and cancels it, so that its time is offered. */
async function free(parlor: WaitDesk, appointmentDate: string): Promise<void> {
  const { id } = await parlor.book({
    appointmentDate,
    serviceId: parlor.facial,
    clientName: "Mei",
  });
  await parlor.cancel(id);
  await parlor.work();
}

const textsTo = (parlor: WaitDesk, phone: string) =>
  parlor.texts().flatMap((text) => (text.startsWith(phone) ? text.slice(phone.length + 1) : []));

const LEFT =
  "Lumen: we haven't heard back about our offers, so you're off our waitlist for Facial. Reply WAIT to stay on it.";

async function ignoredForThreeDays(): Promise<WaitDesk> {
  const parlor = await waitDesk();
  await parlor.wait(RUTH, { to: "2026-12-11" });
  for (const clock of ["09:00", "11:00", "13:00"]) {
    await free(parlor, AT(clock));
    await parlor.after(DAY);
  }
  return parlor;
}

test("a day's unanswered offers count once", async () => {
  const parlor = await waitDesk();
  await parlor.wait(RUTH);
  for (const clock of ["09:00", "10:30", "12:00", "13:30", "15:00"]) {
    await free(parlor, AT(clock));
    await parlor.after(15);
  }
  expect(textsTo(parlor, RUTH)).toHaveLength(5);
  expect(await parlor.statuses()).toEqual(["waiting"]);
});

test("after three days of unanswered offers a text says that the client is off the list, and WAIT puts them back", async () => {
  const parlor = await ignoredForThreeDays();
  expect(await parlor.statuses()).toEqual(["expired"]);
  expect(textsTo(parlor, RUTH).slice(3)).toEqual([LEFT]);

  await parlor.reply(RUTH, "Wait!");
  expect(await parlor.statuses()).toEqual(["waiting"]);
  expect(textsTo(parlor, RUTH).at(-1)).toBe(
    "You're still on our waitlist for Facial. We'll text you when a time opens up.",
  );
  await parlor.reply(RUTH, "WAIT");
  expect(textsTo(parlor, RUTH)).toHaveLength(5);
  await free(parlor, AT("15:00"));
  expect(await parlor.statuses()).toEqual(["offered"]);
  expect(brokenLaws(parlor.app.db)).toEqual([]);
});

test("an answer on the way begins the count anew", async () => {
  const parlor = await waitDesk();
  await parlor.wait(RUTH);
  for (const clock of ["09:00", "11:00"]) {
    await free(parlor, AT(clock));
    await parlor.after(DAY);
  }
  await free(parlor, AT("13:00"));
  await parlor.reply(RUTH, "no");
  await parlor.after(DAY);
  await free(parlor, AT("15:00"));
  await parlor.after(DAY);
  expect(await parlor.statuses()).toEqual(["waiting"]);
});

test("a WAIT of anyone else, of a client who opted out, or after the last day changes nothing", async () => {
  const parlor = await ignoredForThreeDays();
  await parlor.reply(JOAN, "WAIT");
  expect(textsTo(parlor, JOAN)).toEqual([]);
  await parlor.reply(RUTH, "STOP");
  await parlor.reply(RUTH, "WAIT");
  expect(await parlor.statuses()).toEqual(["expired"]);
  await parlor.reply(RUTH, "START");
  await parlor.after(30 * DAY);
  await parlor.reply(RUTH, "WAIT");
  expect(parlor.app.db.query("select status from waitlist").values()).toEqual([["expired"]]);
});

test("at night the text about the removal waits for the morning", async () => {
  const parlor = await waitDesk();
  await parlor.wait(RUTH, { to: "2026-12-11" });
  for (const clock of ["09:00", "11:00"]) {
    await free(parlor, AT(clock));
    await parlor.after(DAY);
  }
  // 7:50 PM: the offer ends at 8:05.
  await parlor.after(8 * HOUR + 50);
  await free(parlor, AT("13:00"));
  await parlor.after(20);
  expect(await parlor.statuses()).toEqual(["expired"]);
  expect(textsTo(parlor, RUTH)).not.toContain(LEFT);
  await parlor.after(13 * HOUR);
  expect(textsTo(parlor, RUTH)).toContain(LEFT);
});

test("offers that ended while the server was off count for one day", async () => {
  const parlor = await waitDesk();
  await parlor.wait(RUTH, { to: "2026-12-11" });
  await free(parlor, AT("09:00"));
  await parlor.after(3 * DAY);
  expect(await parlor.statuses()).toEqual(["waiting"]);
});

test("a visit of the same service takes its client off the list, whoever books it", async () => {
  const paths: Record<string, (parlor: WaitDesk) => Promise<unknown>> = {
    desk: ({ book, facial }) =>
      book({ appointmentDate: AT("10:00"), serviceId: facial, phoneNumber: RUTH }),
    name: ({ book }) =>
      book({ appointmentDate: AT("10:00"), service: "facial", phoneNumber: RUTH }),
    series: ({ book, facial }) =>
      book({
        appointmentDate: AT("10:00"),
        serviceId: facial,
        phoneNumber: RUTH,
        repeat: { everyWeeks: 2, count: 3 },
      }),
    import: ({ admin }) =>
      admin.request("POST", "/api/appointments/import", {
        file: Buffer.from(
          `ServiceStartDateTime,ServicingClientName,ServiceDisplayName,Resource,ClientPhone\r\n${FRIDAY} 10:00,Ruth Abernathy,Facial,Elena Sato,${RUTH}`,
        ).toString("base64"),
      }),
  };
  for (const [path, book] of Object.entries(paths)) {
    const parlor = await waitDesk();
    await parlor.wait(RUTH);
    await parlor.wait(JOAN);
    await book(parlor);
    expect([path, await parlor.statuses()]).toEqual([path, ["booked", "waiting"]]);
  }
});

test("a visit of another service, under another name, or in the past keeps the client on the list", async () => {
  const parlor = await waitDesk();
  await parlor.wait(RUTH);
  await parlor.book({ appointmentDate: AT("10:00"), service: "Brows", phoneNumber: RUTH });
  const facial = { serviceId: parlor.facial, phoneNumber: RUTH };
  await parlor.book({ ...facial, appointmentDate: AT("12:00"), clientName: "Ana Abernathy" });
  await parlor.book({ ...facial, appointmentDate: "2026-11-19T10:00" });
  expect(await parlor.statuses()).toEqual(["waiting"]);
});

test("a client who books elsewhere ends their open offer, and the next one gets the time", async () => {
  const parlor = await waitDesk();
  await parlor.wait(RUTH);
  await parlor.wait(JOAN);
  await free(parlor, AT("10:00"));
  await parlor.book({ appointmentDate: AT("14:00"), serviceId: parlor.facial, phoneNumber: RUTH });
  await parlor.work();
  expect(await parlor.statuses()).toEqual(["booked", "offered"]);
  expect(brokenLaws(parlor.app.db)).toEqual([]);
});

test("deleted time off is offered, to the employee's clients and on the days they want only", async () => {
  const parlor = await waitDesk();
  const { admin, elena, tomas } = parlor;
  const { id } = (
    await admin.request("POST", "/api/time-off", {
      employeeId: elena,
      start: "2026-11-26T00:00:00",
      end: "2026-11-29T00:00:00",
      reason: "",
      kind: "time-off",
    })
  ).body;
  await parlor.wait(JOAN, { employeeId: tomas });
  await parlor.wait(RUTH, { employeeId: elena, timeFrom: "13:00" });
  await parlor.work();
  expect(parlor.texts()).toEqual([]);
  await admin.request("DELETE", `/api/time-off/${id}`);
  await parlor.work();
  expect(parlor.texts()).toEqual([
    `${RUTH} Lumen: a time opened up. Facial with Elena on Friday, November 27 at 1:00 PM. Reply YES by 11:15 AM to book it, or NO to pass.`,
  ]);
});

const EVENINGS = {
  mon: [],
  tue: [],
  wed: [],
  thu: [],
  fri: [{ start: "09:00", end: "20:00" }],
  sat: [],
  sun: [],
};

test.each(["the business", "an employee", "an employee's own end"])(
  "longer hours of %s are offered",
  async (whose) => {
    const parlor = await waitDesk();
    const { admin, elena } = parlor;
    await parlor.wait(RUTH, { timeFrom: "17:00", employeeId: elena });
    await parlor.work();
    if (whose === "the business")
      await admin.request("PUT", "/api/hours", { weekly: EVENINGS, closedDays: [] });
    else if (whose === "an employee")
      await admin.request("PUT", `/api/employees/${elena}/hours`, { weekly: EVENINGS });
    else await admin.request("PATCH", `/api/employees/${elena}`, { workEndTime: "20:00" });
    await parlor.work();
    expect(parlor.texts()).toEqual([
      expect.stringContaining("Facial with Elena on Friday, November 27 at 5:00 PM"),
    ]);
  },
);

test("shorter hours, and hours that stay, offer nothing", async () => {
  const parlor = await waitDesk();
  const { admin } = parlor;
  await parlor.wait(RUTH);
  const day = [{ start: "10:00", end: "16:00" }];
  const weekly = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [], sun: [] };
  for (let times = 0; times < 2; times += 1)
    await admin.request("PUT", "/api/hours", { weekly, closedDays: [] });
  await parlor.work();
  expect(parlor.texts()).toEqual([]);
});

test("a reopened closed day is offered", async () => {
  const parlor = await waitDesk();
  const closed = { date: FRIDAY, name: "Day after Thanksgiving", yearly: false };
  await parlor.admin.request("PUT", "/api/hours", { closedDays: [closed] });
  await parlor.wait(RUTH);
  await parlor.admin.request("PUT", "/api/hours", { closedDays: [] });
  await parlor.work();
  expect(await parlor.statuses()).toEqual(["offered"]);
});

test("a time freed on a Sunday morning is offered when quiet hours end", async () => {
  const parlor = await waitDesk();
  const sun = [{ start: "09:00", end: "17:00" }];
  await parlor.admin.request("PUT", "/api/hours", { weekly: { ...EVENINGS, sun } });
  await parlor.wait(RUTH, { from: "2026-11-22", to: "2026-11-22" });
  parlor.clock.now = Date.parse("2026-11-22T08:00:00-05:00");
  await free(parlor, AT("11:00", "2026-11-22"));
  expect(parlor.texts()).toEqual([]);
  parlor.clock.now = Date.parse("2026-11-22T09:00:30-05:00");
  await parlor.work();
  expect(parlor.texts()).toEqual([expect.stringContaining("Sunday, November 22 at 11:00 AM")]);
});

test("an offer that the carrier couldn't deliver is sent again while it is open", async () => {
  const parlor = await offeringDesk(RUTH);
  const { length } = parlor.texts();
  await failLastText(parlor, 30001);
  await parlor.after(2);
  expect(parlor.texts()).toHaveLength(length + 1);
  expect(textsTo(parlor, RUTH).at(-1)).toBe(textsTo(parlor, RUTH).at(-2));
});
