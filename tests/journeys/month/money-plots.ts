import type { Desk, Plot } from "./desk.ts";
import * as online from "./online.ts";
import { type Client, expectText, INSTALLMENT_CENTS, MEMBERSHIP_CENTS, tell } from "./world.ts";

/** Plots about deposits, a membership and a payment plan. */

const WEEK_MS = 7 * 86_400_000;
/** Stripe charges an invoice an hour after it wrote it. */
const DRAFT_MS = 3_600_000;

export async function* approvedRequests(desk: Desk): Plot {
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

export async function* noShowWithDeposit(desk: Desk): Plot {
  yield "05 11:30";
  const client = await desk.addClient("Nils");
  const visit = await online.bookWithDeposit(desk, client, 3, "13:00");
  await online.leaveCheckout(desk, await desk.addClient("Lea"), 3);
  yield "08 14:00";
  await desk.markNoShow(visit);
}

export async function* canceledDeposits(desk: Desk): Plot {
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
export async function* movedIntoTheWindow(desk: Desk): Plot {
  yield "18 11:30";
  const visit = await online.bookWithDeposit(desk, await desk.addClient("Wanda"), 8);
  yield "19 14:00";
  await desk.move(visit, await desk.findPlace(1, 1, desk.services.balayage), true);
  yield "19 17:00";
  await online.cancelByLink(desk, visit);
}

export async function* membership(desk: Desk): Plot {
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
export async function* latePayment(desk: Desk): Plot {
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
  yield "13 14:00";
  await stripe.happen("decline", customer);
  world.scheduled.push({
    at: signedAt + WEEK_MS + DRAFT_MS,
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
