import { expect, test } from "bun:test";
import ICAL from "ical.js";
import Papa from "papaparse";
import {
  appointments,
  depositDesk,
  pay,
  refundDecided,
} from "#tests/calendar/online-booking/deposit-desk.ts";
import { JOAN, RUTH, waitDesk } from "#tests/calendar/waitlist/stand.ts";
import { desk } from "./stand.ts";

const WEEKLY = { everyWeeks: 1, count: 3 };
const FRIDAY = "2026-11-27";

test("canceling or deleting later visits opens a gap for each one that a client waits for", async () => {
  const salon = await waitDesk();
  for (const phone of [RUTH, JOAN]) await salon.wait(phone, { to: "2026-12-11" });
  const gaps = () =>
    salon.app.db
      .query<{ at: string }, []>("select starts_at as at from waitlist_gaps order by id")
      .all()
      .map(({ at }) => at.slice(0, 10));
  const series = { serviceId: salon.facial, repeat: WEEKLY };
  const { id } = await salon.book({ ...series, appointmentDate: `${FRIDAY}T10:00` });
  const path = `/api/appointments/${id}`;
  await salon.admin.request("PATCH", path, { status: "canceled", scope: "following" });
  expect(gaps()).toEqual([FRIDAY, "2026-12-04", "2026-12-11"]);

  const other = await salon.book({ ...series, appointmentDate: `${FRIDAY}T13:00` });
  await salon.admin.request("DELETE", `/api/appointments/${other.id}?scope=following`);
  expect(gaps().slice(3)).toEqual([FRIDAY, "2026-12-04", "2026-12-11"]);
});

test.each(["PATCH", "DELETE"])(
  "a deposit in a series is refunded when the salon ends it by %s",
  async (method) => {
    const parlor = await depositDesk();
    await parlor.online();
    await pay(parlor);
    const [{ id }] = await appointments(parlor);
    const path = `/api/appointments/${id}`;
    await parlor.admin.request("PATCH", path, { repeat: WEEKLY });
    if (method === "DELETE") await parlor.admin.request("DELETE", `${path}?scope=following`);
    else await parlor.admin.request("PATCH", path, { status: "canceled", scope: "following" });
    await refundDecided(parlor);
    expect(parlor.till.refunds).toEqual(["pi_cs_1"]);
  },
);

test("calendar programs and exports list each visit as an appointment", async () => {
  const salon = await desk();
  await salon.book({ appointmentDate: `${FRIDAY}T10:00`, repeat: WEEKLY });
  await salon.book({ appointmentDate: `${FRIDAY}T13:00` });
  const feed = await salon.admin.request("POST", `/api/employees/${salon.elena}/calendar-feed`);
  const { body } = await salon.visitor("GET", feed.body.path);
  const events = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents("vevent");
  expect(events.map((event) => event.getFirstPropertyValue("rrule"))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  const csv = await (await salon.admin.open("/api/exports/appointments")).text();
  const rows = Papa.parse<Record<string, string>>(csv.replace(/^\ufeff/, "").trim(), {
    header: true,
  }).data;
  expect(rows.map((row) => row["series"])).toEqual(["1", "1", "1", ""]);
});

test("erasing a client leaves the series without name and number", async () => {
  const salon = await desk();
  const { body } = await salon.admin.request("POST", "/api/contacts", {
    name: "Ruth Abernathy",
    phoneNumber: RUTH,
  });
  await salon.book({ appointmentDate: `${FRIDAY}T10:00`, phoneNumber: RUTH, repeat: WEEKLY });
  await salon.admin.request("POST", `/api/contacts/${body.id}/erase`, { name: "Ruth Abernathy" });
  const visits = await salon.admin.request(
    "GET",
    "/api/appointments?from=2026-11-20&to=2026-12-31",
  );
  for (const visit of visits.body)
    expect(visit).toMatchObject({
      clientName: "Erased client",
      phoneNumber: null,
      repeat: { everyWeeks: 1, until: "2026-12-11" },
    });
});

test("a series moves with its visits to another employee, and is deleted with its last one", async () => {
  const salon = await desk();
  await salon.book({ appointmentDate: `${FRIDAY}T10:00`, repeat: WEEKLY });
  const { status } = await salon.admin.request("DELETE", `/api/employees/${salon.elena}`);
  expect(status).toBeLessThan(300);
  expect(salon.app.db.query("select * from appointment_series").all()).toEqual([]);
});
