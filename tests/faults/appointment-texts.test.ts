import { expect, test } from "bun:test";
import { insertAppointment } from "#db/calendar/appointments.ts";
import { closeDatabase, inTransaction, openDatabase } from "#db/connection.ts";
import { setSetting } from "#db/platform/settings.ts";
import { nameKey } from "#src/shared/names.ts";
import { addMinutes } from "#src/shared/wall-time.ts";
import { newFolder, serverOf } from "#tests/support/binary.ts";
import { addEmployee } from "#tests/support/employee.ts";
import { countTexted, reportFault } from "#tests/support/fault-report.ts";
import { connectStandIn, createOwner, signedIn } from "#tests/support/salon.ts";
import { startStandInProcess } from "#tests/support/stand-in-process.ts";
import { until } from "#tests/support/until.ts";

const EACH = 250;
const KILLS = 10;
const DAY_MS = 86_400_000;

test(`${KILLS} × kill -9 during thank-yous and reminders: one for each appointment`, async () => {
  const data = newFolder("appointment-texts");
  const standIn = await startStandInProcess(23);
  const serve = serverOf(data, {
    PARLOR_SETTLE_SECONDS: "1",
    ...standIn.env,
  });
  await createOwner(data);
  let parlor = await serve();
  await connectStandIn(await signedIn(parlor), parlor.url, {
    messageCount: 1000,
    delaySeconds: 1,
  });
  await standIn.control({ magic: false, callbacks: false, latencyMs: 15 });
  await parlor.end("SIGTERM");
  fillDay(`${data}/parlor.db`);

  for (let kill = 0; kill < KILLS; kill += 1) {
    parlor = await serve();
    // No condition: the process must die at an arbitrary moment.
    await Bun.sleep(40 + ((kill * 67) % 260));
    await parlor.end("SIGKILL");
  }
  parlor = await serve();
  await until("everybody has a text", async () => (await standIn.log()).length >= 2 * EACH);
  await parlor.end("SIGTERM");
  parlor = await serve();
  // A text that a restart duplicates would be sent now. On a slow machine the test only detects less.
  await Bun.sleep(1_500);

  const log = await standIn.log();
  const counts = countTexted(
    log.map(({ to }) => to),
    2 * EACH,
  );
  reportFault({
    fault: "kill -9 during reminders and thank-yous",
    times: KILLS,
    ...counts,
    undecided: 0,
  });
  expect(counts).toEqual({ lost: 0, doubled: 0 });
  expect(log.filter(({ body }) => body.startsWith("Thank you for coming"))).toHaveLength(EACH);
  expect(log.filter(({ body }) => body.includes("Reply C to confirm"))).toHaveLength(EACH);
  expect((await standIn.counts()).unexpected).toEqual([]);
}, 120_000);

/** So many appointments that ended a quarter of an hour ago, and as many that will be tomorrow. */
function fillDay(file: string): void {
  const db = openDatabase(file);
  const now = Date.now();
  const { timeZone, offsetMs } = noonZone(now);
  const wallNow = now + offsetMs;
  inTransaction(db, () => {
    for (const [name, value] of Object.entries({
      timeZone,
      appointmentThankYouEnabled: true,
      appointmentThankYouEnabledAt: now - DAY_MS,
      appointmentReminderEnabled: true,
      appointmentReminderEnabledAt: now - DAY_MS,
      appointmentReminderTime: "00:00",
    }))
      setSetting(db, name, value);
    const employeeId = addEmployee(db, "Rosa Diaz");
    const ended = new Date(wallNow - 75 * 60_000 - 60_000).toISOString().slice(0, 19);
    const tomorrow = `${new Date(wallNow + DAY_MS).toISOString().slice(0, 10)}T15:00:00`;
    for (let n = 0; n < 2 * EACH; n += 1) {
      const startsAt = n < EACH ? ended : tomorrow;
      insertAppointment(db, {
        employeeId,
        clientName: `Client ${n}`,
        nameKey: nameKey(`Client ${n}`),
        phone: `+1212${String(3_000_000 + n * 10 + 4)}`,
        startsAt,
        endsAt: addMinutes(startsAt, 60),
        durationMinutes: 60,
        service: "Haircut",
        source: "staff",
        createdAt: now - 2 * DAY_MS,
      });
    }
  });
  closeDatabase(db);
}

/** A zone in which it is about noon: around midnight, "tomorrow" would change during the test. */
function noonZone(now: number): { timeZone: string; offsetMs: number } {
  const hours = 12 - new Date(now).getUTCHours();
  // In these names the sign is inverted: Etc/GMT-5 is five hours ahead of UTC.
  const timeZone = hours > 0 ? `Etc/GMT-${hours}` : `Etc/GMT+${-hours}`;
  return { timeZone, offsetMs: hours * 60 * 60_000 };
}
