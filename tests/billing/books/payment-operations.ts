import { cardUrl } from "#src/billing/cards/card-link.ts";
import { cookieOf } from "#tests/calendar/online-booking/stand.ts";
import { completeCheckout, expireCheckout } from "#tests/sandbox/stripe-checkout.ts";
import {
  cancelLink,
  clientOf,
  customers,
  dayOf,
  endVisit,
  HAS_CARD,
  lastOf,
  openLink,
  openPages,
  paymentIds,
  press,
  runDeskJobs,
  some,
  take,
  visitIds,
  visitsOf,
} from "./payment-steps.ts";
import type { BookSalon } from "./salon.ts";

type Run = (salon: BookSalon, pick: number, size: number) => unknown;

/** What happens at the desk, and what clients do with their links and cards. */
export const PAYMENT_OPERATIONS = {
  visit: async (salon, pick) => {
    const client = await clientOf(salon, pick);
    const { staff, desk } = salon;
    await staff("POST", "/api/appointments", {
      employeeId: desk.elena,
      clientName: "Ruth Abernathy",
      phoneNumber: client.phone,
      services: [desk.facial],
      appointmentDate: `${dayOf(salon, pick % 3)}T13:00`,
      allowOverlap: true,
    });
  },
  bookWithDeposit: async (salon, pick, size) => {
    const { phone } = await clientOf(salon, pick);
    const { desk, app } = salon;
    const start = `${dayOf(salon, 1 + (size % 9))}T${String(9 + (size % 8)).padStart(2, "0")}:00:00`;
    const { body } = await desk.visitor(
      "POST",
      "/api/booking",
      { serviceId: desk.facial, start, name: "Ruth Abernathy" },
      { cookie: cookieOf(app(), phone) },
    );
    if (body.checkoutUrl) desk.payers.set(lastOf(body.checkoutUrl), phone);
  },
  link: (salon, pick, size) => take(salon, pick, { way: "link", size }),
  cash: (salon, pick, size) => take(salon, pick, { way: "cash", size }),
  cardOnFile: (salon, pick, size) =>
    take(salon, pick, { way: "card", size, times: 1 + (size % 2), lost: size % 6 === 0 }),
  openLink: async (salon, pick, size) => {
    const id = some(paymentIds(salon, "status = 'open' and way = 'link'"), pick);
    if (id === undefined) return;
    const page = await openLink(salon, id, pick % 4 === 0 ? size % 3_000 : 0);
    if (size % 2 === 0 && openPages(salon).includes(page))
      completeCheckout(salon.stripe.book, page);
  },
  payPage: (salon, pick, size) => {
    const { book } = salon.stripe;
    const id = some(openPages(salon), pick);
    if (id !== undefined) completeCheckout(book, id);
    // Another person has the page open, too.
    const other = some(openPages(salon), size);
    if (other !== undefined && size % 5 === 0) completeCheckout(book, other);
  },
  closePage: (salon, pick) => {
    const id = some(openPages(salon), pick);
    if (id !== undefined) expireCheckout(salon.stripe.book, id);
  },
  cancelLink: async (salon, pick, size) => {
    const id = some(paymentIds(salon, "way = 'link'"), pick);
    if (id !== undefined) await cancelLink(salon, id, size % 2 === 0);
  },
  /** The client pays on Stripe's page while the desk takes cash. */
  payTwice: async (salon, pick, size) => {
    const id = some(paymentIds(salon, "status = 'open' and way = 'link' and is_fee = 0"), pick);
    if (id === undefined) return;
    const page = await openLink(salon, id, 0);
    await cancelLink(salon, id, true);
    const visit = visitsOf(salon, id)[0];
    if (visit !== undefined) await take(salon, pick, { way: "cash", size, visit });
    if (openPages(salon).includes(page)) completeCheckout(salon.stripe.book, page);
  },
  addCard: async (salon, pick) => {
    const client = await clientOf(salon, pick);
    const { staff, app, desk, stripe } = salon;
    await staff("POST", `/api/contacts/${client.id}/card/request`);
    const request = app()
      .db.query<{ id: number; createdAt: number }, [number]>(
        `select id, created_at as createdAt from card_requests where contact_id = ? order by id desc limit 1`,
      )
      .get(client.id);
    if (!request) return;
    const address = `/api/card/${lastOf(cardUrl(app(), request as never))}`;
    const { version } = (await desk.visitor("GET", address)).body;
    const { body } = await desk.visitor("POST", address, { agreed: true, version });
    const session = stripe.book.sessions.get(lastOf(body.checkoutUrl ?? ""));
    if (session?.status !== "open") return;
    desk.payers.set(String(session.customer), client.phone);
    completeCheckout(stripe.book, session.id);
  },
  removeCard: async (salon, pick) => {
    const client = await clientOf(salon, pick);
    await salon.staff("DELETE", `/api/contacts/${client.id}/card`);
  },
  declineCard: (salon, pick) => {
    salon.stripe.book.declined.add(some(customers(salon), pick) ?? "");
  },
  bankAsksCard: (salon, pick) => {
    salon.stripe.book.unconfirmed.add(some(customers(salon), pick) ?? "");
  },
  missVisit: (salon, pick, size) =>
    endVisit(salon, pick, {
      status: "no_show",
      ...(size % 2 === 0 ? {} : { deposit: "refund" }),
    }),
  cancelVisit: (salon, pick, size) =>
    endVisit(salon, pick, {
      status: "canceled",
      ...(size % 3 === 0 ? {} : { deposit: size % 3 === 1 ? "refund" : "keep" }),
    }),
  fee: async (salon, pick, size) => {
    const { app, staff, stripe } = salon;
    const id = some(
      visitIds(app(), `status in ('booked', 'no_show', 'canceled') and ${HAS_CARD}`),
      pick,
    );
    if (id === undefined) return;
    if (size % 4 > 0) await staff("PATCH", `/api/appointments/${id}`, { status: "no_show" });
    const { amount } = (await staff("GET", `/api/appointments/${id}/fee`)).body;
    if (amount == null) return;
    if (size % 6 === 0) stripe.loseAnswers(2);
    await press(1 + (size % 2), () => staff("POST", `/api/appointments/${id}/fee`, { amount }));
    stripe.loseAnswers(0);
  },
  undoFee: async (salon, pick, size) => {
    if (size % 3 === 0) await salon.pass(11 / 86_400);
    const visits = paymentIds(salon, "is_fee = 1").flatMap((id) => visitsOf(salon, id));
    const id = some(visits, pick);
    if (id !== undefined) await salon.staff("DELETE", `/api/appointments/${id}/fee`);
  },
  refundPayment: async (salon, pick, size) => {
    const id = some(paymentIds(salon, "status = 'paid'"), pick);
    if (id === undefined) return;
    const body = pick % 2 === 0 ? {} : { amount: ((1 + size) / 100).toFixed(2) };
    await press(1 + (size % 2), () => salon.staff("POST", `/api/payments/${id}/refund`, body));
  },
  undoRefund: async (salon, pick) => {
    const id = some(paymentIds(salon, "status = 'paid'"), pick);
    if (id !== undefined) await salon.staff("DELETE", `/api/payments/${id}/refund`);
  },
  keepLate: async (salon) => {
    for (const id of paymentIds(salon, "is_late = 1 and decided_at is null"))
      await salon.staff("POST", `/api/payments/${id}/keep`);
  },
  deskJobs: runDeskJobs,
  minutes: (salon, _, size) => salon.pass((1 + (size % 120)) / 1440),
} satisfies Record<string, Run>;

export const PAYMENT_WEIGHTS: Partial<Record<keyof typeof PAYMENT_OPERATIONS, number>> = {
  ...{ visit: 14, bookWithDeposit: 8, link: 16, cash: 3, cardOnFile: 8, openLink: 16, payPage: 12 },
  ...{
    addCard: 8,
    missVisit: 3,
    cancelVisit: 2,
    fee: 8,
    refundPayment: 5,
    deskJobs: 6,
    minutes: 4,
  },
  payTwice: 3,
};
