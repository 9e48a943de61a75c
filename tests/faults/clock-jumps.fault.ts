import { expect, test } from "bun:test";
import { newFolder, type RunningParlor, runParlor, serverOf } from "#tests/support/binary.ts";
import { addBookable } from "#tests/support/booking-salon.ts";
import { countTexted, reportFault } from "#tests/support/fault-report.ts";
import { createMovingClock } from "#tests/support/moving-clock.ts";
import { connectStandIn, createOwner, importClients, signedIn } from "#tests/support/salon.ts";
import type { StaffClient } from "#tests/support/staff-client.ts";
import { startStandInProcess } from "#tests/support/stand-in-process.ts";
import { until } from "#tests/support/until.ts";

const ZONE = "America/New_York";
const PER_SECOND = 20;
const CLIENTS = 900;
const APPOINTMENTS = 12;
const HOUR = 3_600_000;
/** Between the carrier's record of a text and ours of the jump. */
const SLACK_MS = 1_500;
/** On a busy machine, the carrier sees the texts of up to a second at once. */
const WINDOW_MS = 5_000;

test("the machine's clock jumps during a campaign: nothing lost or doubled, pace and quiet hours kept", async () => {
  const start = wednesdayAt("14:00");
  const clock = createMovingClock(start);
  if (!clock) return;
  const data = newFolder("clock-jumps");
  // Only the machine's clock jumps; the carrier's is right.
  const shift = Math.round((start - Date.now()) / 1_000);
  const { FAKETIME_TIMESTAMP_FILE: _, ...fixed } = clock.env;
  const standIn = await startStandInProcess(31, { ...fixed, FAKETIME: `+${shift}s` });
  const serve = serverOf(data, {
    ...clock.env,
    TZ: ZONE,
    PARLOR_SETTLE_SECONDS: "1",
    ...standIn.env,
  });
  let parlor = await serve();
  await createOwner(data);
  const staff = await signedIn(parlor);
  await connectStandIn(staff, parlor.url, { messageCount: PER_SECOND, delaySeconds: 1 });
  await staff.request("POST", "/api/settings", {
    timeZone: ZONE,
    quietHoursEnabled: true,
    campaignsOnSundaysAndHolidays: true,
    appointmentReminderEnabled: true,
    appointmentReminderTime: "10:00",
  });
  await standIn.control({ magic: false, callbackDelayMs: [5, 50], latencyMs: 20 });
  await addAppointments(staff, start);
  const contactIds = await importClients(staff, CLIENTS);
  const { id } = await staff.request("POST", "/api/campaigns", {
    name: "Jumps",
    message: "Hi {firstName}",
    contactIds,
    skipCheck: true,
  });
  const greetings = async () => (await standIn.log()).filter(({ body }) => body.startsWith("Hi"));
  const sent = async () => (await greetings()).length;
  const moves: Move[] = [{ at: 0, ahead: 0 }];
  let jumps = 0;
  const jump = (milliseconds: number) => {
    clock.jump(milliseconds);
    jumps += 1;
    const at = Date.now() + shift * 1_000;
    moves.push({ at, ahead: clock.now() - at });
  };
  const goesOn = async (what: string) => {
    const before = await sent();
    await until(`it goes on ${what}`, async () => (await sent()) > before + 3 * PER_SECOND);
  };

  await goesOn("at first");
  for (const hours of [1, -1, -1, 1]) {
    jump(hours * HOUR);
    await goesOn(`after ${hours} h`);
  }
  // Ten seconds before midnight: quiet hours, and then the date changes.
  jump(wednesdayAt("23:59", start) + 50_000 - clock.now());
  await Bun.sleep(SLACK_MS);
  const atNight = await sent();
  parlor = await restart(parlor, serve);
  await until("midnight", () => clock.now() > wednesdayAt("23:59", start) + 62_000);
  expect(await sent()).toBe(atNight);
  // Half past nine, back to half past eight, and on to ten, the time of the reminders.
  jump(wednesdayAt("23:59", start) + 9.5 * HOUR + 60_000 - clock.now());
  await goesOn("in the morning");
  jump(-HOUR);
  await Bun.sleep(SLACK_MS);
  const early = await sent();
  await Bun.sleep(2_000);
  expect(await sent()).toBe(early);
  jump(1.5 * HOUR + 60_000);
  for (const hours of [0, -1, 1]) {
    jump(hours * HOUR);
    parlor = await restart(parlor, serve);
  }
  const ended = await until("the end of the campaign", async () => {
    const one = await staff.request("GET", `/api/campaigns/${id}`);
    return one.status === "completed" && one;
  });
  const reminders = async () =>
    (await standIn.log()).filter(({ body }) => body.includes("Reply C to confirm"));
  await until("the reminders", async () => (await reminders()).length >= APPOINTMENTS);
  await Bun.sleep(SLACK_MS);
  await signedIn(parlor);

  const texts = await greetings();
  const counts = countTexted(
    texts.map(({ to }) => to),
    CLIENTS,
  );
  reportFault({ fault: "clock jump", times: jumps, ...counts, undecided: ended.unknownCount });
  expect(counts).toEqual({ lost: 0, doubled: 0 });
  expect(ended).toMatchObject({ sentCount: CLIENTS, unknownCount: 0 });
  expect(new Set((await reminders()).map(({ to }) => to)).size).toBe(APPOINTMENTS);
  expect(await reminders()).toHaveLength(APPOINTMENTS);
  expect(mostWithin(WINDOW_MS, texts)).toBeLessThanOrEqual((WINDOW_MS / 1_000 + 1) * PER_SECOND);
  expect(texts.filter(({ at }) => isQuiet(at, moves))).toEqual([]);
  expect(await parlor.end("SIGTERM")).toBe(0);
  expect((await runParlor(["doctor", "--data", data])).out).not.toContain("BAD");
}, 300_000);

/** From `at` on, in the carrier's milliseconds, our clock was this much ahead. */
interface Move {
  readonly at: number;
  readonly ahead: number;
}

/** Whether our clock was in quiet hours for longer than a moment. */
function isQuiet(at: number, moves: readonly Move[]): boolean {
  const current = moves.findLast((move) => move.at < at);
  if (!current || at - current.at < SLACK_MS) return false;
  const local = Temporal.Instant.fromEpochMilliseconds(at + current.ahead).toZonedDateTimeISO(ZONE);
  return local.hour < 9 || local.hour >= 20;
}

function mostWithin(span: number, texts: readonly { at: number }[]): number {
  const times = texts.map(({ at }) => at);
  return Math.max(
    ...times.map((first) => times.filter((at) => at >= first && at < first + span).length),
  );
}

/** The next Wednesday at this time in New York, or the same day. */
function wednesdayAt(time: string, day = Date.now()): number {
  const today = Temporal.Instant.fromEpochMilliseconds(day).toZonedDateTimeISO(ZONE);
  const days = day === Date.now() || today.dayOfWeek !== 3 ? (3 - today.dayOfWeek + 7) % 7 || 7 : 0;
  return today.add({ days }).withPlainTime(time).epochMilliseconds;
}

async function addAppointments(staff: StaffClient, start: number): Promise<void> {
  const { employeeId, serviceId } = await addBookable(staff, {
    minutes: 30,
    start: "09:00",
    end: "18:00",
  });
  // The reminder is due at ten on the day before.
  const day = Temporal.Instant.fromEpochMilliseconds(start)
    .toZonedDateTimeISO(ZONE)
    .add({ days: 2 })
    .toPlainDate();
  for (let n = 0; n < APPOINTMENTS; n += 1)
    await staff.request("POST", "/api/appointments", {
      employeeId,
      serviceId,
      clientName: `Visitor ${n}`,
      phoneNumber: `+1212${5_550_104 + n * 10}`,
      appointmentDate: `${day}T${String(9 + Math.floor(n / 2)).padStart(2, "0")}:${n % 2 === 0 ? "00" : "30"}:00`,
    });
}

async function restart(
  parlor: RunningParlor,
  serve: () => Promise<RunningParlor>,
): Promise<RunningParlor> {
  await parlor.end("SIGKILL");
  return serve();
}
