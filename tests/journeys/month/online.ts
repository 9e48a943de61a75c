import type { Desk } from "./desk.ts";
import { confirmPhone, openPage } from "./page.ts";
import * as visits from "./visits.ts";
import { addDays, toWall } from "./wall.ts";
import {
  type Client,
  DEPOSIT_CENTS,
  INSTALLMENT_CENTS,
  MEMBERSHIP_CENTS,
  type Place,
  tell,
  type Visit,
} from "./world.ts";

/** What clients do on the salon's pages. Each action is sent to the salon and told to the model. */

interface Booking {
  readonly status: "booked" | "requested" | "deposit";
  readonly start: string;
  readonly token: string;
  readonly checkoutUrl: string | null;
}

/** Books a time of that many days from now; an undefined result means that there is none. */
async function placeBooking(
  desk: Desk,
  client: Client,
  { service, days, clock = "" }: { service: number; days: number; clock?: string },
): Promise<Booking | undefined> {
  const page = openPage(desk);
  await confirmPhone(desk, page, client, "/api/booking/send-code", "/api/booking/verify-code");
  const day = addDays(toWall(desk.salon.now()).slice(0, 10), days);
  const query = `serviceId=${service}&from=${day}&to=${day}`;
  const { slots } = await page.get(`/api/booking/availability?${query}`);
  const slot = desk.random.one(
    (slots as Place[]).filter(({ start }) => new RegExp(`T${clock}`).test(start)),
  );
  if (!slot) return undefined;
  const { status, manageUrl, checkoutUrl } = await page.post("/api/booking", {
    serviceId: service,
    employeeId: null,
    start: slot.start,
    name: client.name,
    marketingConsent: false,
  });
  const token = String(new URL(manageUrl).pathname.split("/").at(-1));
  const start = slot.start.slice(0, 16);
  tell(desk.world, client, `books ${start} online: ${status}`);
  return { status, start, token, checkoutUrl };
}

export async function bookOnline(desk: Desk, client: Client): Promise<void> {
  const { services, random, world } = desk;
  // At most three open bookings for a number.
  const open = world.visits.filter(
    (visit) => visit.client === client && visit.token !== undefined && visit.status !== "canceled",
  );
  if (client.isOptedOut || open.length > 2) return;
  const booking = await placeBooking(desk, client, {
    service: services.facial,
    days: 1 + random.pick(10),
  });
  if (!booking) return;
  // Who books the time that they have gets the booking that they have, and no text.
  const same = world.visits.find(({ token }) => token === booking.token);
  if (!same) visits.book(world, await findVisit(desk, client, booking), "now");
  else if (same.start !== booking.start || same.client !== client)
    throw new Error(`${client.name} got the booking of ${same.client.name} at ${same.start}`);
}

/** Books a balayage and pays its deposit. */
export async function bookWithDeposit(
  desk: Desk,
  client: Client,
  days: number,
  clock = "",
): Promise<Visit> {
  const { salon, world } = desk;
  const booking = await placeBooking(desk, client, {
    service: desk.services.balayage,
    days,
    clock,
  });
  if (booking?.status !== "deposit") throw new Error(`no deposit: ${booking?.status}`);
  await salon.pay(String(booking.checkoutUrl));
  const deposit = { client, cents: DEPOSIT_CENTS, refunded: 0 };
  world.payments.push(deposit);
  return visits.book(world, { ...(await findVisit(desk, client, booking)), deposit }, "now");
}

/** Holds a time and never pays. */
export async function leaveCheckout(desk: Desk, client: Client, days: number): Promise<void> {
  await placeBooking(desk, client, { service: desk.services.balayage, days });
}

interface Wish {
  readonly service: number;
  readonly days: number;
  readonly clock?: string;
}

/** Requests a time while the owner approves bookings. @throws if none is free */
export async function requestOnline(desk: Desk, client: Client, wish: Wish): Promise<Visit> {
  const visit = await requestIfFree(desk, client, wish);
  if (!visit) throw new Error("no time to request is free");
  return visit;
}

export async function requestIfFree(
  desk: Desk,
  client: Client,
  { service, days, clock }: Wish,
): Promise<Visit | undefined> {
  const { salon, world } = desk;
  await salon.staff.request("POST", "/api/settings", { bookingApproval: true });
  const booking = await placeBooking(desk, client, { service, days, ...(clock && { clock }) });
  await salon.staff.request("POST", "/api/settings", { bookingApproval: false });
  if (!booking) return undefined;
  if (booking.status !== "requested") throw new Error(`not requested: ${booking.status}`);
  return visits.request(world, await findVisit(desk, client, booking));
}

export async function payDeposit(desk: Desk, visit: Visit): Promise<void> {
  const { checkoutUrl } = await openPage(desk).post(`/api/booking/${visit.token}/pay`);
  tell(desk.world, visit.client, `pays the deposit of visit ${visit.id}`);
  await desk.salon.pay(checkoutUrl);
  visits.pay(desk.world, visit, DEPOSIT_CENTS);
}

export async function cancelByLink(desk: Desk, visit: Visit): Promise<void> {
  await openPage(desk).post(`/api/booking/${visit.token}/cancel`);
  tell(desk.world, visit.client, `cancels visit ${visit.id} by the link`);
  visits.cancelByLink(desk.world, visit);
}

export async function moveByLink(desk: Desk, visit: Visit): Promise<void> {
  const page = openPage(desk);
  const day = addDays(toWall(desk.salon.now()).slice(0, 10), 2 + desk.random.pick(8));
  const query = `serviceId=${desk.services.facial}&employeeId=${visit.employeeId}&from=${day}&to=${day}`;
  const { slots } = await page.get(`/api/booking/availability?${query}`);
  const slot = desk.random.one(slots as Place[]);
  if (!slot) return;
  await page.post(`/api/booking/${visit.token}/reschedule`, { start: slot.start });
  const start = slot.start.slice(0, 16);
  tell(desk.world, visit.client, `moves visit ${visit.id} to ${start} by the link`);
  visits.moveByClient(desk.world, visit, start);
}

/** Joins the membership. Stripe charges every week. */
export async function join(desk: Desk, client: Client, membershipId: string): Promise<void> {
  const { url } = await openPage(desk).post("/api/stripe/create-checkout-session", {
    contactName: client.name,
    contactPhone: client.phone,
    contactEmail: `c${client.contactId}@example.com`,
    membershipId,
    signatureData: client.name,
    signatureType: "text",
    signerName: client.name,
  });
  tell(desk.world, client, "joins");
  await desk.salon.pay(url);
  desk.world.payments.push({ client, cents: MEMBERSHIP_CENTS, refunded: 0 });
}

/** Signs the payment plan and pays its first installment. Returns the customer at Stripe. */
export async function signPlan(desk: Desk, client: Client, paymentPlanId: string): Promise<string> {
  const page = openPage(desk);
  const base = "/api/payment-plan-subscriptions";
  const phoneNumber = client.phone;
  const code = await confirmPhone(
    desk,
    page,
    client,
    `${base}/verify-phone`,
    `${base}/verify-code`,
  );
  const { contactId } = await page.post(`${base}/store-signature`, {
    phoneNumber,
    verificationCode: code,
    paymentPlanId,
    signatureData: client.name,
    signatureType: "text",
    signerName: client.name,
    fullName: client.name,
    email: `c${client.contactId}@example.com`,
  });
  const { sessionUrl } = await page.post(`${base}/create-checkout`, { paymentPlanId, contactId });
  tell(desk.world, client, "signs the plan");
  const { customers } = await desk.salon.stripe.money();
  await desk.salon.pay(sessionUrl);
  desk.world.payments.push({ client, cents: INSTALLMENT_CENTS, refunded: 0 });
  const after = await desk.salon.stripe.money();
  return after.customers.find((id) => !customers.includes(id)) ?? String(customers.at(-1));
}

/** What the calendar shows of a booking. */
export async function findVisit(
  { salon, world }: Desk,
  client: Client,
  { start, token }: Pick<Booking, "start"> & { readonly token?: string },
) {
  const day = start.slice(0, 10);
  const list = await salon.staff.request("GET", `/api/appointments?from=${day}&to=${day}`);
  // The desk may have booked the same time for the client, with someone else.
  const known = new Set(world.visits.map(({ id }) => id));
  const row = list.find(
    (one: { id: number; contactId: number; appointmentDate: string; status: string }) =>
      !known.has(one.id) &&
      one.contactId === client.contactId &&
      one.appointmentDate === `${start}:00` &&
      one.status !== "canceled",
  );
  if (!row) throw new Error(`${client.name} has no visit at ${start}`);
  return { id: row.id as number, employeeId: row.employeeId as number, client, start, token };
}
