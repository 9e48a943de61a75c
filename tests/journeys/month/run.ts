import { runParlor } from "#tests/support/binary.ts";
import { createMovingClock } from "#tests/support/moving-clock.ts";
import { importClients } from "#tests/support/salon.ts";
import { createComparison } from "./compare.ts";
import { type Desk, openDesk, type Services, toClient } from "./desk.ts";
import { passTime } from "./model.ts";
import * as online from "./online.ts";
import { openSalon, type Salon, signIn } from "./salon.ts";
import { openStage } from "./stage.ts";
import type { Waitlist } from "./waitlist.ts";
import { addDays, toInstant, toWall } from "./wall.ts";
import { type Client, createWorld, EMPLOYEES, VISIT_MINUTES, type World } from "./world.ts";

const CLIENTS = 200;
/** Only the hours in which something happens. */
const HOURS = ["08:40", "09:01", "10:02", "11:30", "14:00", "17:00", "22:00"];
const EVERY_OTHER_DAY_MS = 10 * 60_000;
const BUSY = new Set(["11:30", "14:00", "17:00", "22:00"]);

/** Ahead of the machine's clock, because the program's timers can't go below zero. The clocks change on the 14th. */
const START = "2032-03-01T08:00";

interface Result {
  readonly exitCode: number;
  /** What the program's doctor says of the data. */
  readonly isSound: boolean;
}

/** Twelve months, and the program's doctor. Returns whether all is as expected. */
export async function runYear(seed: number): Promise<boolean> {
  try {
    const result = await runMonths({ months: 12, seed });
    return result === undefined || (result.exitCode === 0 && result.isSound);
  } catch (error) {
    process.stdout.write(`seed ${seed}: ${error instanceof Error ? error.message : error}\n`);
    return false;
  }
}

/**
 * Months of a salon, compared with the model after every step. Undefined without libfaketime.
 * @throws at the first difference, with the client's story
 */
export async function runMonths({
  months,
  seed,
}: {
  months: number;
  seed: number;
}): Promise<Result | undefined> {
  const clock = createMovingClock(toInstant(START));
  if (!clock) return undefined;
  const salon = await openSalon(clock, seed);
  try {
    await play(salon, { months, seed });
    const exitCode = await salon.end();
    const doctor = await runParlor(["doctor", "--data", salon.data]);
    return { exitCode, isSound: doctor.code === 0 && !doctor.out.includes("BAD") };
  } finally {
    await salon.end();
  }
}

async function play(
  salon: Salon,
  { months, seed }: { months: number; seed: number },
): Promise<void> {
  const world = createWorld(salon.now);
  const waitlist: Waitlist = { entries: [], gaps: [] };
  const services = await openServices(salon, world);
  world.clients.push(...(await importAll(salon)));
  const desk = openDesk({ salon, world, waitlist, services, seed });
  const comparison = createComparison(salon, world);
  const step = async (moment: number) => {
    await salon.passTo(moment);
    passTime(world, waitlist);
    await salon.settle(world.expected.length);
    await comparison.texts();
  };
  const first = toWall(salon.now()).slice(0, 10);
  const last = Temporal.PlainDate.from(first).add({ months }).toString();
  let stage = await openStage(desk);
  for (let day = first; day < last; day = addDays(day, 1)) {
    if (day.endsWith("-01") && day !== first) stage = await openStage(desk);
    // A session ends after a month.
    if (Temporal.PlainDate.from(day).dayOfWeek === 1) await signIn(salon.staff);
    // What ends a day or a week after a step must not meet another one.
    const late = Temporal.PlainDate.from(day).dayOfYear % 2 === 0 ? EVERY_OTHER_DAY_MS : 0;
    for (const hour of HOURS) {
      await step(toInstant(`${day}T${hour}`) + late);
      // An offer that is made now ends before the next hour.
      if (await stage(`${day.slice(8)} ${hour}`)) await step(salon.now());
      if (BUSY.has(hour)) await act(desk);
      // What is said at once must leave before the clock jumps into the night.
      await salon.settle(world.expected.length);
    }
    await comparison.books();
    if (day.endsWith("-28")) await comparison.ledger();
    if (months > 1 && day.endsWith("-28"))
      process.stdout.write(`seed ${seed}: as expected until ${day}\n`);
  }
  await step(salon.now());
  // Whatever comes now comes too often.
  await Bun.sleep(500);
  await comparison.texts();
  const counted = [...comparison.counts].map(([kind, count]) => `${kind} ${count}`).join(", ");
  process.stdout.write(`${months} months, seed ${seed}: ${counted}\n`);
}

async function openServices({ staff }: Salon, world: World): Promise<Services> {
  const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
  const weekly = Object.fromEntries(days.map((day) => [day, [{ start: "09:00", end: "19:00" }]]));
  await staff.request("PUT", "/api/hours", { weekly, closedDays: [] });
  const add = async (name: string, names: readonly string[], deposit: string | null = null) => {
    const employeeIds: number[] = [];
    for (const employee of names) {
      const { id } = await staff.request("POST", "/api/employees", { name: employee });
      world.employees.set(id, String(employee.split(" ")[0]));
      employeeIds.push(id);
    }
    const fields = { durationMinutes: VISIT_MINUTES, price: "120.00", onlineBooking: true };
    const service = { name, employeeIds, deposit, ...fields };
    return (await staff.request("POST", "/api/services", service)).id as number;
  };
  return {
    facial: await add("Facial", EMPLOYEES.facial),
    massage: await add("Massage", EMPLOYEES.massage),
    balayage: await add("Balayage", EMPLOYEES.balayage, "40.00"),
  };
}

async function importAll({ staff }: Salon): Promise<Client[]> {
  await importClients(staff, CLIENTS);
  const rows: { id: number; name: string; phoneNumber: string }[] = await staff.request(
    "GET",
    "/api/contacts/all",
  );
  return rows.map((row) => toClient(row, true));
}

/** From the evening into the morning. Whether a text leaves before a visit that begins sooner depends on the machine. */
const NIGHT_HOURS = 14;

/** A few hours of an ordinary day. */
async function act(desk: Desk): Promise<void> {
  const { client, visitAhead, world } = desk;
  const { pick, one } = desk.random;
  // A text that is said at once isn't sent any more once its visit has changed again.
  const textsLeave = () => desk.salon.settle(world.expected.length);
  const notify = () => pick(3) > 0;
  for (let left = 3; left > 0; left -= 1)
    await desk.book(client(), await desk.findPlace(1, 12), notify());
  await online.bookOnline(desk, client());
  await textsLeave();
  const moved = visitAhead(NIGHT_HOURS);
  if (moved) await desk.move(moved, await desk.findPlace(1, 12), notify());
  const canceled = visitAhead(NIGHT_HOURS);
  if (canceled && pick(2) === 0) await desk.cancel(canceled, notify());
  const removed = visitAhead(NIGHT_HOURS);
  if (removed && pick(4) === 0) await desk.remove(removed, notify());
  const changed = visitAhead(30, ({ token }) => token !== undefined);
  if (changed && pick(2) === 0) await online.moveByLink(desk, changed);
  await textsLeave();
  const dropped = visitAhead(30, ({ token }) => token !== undefined);
  if (dropped && pick(3) === 0) await online.cancelByLink(desk, dropped);
  const ordinary = world.clients.filter(({ isOrdinary }) => isOrdinary);
  const isReminded = ({ reminders }: Client) =>
    reminders.at(-1)?.visits.some(({ status }) => status === "booked");
  for (const who of ordinary.filter(isReminded))
    if (pick(2) === 0) await desk.say(who, pick(5) === 0 ? "X" : "C");
  if (pick(3) === 0) await desk.say(client(), "STOP");
  const stopped = one(ordinary.filter(({ isOptedOut }) => isOptedOut));
  if (stopped && pick(4) === 0) await desk.say(stopped, "START");
  await desk.say(client(), "Thank you!");
}
