import { parseArgs } from "node:util";
import { runYear } from "#tests/journeys/month/run.ts";
import { runParlor } from "#tests/support/binary.ts";
import { createMovingClock, type MovingClock } from "#tests/support/moving-clock.ts";
import { signedIn } from "#tests/support/salon.ts";
import { until } from "#tests/support/until.ts";
import { actAsCallers } from "./calls.ts";
import { actAsClients } from "./clients.ts";
import { createDriver, type Driver } from "./driver.ts";
import type { Finding } from "./finding.ts";
import { unexpectedLogLines } from "./log-lines.ts";
import { watchMemory } from "./memory.ts";
import { readBooks } from "./reader.ts";
import { openSalon, type Salon, WEBHOOK_SECRET, ZONE } from "./salon.ts";
import { actAsStaff } from "./staff.ts";

/**
 * A busy week in half an hour: the compiled program, its outside services as processes, and a driver that acts like
 * staff and clients. Afterwards a reader that shares nothing with the driver balances the books.
 *
 * Only the wall clock is fast, sixty times: with a fast monotonic clock, timers and sockets would time out. Each day
 * has two parts, around the end of quiet hours in the morning and around their beginning in the evening; between them
 * the clock jumps.
 *
 * With `--year` instead, the simulated month of `tests/journeys/month` twelve times.
 */

const SPEED = 60;
const TICK_MS = 200;
const MINUTES_A_DAY = 30 / 7;
const DRAIN_MS = 2 * 60_000;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    seed: { type: "string", default: "1" },
    year: { type: "boolean", default: false },
  },
});
if (values.year) process.exit((await runYear(Number(values.seed))) ? 0 : 1);
const minutes = Number(values.minutes);
const days = Math.max(1, Math.round(minutes / MINUTES_A_DAY));
const partMs = (minutes * 60_000) / (2 * days);

const clock = createMovingClock(partStart(0));
if (!clock) process.exit(0);
const salon = await openSalon(clock, Number(values.seed));
const started = performance.now();
const endsAt = started + minutes * 60_000;
const driver = createDriver(Number(values.seed), () => performance.now() > endsAt);
const memory = watchMemory(salon.parlor.pid, minutes);
const ticking = runClock(clock, driver);
await Promise.all([
  actAsStaff(driver, salon),
  actAsClients(driver, salon),
  actAsCallers(driver, salon),
]);
await ticking;
const use = memory.stop();
await drain(salon, clock);
const owner = await signedIn(salon.parlor);
const findings = await readBooks(salon, owner);
const logged = unexpectedLogLines(salon.parlor.logged());
const exitCode = await salon.parlor.end("SIGTERM");
const doctor = await runParlor(["doctor", "--data", salon.data]);
salon.end();
process.exit(report() ? 0 : 1);

/** Moves the clock fast within a part of a day, and jumps to the next one. */
async function runClock(moving: MovingClock, { isOver }: Driver): Promise<void> {
  while (!isOver()) {
    const ran = performance.now() - started;
    const part = Math.floor(ran / partMs);
    moving.set(partStart(part) + (ran - part * partMs) * SPEED);
    await Bun.sleep(TICK_MS);
  }
}

/** Even parts lie around 8 PM, odd ones around 9 AM of the following day. */
function partStart(part: number): number {
  const today = Temporal.Now.zonedDateTimeISO(ZONE);
  const wednesday = today.add({ days: (3 - today.dayOfWeek + 7) % 7 || 7 });
  const middle = wednesday
    .add({ days: Math.ceil(part / 2) })
    .withPlainTime(part % 2 === 0 ? "20:00" : "09:00");
  return middle.epochMilliseconds - (partMs * SPEED) / 2;
}

/** Until nothing is on its way any more, at ten in the morning, so that quiet hours hold nothing back. */
async function drain(salon: Salon, moving: MovingClock): Promise<void> {
  const noon = Temporal.Instant.fromEpochMilliseconds(moving.now())
    .toZonedDateTimeISO(ZONE)
    .add({ days: 1 })
    .withPlainTime("12:30");
  moving.set(noon.epochMilliseconds);
  await salon.twilio.control({ faults: {} });
  const staff = await signedIn(salon.parlor);
  await staff.request("POST", "/api/settings", { messageCount: 200, delaySeconds: 1 });
  await waitForQuiet(salon, () => moving.jump(10_000));
  // What is still to be sent would leave while the books are read.
  for (const status of ["sending", "scheduled"])
    for (const { id } of await staff.request("GET", `/api/campaigns?status=${status}&limit=100`))
      await staff.request("POST", `/api/campaigns/${id}/stop`);
  await waitForQuiet(salon, () => moving.jump(1_000));
  await until("the events are delivered", async () => (await salon.stripe.money()).waiting === 0);
}

/** Until the carrier has got nothing for ten seconds, or too much is on its way. */
async function waitForQuiet(salon: Salon, tick: () => void): Promise<void> {
  const deadline = performance.now() + DRAIN_MS;
  let quiet = 0;
  let before = -1;
  while (quiet < 20 && performance.now() < deadline) {
    await Bun.sleep(500);
    tick();
    await salon.stripe.until(salon.clock.now());
    await salon.stripe.deliver(`${salon.parlor.url}/api/stripe/webhook`, WEBHOOK_SECRET);
    const { accepted, callbacks } = await salon.twilio.counts();
    quiet = accepted === before && callbacks.pending === 0 ? quiet + 1 : 0;
    before = accepted;
  }
}

/** Returns true when everything is as it should be. */
function report(): boolean {
  const done = [...driver.done].map(([what, count]) => `${what} ${count}`).join(", ");
  print(`\n${minutes} minutes, ${days} days, seed ${values.seed}\nactions: ${done}`);
  print("\nmost frequent refusals:");
  for (const [what, count] of [...driver.refused].toSorted((a, b) => b[1] - a[1]).slice(0, 12))
    print(`  ${String(count).padStart(6)}  ${what}`);
  print(`\nmemory: ${use.chart}`);
  print(
    `  ${use.slope.toFixed(2)} MB a minute over the last two thirds, ${(use.growth * 100).toFixed(0)}% in all: ${use.isFlat ? "flat" : "GROWS"}`,
  );
  printBooks(findings);
  const isBalanced = findings.every(({ differences }) => differences.length === 0);
  const isSound = exitCode === 0 && doctor.code === 0 && !doctor.out.includes("BAD");
  printList("5xx answers and errors of the driver", driver.broken);
  printList("log lines that nobody expects", logged);
  print(`\ndoctor: ${isSound ? "passed" : `FAILED\n${doctor.out}${doctor.err}`}`);
  print(`data: ${salon.data}`);
  return isBalanced && isSound && use.isFlat && driver.broken.length === 0 && logged.length === 0;
}

function printBooks(list: readonly Finding[]): void {
  const width = Math.max(...list.map(({ what }) => what.length));
  print(`\n${"".padEnd(width)}   outside    Parlor`);
  for (const { what, outside, parlor, differences } of list) {
    print(
      `${what.padEnd(width)}${String(outside).padStart(10)}${String(parlor).padStart(10)}  ${differences.length === 0 ? "balanced" : `${differences.length} DIFFERENCES`}`,
    );
    for (const difference of differences.slice(0, 15)) print(`    ${difference}`);
  }
}

function printList(title: string, lines: readonly string[]): void {
  print(`\n${title}: ${lines.length === 0 ? "none" : lines.length}`);
  for (const line of lines.slice(0, 25)) print(`    ${line.slice(0, 400)}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
