import { findPayment } from "#db/billing/payments.ts";
import { payUrl } from "#src/billing/payments/pay-link.ts";
import { parseCents } from "#src/shared/money.ts";
import { runJob } from "#tests/calendar/online-booking/stand.ts";
import type { BookSalon } from "./salon.ts";

const CLIENTS = 6;
const RECENT = 12;
const HAS_DEPOSIT = "id in (select appointment_id from online_bookings where paid_at is not null)";
export const HAS_CARD = "contact_id in (select contact_id from cards where removed_at is null)";

/** The jobs of the desk that the night doesn't run. */
export async function runDeskJobs(salon: BookSalon): Promise<void> {
  const app = salon.app();
  for (const job of [
    "charge-fees",
    "complete-card-charges",
    "settle-payment-pages",
    "refund-payments",
    "complete-deposits",
    "refund-deposits",
    "keep-cards",
    "expire-checkouts-of-erased-clients",
  ])
    await runJob(app, job);
}

export async function take(
  salon: BookSalon,
  pick: number,
  wanted: {
    readonly way: "link" | "cash" | "card";
    readonly size: number;
    readonly times?: number;
    readonly lost?: boolean;
    readonly visit?: number;
  },
): Promise<void> {
  const { app, staff, desk, stripe } = salon;
  const { way, size, times = 1, lost = false } = wanted;
  const which = way === "card" ? HAS_CARD : size % 3 === 0 ? HAS_DEPOSIT : "true";
  const where = `status not in ('canceled', 'requested') and ${which}`;
  const id = wanted.visit ?? some(visitIds(app(), where), pick);
  if (id === undefined) return;
  const bill = await staff("GET", `/api/payments/bill?appointmentId=${id}`);
  if (bill.status !== 200) return;
  const cents = (text: string) => parseCents(text) ?? 0;
  const booked: { price: string }[] = bill.body.lines;
  const oil = 100 + size;
  const discount = size % 4 === 0 ? 1_000 : 0;
  const tip = way === "link" || size % 2 === 0 ? 0 : size % 2_000;
  const sum = booked.reduce((all, { price }) => all + cents(price), oil) - discount;
  const total = sum - Math.min(sum, cents(bill.body.deposit)) + tip;
  if (lost) stripe.loseAnswers(2);
  await press(times, async () => {
    const { status, body } = await staff("POST", "/api/payments", {
      appointmentIds: [id],
      lines: [
        ...booked.map((_, billLine) => ({ billLine })),
        { name: "Oil", price: (oil / 100).toFixed(2) },
      ],
      ...(discount > 0 && { discount: { amount: "10.00" } }),
      way,
      tip: (tip / 100).toFixed(2),
      total: (total / 100).toFixed(2),
    });
    if (status !== 201 || way !== "cash") return;
    const phone = bill.body.phoneNumber;
    desk.cash.set(phone, (desk.cash.get(phone) ?? 0) + cents(body.total));
  });
  stripe.loseAnswers(0);
}

/** Returns the id of Stripe's page, or an empty text. */
export async function openLink(salon: BookSalon, id: number, tip: number): Promise<string> {
  const { app, desk } = salon;
  const payment = findPayment(app().db, id);
  if (!payment) return "";
  const { body } = await desk.visitor(
    "POST",
    `/api/pay/${lastOf(payUrl(app(), payment))}/checkout`,
    { tip: (tip / 100).toFixed(2) },
  );
  const page = lastOf(body.checkoutUrl ?? "");
  const phone = desk.clients.find((one) => one.id === payment.contactId)?.phone;
  if (page && phone) desk.payers.set(page, phone);
  return page;
}

/** While Stripe doesn't answer, its page stays open. */
export async function cancelLink({ app, staff }: BookSalon, id: number, isDown: boolean) {
  const { providers } = app();
  const { payments } = providers;
  if (isDown) Object.assign(providers, { payments: async () => UNREACHABLE });
  await staff("POST", `/api/payments/${id}/cancel`);
  Object.assign(providers, { payments });
}

const UNREACHABLE = new Proxy(
  {},
  {
    // A promise of this would look for a method, too.
    get: (_, name) =>
      name === "then" ? undefined : async () => ({ kind: "unreachable", message: "No answer" }),
  },
);

export async function endVisit(salon: BookSalon, pick: number, change: object): Promise<void> {
  const { app, staff } = salon;
  const id = some(visitIds(app(), "status in ('booked', 'confirmed', 'arrived')"), pick);
  if (id !== undefined)
    await staff("PATCH", `/api/appointments/${id}`, { ...change, notify: false });
}

export async function clientOf(salon: BookSalon, pick: number) {
  const { desk, staff } = salon;
  const known = desk.clients[pick % CLIENTS];
  if (known) return known;
  const phone = `+1202555${String(9_000 + desk.clients.length)}`;
  const { body } = await staff("POST", "/api/contacts", { name: "Ruth", phoneNumber: phone });
  const client = { id: body.id as number, phone };
  desk.clients.push(client);
  return client;
}

/** Presses so often at the same time. */
export async function press(times: number, send: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: times }, send));
}

export function openPages({ stripe, desk }: BookSalon): string[] {
  return [...stripe.book.sessions.values()]
    .filter(
      ({ id, status, mode }) => status === "open" && mode === "payment" && desk.payers.has(id),
    )
    .map(({ id }) => id);
}

export function customers({ desk }: BookSalon): string[] {
  return [...desk.payers.keys()].filter((id) => id.startsWith("cus_"));
}

/** The newest first, so that most operations are about visits of these days. */
export function visitIds({ db }: ReturnType<BookSalon["app"]>, where: string): number[] {
  return db
    .query<{ id: number }, []>(
      `select id from appointments where ${where} order by id desc limit ${RECENT}`,
    )
    .all()
    .map(({ id }) => id);
}

export function paymentIds({ app }: BookSalon, where: string): number[] {
  return app()
    .db.query<{ id: number }, []>(
      `select id from payments where ${where} order by id desc limit ${RECENT}`,
    )
    .all()
    .map(({ id }) => id);
}

export function visitsOf({ app }: BookSalon, id: number): number[] {
  return app()
    .db.query<{ id: number }, [number]>(
      "select appointment_id as id from payment_visits where payment_id = ?",
    )
    .all(id)
    .map((one) => one.id);
}

export function dayOf({ app }: BookSalon, ahead: number): string {
  return new Date(app().now() + ahead * 86_400_000).toISOString().slice(0, 10);
}

export function lastOf(address: string): string {
  return address.split("/").at(-1) ?? "";
}

export function some<One>(all: readonly One[], pick: number): One | undefined {
  return all[pick % Math.max(1, all.length)];
}
