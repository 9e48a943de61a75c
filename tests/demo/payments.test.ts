import { expect, test } from "bun:test";
import { firstBrokenAudit } from "#db/platform/audit.ts";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { openForCommand } from "#src/commands/open.ts";
import { DEMO_PASSWORD, DEMO_USER, fillSalon } from "#src/demo/salon.ts";
import { readConfig } from "#src/platform/config.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { createServer } from "#src/server.ts";
import { newFolder } from "#tests/support/binary.ts";
import { requestWith } from "#tests/support/test-app.ts";

test("the sample's past visits are paid, a coming deposit can be refunded, and the log is in order", async () => {
  const config = readConfig({ PARLOR_DATA: newFolder("demo") }, { demo: true });
  const app = openForCommand(config, { createsDatabase: true });
  await fillSalon(app);
  expect(firstBrokenAudit(app.db)).toBeUndefined();
  const times = app.db.query<{ at: number }, []>(
    "select created_at as at from audit_logs order by id",
  );
  expect(isSorted(times.all().map(({ at }) => at))).toBe(true);
  const hono = createServer(app);
  const { headers } = await requestWith(hono, "")("POST", "/api/login", {
    username: DEMO_USER,
    password: DEMO_PASSWORD,
  });
  const request = requestWith(hono, headers.getSetCookie()[0]?.split(";")[0] ?? "");
  const { body } = await request("GET", "/api/appointments");
  const visits = body as readonly Appointment[];

  // Who came today may pay later.
  const past = visits.filter(
    ({ status, payment, appointmentDate }) =>
      (status === "arrived" && appointmentDate < businessDay(app)) || payment,
  );
  expect(past.length).toBeGreaterThan(100);
  expect(new Set(past.map(({ payment }) => payment?.status))).toEqual(new Set(["paid"]));
  const deposits = visits.filter(({ deposit }) => deposit);
  expect(deposits.map(({ deposit }) => deposit?.state)).toEqual(["paid"]);
  const canceled = await request("PATCH", `/api/appointments/${deposits[0]?.id}`, {
    status: "canceled",
    deposit: "refund",
  });
  expect(canceled.body.deposit.state).toBe("refund-owed");
}, 60_000);

function isSorted(times: readonly number[]): boolean {
  return times.every((time, at) => at === 0 || time >= (times[at - 1] ?? 0));
}
