import { listOwedRefunds } from "#src/billing/owed-state.ts";
import { parseCents } from "#src/shared/money.ts";
import type { BookSalon } from "./salon.ts";

/** Received cents of visits by client, as staff read their payments: by card less refunds, and without a card. */
export async function receivedAtDesk(salon: BookSalon) {
  const byCard: Record<string, number> = {};
  const withoutCard: Record<string, number> = {};
  const cents = (text: string) => parseCents(text) ?? 0;
  for (const { id } of rows<{ id: number }>(salon, "select id from payments")) {
    const { body } = await salon.staff("GET", `/api/payments/${id}`);
    if (body.status !== "paid" && body.status !== "refunded") continue;
    const phone = salon.desk.clients.find((one) => one.id === body.contactId)?.phone ?? "?";
    const isCard = body.way === "link" || body.way === "card";
    const sums = isCard ? byCard : withoutCard;
    sums[phone] = (sums[phone] ?? 0) + cents(body.total) - (isCard ? cents(body.refunded) : 0);
  }
  return { byCard: withoutZeros(byCard), withoutCard };
}

/** The same at Stripe and in clients' hands, without deposits and second payments, which no screen adds up. */
export function paidAtDesk({ app, stripe: { book }, desk }: BookSalon) {
  const other = new Set(
    app()
      .db.query(
        `select stripe_payment_intent_id from payment_checkouts where status = 'surplus'
         union all select payment_intent_id from online_bookings where paid_at is not null`,
      )
      .values()
      .flat(),
  );
  const byCard: Record<string, number> = {};
  const add = (phone: string, intent: string, cents: number) => {
    if (other.has(intent)) return;
    byCard[phone] = (byCard[phone] ?? 0) + cents - (book.refunded.get(intent) ?? 0);
  };
  for (const { id, payment_intent: intent, amount_total: cents } of book.sessions.values()) {
    const phone = desk.payers.get(id);
    if (phone !== undefined && intent !== null) add(phone, String(intent), cents ?? 0);
  }
  for (const { id, customer, amount, status } of book.intents.values()) {
    const phone = desk.payers.get(String(customer));
    if (phone !== undefined && status === "succeeded") add(phone, id, amount);
  }
  return { byCard: withoutZeros(byCard), withoutCard: Object.fromEntries(desk.cash) };
}

/** Visits whose price, fee or deposit a client paid more than once, unless a refund is owed or the bank decides. */
export function paidTwice(salon: BookSalon): string[] {
  const { book } = salon.stripe;
  const owed = new Set(listOwedRefunds(salon.app()).map(({ paymentIntentId }) => paymentIntentId));
  const isSettled = (intent: string | null) =>
    intent === null || !(owed.has(intent) || book.disputed.has(intent));
  const kept = rows<{
    visit: number;
    fee: 0 | 1;
    intent: string | null;
    back: number;
    cents: number;
    deposit: number;
  }>(
    salon,
    `select v.appointment_id as visit, is_fee as fee, p.stripe_payment_intent_id as intent, due_cents + tip_cents as cents,
       deposit_cents as deposit,
       coalesce((select sum(cents) from payment_refunds f where f.payment_id = p.id and f.stripe_payment_intent_id is null
         and made_at is not null), 0) as back
     from payment_visits v join payments p on p.id = v.payment_id where p.status = 'paid'`,
  ).filter(
    ({ intent, back, cents }) =>
      isSettled(intent) && cents > (intent === null ? back : (book.refunded.get(intent) ?? 0)),
  );
  const doubled = [0, 1].flatMap((fee) => {
    const visits = kept.filter((one) => one.fee === fee).map(({ visit }) => visit);
    return visits
      .filter((visit, at) => visits.indexOf(visit) !== at)
      .map((visit) => `visit ${visit}, fee ${fee}`);
  });
  const surplus = rows<{ intent: string }>(
    salon,
    "select stripe_payment_intent_id as intent from payment_checkouts where status = 'surplus'",
  )
    .filter(({ intent }) => isSettled(intent))
    .filter(({ intent }) => book.intents.get(intent)?.amount !== book.refunded.get(intent));
  const deposits = rows<{ visit: number; intent: string }>(
    salon,
    `select appointment_id as visit, payment_intent_id as intent from online_bookings b join appointments a on a.id = appointment_id
     where paid_at is not null and a.status not in ('canceled', 'no_show')`,
  )
    .filter(({ intent }) => isSettled(intent) && !book.refunded.has(intent))
    .filter(({ visit }) =>
      kept.some((one) => one.visit === visit && one.fee === 0 && one.deposit === 0),
    );
  return [
    ...doubled,
    ...surplus.map(({ intent }) => `second payment ${intent}`),
    ...deposits.map(({ visit }) => `deposit of visit ${visit}`),
  ];
}

/** What a run came across. */
export function countDesk(salon: BookSalon) {
  const count = (from: string) =>
    rows<{ n: number }>(salon, `select count(*) as n from ${from}`)[0]?.n ?? 0;
  return {
    links: count("payments where status = 'paid' and way = 'link' and is_fee = 0"),
    cards: count("payments where status = 'paid' and way = 'card' and is_fee = 0"),
    fees: count("payments where status = 'paid' and is_fee = 1"),
    deposits: count("payments where status = 'paid' and deposit_cents > 0"),
    surplus: count("payment_checkouts where status = 'surplus'"),
    late: count("payments where is_late = 1"),
    refunds: count("payment_refunds where made_at is not null"),
  };
}

function rows<Row>({ app }: BookSalon, sql: string): Row[] {
  return app().db.query<Row, []>(sql).all();
}

function withoutZeros(sums: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0));
}
