import type { MovingClock } from "#tests/support/moving-clock.ts";
import { importClients } from "#tests/support/salon.ts";
import { type Actors, createActors, type Place } from "./actors.ts";
import { createComparison } from "./compare.ts";
import { type Client, createModel, type Kind, type Model } from "./model.ts";
import { openStage } from "./plots.ts";
import { openSalon, type Salon, signIn } from "./salon.ts";
import { addDays, toInstant, toWall } from "./wall.ts";

const CLIENTS = 200;
/** Only the hours in which something happens. */
const HOURS = ["08:40", "09:05", "10:02", "11:30", "14:00", "17:00", "22:00"];
const BUSY = new Set(["11:30", "14:00", "17:00", "22:00"]);

interface Result {
  readonly data: string;
  readonly exitCode: number;
  readonly counts: ReadonlyMap<Kind, number>;
}

/** Months of a salon, compared with the model after every step. @throws at the first difference, with the client's story */
export async function runMonths(
  clock: MovingClock,
  { months, seed }: { months: number; seed: number },
): Promise<Result> {
  const salon = await openSalon(clock, seed);
  const place = await openPlace(salon);
  const model = createModel(salon.now);
  model.clients.push(...(await importAll(salon)));
  const actors = createActors(salon, model, place, seed);
  const comparison = createComparison(salon, model);
  const first = toWall(salon.now()).slice(0, 10);
  const last = Temporal.PlainDate.from(first).add({ months }).toString();
  let stage = await openStage({ salon, model, actors });
  for (let day = first; day < last; day = addDays(day, 1)) {
    if (day.endsWith("-01") && day !== first) stage = await openStage({ salon, model, actors });
    // A session ends after a month.
    if (Temporal.PlainDate.from(day).dayOfWeek === 1) await signIn(salon.staff);
    for (const hour of HOURS) {
      await salon.passTo(toInstant(`${day}T${hour}`));
      model.catchUp();
      await salon.settle(model.expected.length);
      await comparison.texts();
      await stage(`${day.slice(8)} ${hour}`);
      if (BUSY.has(hour)) await act(actors, model);
    }
    await comparison.books();
  }
  await salon.passTo(salon.now());
  model.catchUp();
  await salon.settle(model.expected.length);
  await Bun.sleep(500);
  await comparison.texts();
  return { data: salon.data, exitCode: await salon.end(), counts: comparison.counts };
}

async function openPlace({ staff }: Salon): Promise<Place> {
  const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
  const weekly = Object.fromEntries(days.map((day) => [day, [{ start: "09:00", end: "19:00" }]]));
  await staff.request("PUT", "/api/hours", { weekly, closedDays: [] });
  const employeeIds: number[] = [];
  for (const name of ["Elena Sato", "Tomas Reyes", "Jo Whitlock"])
    employeeIds.push((await staff.request("POST", "/api/employees", { name })).id);
  const { id: serviceId } = await staff.request("POST", "/api/services", {
    name: "Facial",
    durationMinutes: 60,
    price: "120.00",
    onlineBooking: true,
  });
  return { employeeIds, serviceId };
}

async function importAll({ staff }: Salon): Promise<Client[]> {
  await importClients(staff, CLIENTS);
  const rows: { id: number; name: string; phoneNumber: string }[] = await staff.request(
    "GET",
    "/api/contacts/all",
  );
  return rows.map(({ id, name, phoneNumber }) => ({
    contactId: id,
    name,
    phone: phoneNumber,
    isOptedOut: false,
    isErased: false,
    isOrdinary: true,
    reminders: [],
    story: [],
  }));
}

/** A few hours of an ordinary day. */
async function act(actors: Actors, model: Model): Promise<void> {
  const { pick, client, visitAhead } = actors;
  for (let left = 3; left > 0; left -= 1) await actors.bookAtDesk(client(), pick(2) === 0);
  await actors.bookOnline(client());
  const notify = () => pick(3) > 0;
  const moved = visitAhead(1);
  if (moved) await actors.moveAtDesk(moved, notify());
  const canceled = visitAhead(1);
  if (canceled && pick(2) === 0) await actors.cancelAtDesk(canceled, notify());
  if (pick(4) === 0) {
    const removed = visitAhead(1);
    if (removed) await actors.removeAtDesk(removed, notify());
  }
  const linked = visitAhead(30, ({ manage }) => manage !== undefined);
  if (linked && pick(2) === 0) await actors.moveByLink(linked);
  const linkedToo = visitAhead(30, ({ manage }) => manage !== undefined);
  if (linkedToo && pick(3) === 0) await actors.cancelByLink(linkedToo);
  const ordinary = model.clients.filter(({ isOrdinary }) => isOrdinary);
  const reminded = ordinary.filter(({ reminders }) =>
    reminders.at(-1)?.visits.some(({ status }) => status === "booked"),
  );
  for (const who of reminded) if (pick(2) === 0) await actors.say(who, pick(5) === 0 ? "X" : "C");
  if (pick(3) === 0) await actors.say(client(), "STOP");
  const stopped = ordinary.filter(({ isOptedOut }) => isOptedOut);
  if (pick(4) === 0 && stopped.length > 0)
    await actors.say(stopped[pick(stopped.length)] as Client, "START");
  await actors.say(client(), "Thank you!");
}
