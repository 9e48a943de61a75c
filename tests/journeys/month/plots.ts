import { type Desk, freeMassage, type Plot } from "./desk.ts";
import * as online from "./online.ts";
import * as visits from "./visits.ts";
import { answerOffer } from "./waitlist.ts";
import { type Client, tell, type Visit } from "./world.ts";

/** Plots about visits and their clients. */

/** A visit that many days from now. */
async function bookAhead(desk: Desk, client: Client, days: number, notify = false): Promise<Visit> {
  return desk.book(client, await desk.findPlace(days, days), notify);
}

export async function* fourDrags(desk: Desk): Plot {
  yield "03 14:00";
  const visit = await bookAhead(desk, await desk.addClient("Dora"), 5);
  for (const days of [3, 4, 6, 7]) await desk.move(visit, await desk.findPlace(days, days), true);
  yield "04 14:00";
  // There and back again is no news.
  const before = { ...visit };
  await desk.move(visit, await desk.findPlace(2, 2), true);
  await desk.move(visit, before, true);
}

export async function* optOutBeforeText(desk: Desk): Plot {
  yield "04 14:00";
  const client = await desk.addClient("Otto");
  const visit = await bookAhead(desk, client, 6);
  await desk.move(visit, await desk.findPlace(3, 3), true);
  await desk.say(client, "STOP");
}

export async function* newNumberBeforeReminder(desk: Desk): Plot {
  yield "05 17:00";
  const client = await desk.addClient("Nora");
  const visit = await bookAhead(desk, client, 2);
  yield "06 09:01";
  const former = client.phone;
  await desk.changeNumber(client);
  yield "06 11:30";
  tell(desk.world, client, `the next owner of ${former} texts "X"`);
  await desk.salon.say(former, "X");
  yield "06 14:00";
  await desk.say(client, "C");
  if (visit.status !== "confirmed") throw new Error("the reminder didn't reach the new number");
}

export async function* mergeBeforeVisit(desk: Desk): Plot {
  yield "08 11:30";
  const kept = await desk.addClient("Mia");
  const other = await desk.addClient("Maria");
  await bookAhead(desk, other, 2);
  yield "08 17:00";
  await desk.merge(kept, other);
  yield "09 11:30";
  // Their other number reaches them too, and the reply goes to the number that asks.
  const { phone } = kept;
  kept.phone = other.phone;
  await desk.say(kept, "C");
  kept.phone = phone;
}

export async function* eraseWithVisitAhead(desk: Desk): Plot {
  yield "11 11:30";
  const client = await desk.addClient("Edda");
  await bookAhead(desk, client, 2, true);
  const other = await bookAhead(desk, client, 3);
  yield "11 17:00";
  await desk.move(other, await desk.findPlace(4, 4), true);
  await desk.erase(client);
}

export async function* undecidedRequest(desk: Desk): Plot {
  const { facial } = desk.services;
  yield "02 11:30";
  const client = await desk.addClient("Una");
  await online.requestOnline(desk, client, { service: facial, days: 5 });
  const sameDay = await desk.addClient("Uma");
  await online.requestIfFree(desk, sameDay, {
    service: facial,
    days: 0,
    clock: "1(?:8|7:[34])",
  });
  yield "02 22:00";
  // Declined at night, told in the morning.
  await online.requestOnline(desk, await desk.addClient("Ulla"), { service: facial, days: 4 });
}

async function bookMassage(desk: Desk): Promise<Visit> {
  const place = await desk.findPlace(3, 3, desk.services.massage);
  return desk.book(await desk.addClient("Gina"), place, false, desk.services.massage);
}

export async function* waitlistAnswered(desk: Desk): Plot {
  yield "06 11:30";
  const first = await desk.addClient("Wim");
  const second = await desk.addClient("Willa");
  const visit = await bookMassage(desk);
  await desk.putOnWaitlist(first, 10);
  await desk.putOnWaitlist(second, 10);
  await freeMassage(desk, visit);
  yield "06 14:00";
  // The first one has not answered in a quarter of an hour, so the time is offered to the second one.
  await desk.say(second, "YES");
  const place = answerOffer(desk.waitlist, second, "YES");
  if (!place) throw new Error("nothing was offered");
  await desk.salon.settle(desk.world.expected.length + 1);
  visits.book(desk.world, await online.findVisit(desk, second, place), "now");
  yield "07 14:00";
  const next = await bookMassage(desk);
  await freeMassage(desk, next);
}

export async function* waitlistUnanswered(desk: Desk): Plot {
  let client: Client | undefined;
  for (const day of ["22", "23", "24"]) {
    yield `${day} 11:30`;
    const visit = await bookMassage(desk);
    client ??= await desk.addClient("Wolf");
    if (day === "22") await desk.putOnWaitlist(client, 10);
    await freeMassage(desk, visit);
  }
  yield "25 11:30";
  if (client) await desk.say(client, "WAIT");
  const visit = await bookMassage(desk);
  await freeMassage(desk, visit);
}
