import { type Desk, freeMassage } from "./desk.ts";
import * as online from "./online.ts";
import * as power from "./power.ts";
import * as visits from "./visits.ts";
import { answerOffer } from "./waitlist.ts";
import {
  type Client,
  expectText,
  INSTALLMENT_CENTS,
  MEMBERSHIP_CENTS,
  tell,
  type Visit,
} from "./world.ts";

/** A plot yields the day of the month and the hour at which it continues. */
export type Plot = AsyncGenerator<string, void>;

const WEEK_MS = 7 * 86_400_000;

const PLOTS: readonly ((desk: Desk) => Plot)[] = [
  fourDrags,
  optOutBeforeText,
  newNumberBeforeReminder,
  mergeBeforeVisit,
  eraseWithVisitAhead,
  undecidedRequest,
  approvedRequests,
  noShowWithDeposit,
  canceledDeposits,
  movedIntoTheWindow,
  waitlistAnswered,
  waitlistUnanswered,
  membership,
  latePayment,
  power.killAmongReminders,
  power.powerCut,
  power.restartAtNight,
];

/** Begins a month. Each call continues the plots that wait for this day and hour, such as "03 14:00", and returns whether any did. */
export async function openStage(desk: Desk): Promise<(time: string) => Promise<boolean>> {
  const waiting = new Map<Plot, string | undefined>();
  const proceed = async (plot: Plot) => waiting.set(plot, (await plot.next()).value ?? undefined);
  for (const plot of PLOTS) await proceed(plot(desk));
  return async (time) => {
    const due = [...waiting].filter(([, next]) => next === time);
    for (const [plot] of due) await proceed(plot);
    return due.length > 0;
  };
}

/** A visit that many days from now. */
export async function bookAhead(
  desk: Desk,
  client: Client,
  days: number,
  notify = false,
): Promise<Visit> {
  return desk.book(client, await desk.findPlace(days, days), notify);
}

async function* fourDrags(desk: Desk): Plot {
  yield "03 14:00";
  const visit = await bookAhead(desk, await desk.addClient("Dora"), 5);
  for (const days of [3, 4, 6, 7]) await desk.move(visit, await desk.findPlace(days, days), true);
  yield "04 14:00";
  // There and back again is no news.
  const before = { ...visit };
  await desk.move(visit, await desk.findPlace(2, 2), true);
  await desk.move(visit, before, true);
}

async function* optOutBeforeText(desk: Desk): Plot {
  yield "04 14:00";
  const client = await desk.addClient("Otto");
  const visit = await bookAhead(desk, client, 6);
  await desk.move(visit, await desk.findPlace(3, 3), true);
  await desk.say(client, "STOP");
}

async function* newNumberBeforeReminder(desk: Desk): Plot {
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

async function* mergeBeforeVisit(desk: Desk): Plot {
  yield "08 11:30";
  const kept = await desk.addClient("Mia");
  const other = await desk.addClient("Maria");
  await bookAhead(desk, other, 2);
  yield "08 17:00";
  await desk.merge(kept, other);
  yield "09 11:30";
  await desk.say(kept, "C");
}

async function* eraseWithVisitAhead(desk: Desk): Plot {
  yield "11 11:30";
  const client = await desk.addClient("Edda");
  await bookAhead(desk, client, 2, true);
  const other = await bookAhead(desk, client, 3);
  yield "11 17:00";
  await desk.move(other, await desk.findPlace(4, 4), true);
  await desk.erase(client);
}

async function* undecidedRequest(desk: Desk): Plot {
  const { facial } = desk.services;
  yield "02 11:30";
  const client = await desk.addClient("Una");
  await online.requestOnline(desk, client, { service: facial, days: 5 });
  const sameDay = await desk.addClient("Uma");
  await online.requestOnline(desk, sameDay, { service: facial, days: 0, clock: "18" });
  yield "02 22:00";
  // Declined at night, told in the morning.
  await online.requestOnline(desk, await desk.addClient("Ulla"), { service: facial, days: 4 });
}

async function* approvedRequests(desk: Desk): Plot {
  const { facial, balayage } = desk.services;
  yield "13 11:30";
  const free = await online.requestOnline(desk, await desk.addClient("Abel"), {
    service: facial,
    days: 3,
  });
  const paid = await online.requestOnline(desk, await desk.addClient("Anna"), {
    service: balayage,
    days: 3,
  });
  const unpaid = await online.requestOnline(desk, await desk.addClient("Anton"), {
    service: balayage,
    days: 4,
  });
  yield "13 17:00";
  await desk.approve(free);
  await desk.approve(paid, "$40.00");
  await desk.approve(unpaid, "$40.00");
  yield "14 11:30";
  await online.payDeposit(desk, paid);
}

async function* noShowWithDeposit(desk: Desk): Plot {
  yield "05 11:30";
  const client = await desk.addClient("Nils");
  const visit = await online.bookWithDeposit(desk, client, 3, "13:00");
  await online.leaveCheckout(desk, await desk.addClient("Lea"), 3);
  yield "08 14:00";
  await desk.markNoShow(visit);
}

async function* canceledDeposits(desk: Desk): Plot {
  yield "10 11:30";
  const inTime = await online.bookWithDeposit(desk, await desk.addClient("Clara"), 5);
  const late = await desk.addClient("Carl");
  await online.bookWithDeposit(desk, late, 4, "11:00");
  const bySalon = await online.bookWithDeposit(desk, await desk.addClient("Cora"), 2);
  yield "11 14:00";
  await online.cancelByLink(desk, inTime);
  await desk.cancel(bySalon, true);
  yield "13 14:00";
  // The deadline was at eleven.
  await desk.say(late, "X");
}

/** The salon moves a visit to tomorrow; its client may still cancel without losing the deposit. */
async function* movedIntoTheWindow(desk: Desk): Plot {
  yield "18 11:30";
  const visit = await online.bookWithDeposit(desk, await desk.addClient("Wanda"), 8);
  yield "19 14:00";
  await desk.move(visit, await desk.findPlace(1, 1, desk.services.balayage), true);
  yield "19 17:00";
  await online.cancelByLink(desk, visit);
}

async function bookMassage(desk: Desk): Promise<Visit> {
  const place = await desk.findPlace(3, 3, desk.services.massage);
  return desk.book(await desk.addClient("Gina"), place, false, desk.services.massage);
}

async function* waitlistAnswered(desk: Desk): Plot {
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
  yield "07 17:00";
}

async function* waitlistUnanswered(desk: Desk): Plot {
  let client: Client | undefined;
  for (const day of ["22", "23", "24"]) {
    yield `${day} 11:30`;
    const visit = await bookMassage(desk);
    client ??= await desk.addClient("Wolf");
    if (day === "22") await desk.putOnWaitlist(client, 20);
    await freeMassage(desk, visit);
  }
  yield "25 11:30";
  if (client) await desk.say(client, "WAIT");
  const visit = await bookMassage(desk);
  await freeMassage(desk, visit);
}

async function* membership(desk: Desk): Plot {
  const { staff } = desk.salon;
  yield "03 11:30";
  const { id } = await staff.request("POST", "/api/memberships", {
    name: "Glow Club",
    description: "One facial a week",
    price: "49.00",
    billingFrequency: "week",
    agreementText: "# Glow Club\n\nThe membership costs $49.00 per week.",
  });
  const client = await desk.addClient("Marta");
  await online.join(desk, client, id);
  charge(desk, client, MEMBERSHIP_CENTS);
}

/** Stripe charges every week. */
function charge(
  { world }: Pick<Desk, "world">,
  client: Client,
  cents: number,
  at = world.now(),
): void {
  const next = at + WEEK_MS;
  const happens = () => {
    world.payments.push({ client, cents, refunded: 0 });
    charge({ world }, client, cents, next);
  };
  world.scheduled.push({ at: next, happens });
}

/** The second installment fails, and is paid a day later by the desk. */
async function* latePayment(desk: Desk): Plot {
  const { staff, stripe } = desk.salon;
  const { world } = desk;
  yield "07 11:30";
  const { id } = await staff.request("POST", "/api/payment-plans", {
    name: "Laser series",
    principalAmount: "300.00",
    feePercentage: "0",
    installmentCount: 3,
    installmentInterval: "week",
    agreementText: "# Agreement\nYou pay in three parts.",
  });
  const client = await desk.addClient("Lara");
  const customer = await online.signPlan(desk, client, id);
  const signedAt = world.now();
  yield "14 11:30";
  await stripe.happen("decline", customer);
  world.scheduled.push({
    at: signedAt + WEEK_MS,
    happens: () => expectText(world, client, "payment failed"),
  });
  yield "15 14:00";
  await stripe.happen("accept", customer);
  const list = await staff.request("GET", "/api/payment-plan-subscriptions");
  const { id: subscription } = list.find(
    (one: { contactPhone: string }) => one.contactPhone === client.phone,
  );
  await staff.request("POST", `/api/payment-plan-subscriptions/${subscription}/trigger-payment`);
  tell(world, client, "pays the second installment");
  world.payments.push({ client, cents: INSTALLMENT_CENTS, refunded: 0 });
  world.scheduled.push({
    at: signedAt + 2 * WEEK_MS,
    happens: () => world.payments.push({ client, cents: INSTALLMENT_CENTS, refunded: 0 }),
  });
}
