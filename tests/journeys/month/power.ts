import type { Desk, Plot } from "./desk.ts";
import { addDays, toInstant, toWall } from "./wall.ts";
import { canText, expectText, tell } from "./world.ts";

/** Plots in which the program ends. */

/** The power is cut again and again while the day's reminders are on their way, and in the middle of the day. */
export async function* killAmongReminders({ salon }: Desk): Plot {
  yield "12 09:01";
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
export async function* powerCut(desk: Desk): Plot {
  const { salon, world } = desk;
  yield "16 17:00";
  const client = await desk.addClient("Paul");
  const stopped = await desk.addClient("Petra");
  await desk.book(client, await desk.findPlace(2, 2), false);
  await desk.book(stopped, await desk.findPlace(2, 2), false);
  yield "17 09:01";
  await salon.stop("SIGKILL");
  tell(world, stopped, 'texts "STOP" while the power is cut');
  await salon.sayUnheard(stopped.phone, "STOP");
  // By then, it's too late to confirm it.
  stopped.isOptedOut = true;
  const today = toWall(salon.now()).slice(0, 10);
  await salon.start(toInstant(`${today}T10:58`));
}

/** A move of the evening is texted in the morning, also after a restart. */
export async function* restartAtNight(desk: Desk): Plot {
  const { salon } = desk;
  yield "20 22:00";
  const visit = await desk.book(await desk.addClient("Rita"), await desk.findPlace(3, 3), false);
  await desk.move(visit, await desk.findPlace(4, 4), true);
  await salon.stop("SIGTERM");
  const tomorrow = addDays(toWall(salon.now()).slice(0, 10), 1);
  await salon.start(toInstant(`${tomorrow}T03:00`));
}

/** The power is cut in the middle of a campaign. */
export async function* killAmongCampaign({ salon, world }: Desk): Plot {
  yield "26 14:00";
  const ordinary = world.clients.filter(({ isOrdinary }) => isOrdinary);
  await salon.staff.request("POST", "/api/campaigns", {
    name: "Fresh colors",
    message: "Fresh colors are in, {firstName}. Come and see",
    contactIds: ordinary.map(({ contactId }) => contactId),
    skipCheck: true,
  });
  for (const client of ordinary) if (canText(client)) expectText(world, client, "campaign");
  await Bun.sleep(30);
  await salon.stop("SIGKILL");
  await salon.start();
}
