import type { Actors } from "./actors.ts";
import type { Client, Model, Visit } from "./model.ts";
import type { Salon } from "./salon.ts";
import { addDays, toInstant, toWall } from "./wall.ts";

interface Cast {
  readonly salon: Salon;
  readonly model: Model;
  readonly actors: Actors;
}

/** A plot yields the day of the month and the hour at which it continues. */
type Plot = AsyncGenerator<string, void>;

const PLOTS: readonly ((cast: Cast) => Plot)[] = [
  fourDrags,
  optOutBeforeText,
  newNumberBeforeReminder,
  mergeBeforeVisit,
  eraseWithVisitAhead,
  killAmongReminders,
  powerCut,
  restartAtNight,
];

/** Begins a month. Each call continues the plots that wait for this day and hour, such as "03 14:00". */
export async function openStage(cast: Cast): Promise<(time: string) => Promise<void>> {
  const waiting = new Map<Plot, string | undefined>();
  const proceed = async (plot: Plot) => waiting.set(plot, (await plot.next()).value ?? undefined);
  for (const plot of PLOTS) await proceed(plot(cast));
  return async (time) => {
    for (const [plot, next] of waiting) if (next === time) await proceed(plot);
  };
}

/** A visit that many days from now. */
async function bookAhead(
  { actors }: Cast,
  client: Client,
  days: number,
  notify = false,
): Promise<Visit> {
  const slot = await actors.findSlot(days, days);
  const visit = slot && (await actors.bookAtDesk(client, notify, slot));
  if (!visit) throw new Error(`the salon is full in ${days} days`);
  return visit;
}

async function* fourDrags(cast: Cast): Plot {
  const { actors } = cast;
  yield "03 14:00";
  const visit = await bookAhead(cast, await actors.addClient("Dora"), 5);
  for (const days of [3, 4, 6, 7]) {
    const slot = await actors.findSlot(days, days);
    if (slot) await actors.moveAtDesk(visit, true, slot);
  }
  yield "04 14:00";
  // There and back again is no news.
  const { start, employeeId } = visit;
  const slot = await actors.findSlot(2, 2);
  if (slot) await actors.moveAtDesk(visit, true, slot);
  await actors.moveAtDesk(visit, true, { start, employeeId });
}

async function* optOutBeforeText(cast: Cast): Plot {
  const { actors } = cast;
  yield "04 14:00";
  const client = await actors.addClient("Otto");
  const visit = await bookAhead(cast, client, 6);
  const slot = await actors.findSlot(3, 3);
  if (slot) await actors.moveAtDesk(visit, true, slot);
  await actors.say(client, "STOP");
}

async function* newNumberBeforeReminder(cast: Cast): Plot {
  const { actors, salon, model } = cast;
  yield "05 17:00";
  const client = await actors.addClient("Nora");
  const visit = await bookAhead(cast, client, 2);
  yield "06 09:05";
  const former = await actors.changeNumber(client);
  yield "06 11:30";
  model.tell(client, `the next owner of ${former} texts "X"`);
  await salon.say(former, "X");
  yield "06 14:00";
  await actors.say(client, "C");
  yield "06 17:00";
  if (visit.status !== "confirmed") throw new Error("the reminder didn't reach the new number");
}

async function* mergeBeforeVisit(cast: Cast): Plot {
  const { actors } = cast;
  yield "08 11:30";
  const kept = await actors.addClient("Mia");
  const other = await actors.addClient("Maria");
  await bookAhead(cast, other, 2);
  yield "08 17:00";
  await actors.merge(kept, other);
  yield "09 11:30";
  await actors.say(kept, "C");
}

async function* eraseWithVisitAhead(cast: Cast): Plot {
  const { actors } = cast;
  yield "11 11:30";
  const client = await actors.addClient("Edda");
  await bookAhead(cast, client, 2, true);
  const other = await bookAhead(cast, client, 3);
  yield "11 17:00";
  const slot = await actors.findSlot(4, 4);
  if (slot) await actors.moveAtDesk(other, true, slot);
  await actors.erase(client);
}

/** The power is cut while the reminders of the day are on their way. */
async function* killAmongReminders({ salon }: Cast): Plot {
  yield "12 09:05";
  const today = toWall(salon.now()).slice(0, 10);
  for (const lives of [5, 40, 90]) {
    salon.jumpTo(toInstant(`${today}T10:01`));
    await Bun.sleep(lives);
    await salon.stop("SIGKILL");
    await salon.start();
  }
  yield "12 14:00";
  await salon.stop("SIGKILL");
  await salon.start();
}

/** Without power from nine to eleven: reminders come late, and a STOP meanwhile counts. */
async function* powerCut(cast: Cast): Plot {
  const { actors, salon, model } = cast;
  yield "16 17:00";
  const client = await actors.addClient("Paul");
  const stopped = await actors.addClient("Petra");
  await bookAhead(cast, client, 2);
  await bookAhead(cast, stopped, 2);
  yield "17 09:05";
  await salon.stop("SIGKILL");
  model.tell(stopped, 'texts "STOP" while the power is cut');
  await salon.sayUnheard(stopped.phone, "STOP");
  model.say(stopped, "STOP");
  const today = toWall(salon.now()).slice(0, 10);
  await salon.start(toInstant(`${today}T10:58`));
}

async function* restartAtNight(cast: Cast): Plot {
  const { actors, salon } = cast;
  yield "20 22:00";
  const client = await actors.addClient("Rita");
  const visit = await bookAhead(cast, client, 3);
  const slot = await actors.findSlot(4, 4);
  if (slot) await actors.moveAtDesk(visit, true, slot);
  await salon.stop("SIGTERM");
  const tomorrow = addDays(toWall(salon.now()).slice(0, 10), 1);
  await salon.start(toInstant(`${tomorrow}T03:00`));
}
