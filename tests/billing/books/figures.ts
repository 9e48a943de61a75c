import Papa from "papaparse";
import type Stripe from "stripe";
import { listOwedRefunds } from "#src/billing/owed-state.ts";
import { listOwn } from "#src/billing/portal/plan-portal.ts";
import type { Client } from "#src/platform/http/sessions.ts";
import { parseCents } from "#src/shared/money.ts";
import type { BookSalon } from "./salon.ts";

/** "charge 2026-11 +12025551000 3000 pi_1": kind, month, client, cents and payment. */
type Entry = string;

/** What is paid at the desk has the time at which Parlor learned of it, and no month here. */
function entry(
  kind: string,
  at: number | null,
  phone: string,
  cents: number,
  payment: string,
): Entry {
  const month = at === null ? "desk" : new Date(at).toISOString().slice(0, 7);
  return [kind, month, phone, cents, payment].join(" ");
}

/** Whose payment that is, by its id, of what was paid on a page for a visit. */
function payersOfPages({ payers }: BookSalon["desk"], { sessions }: BookSalon["stripe"]["book"]) {
  return new Map(
    [...sessions.values()].flatMap(({ id, payment_intent: intent }) =>
      payers.has(id) && intent !== null ? [[String(intent), payers.get(id) ?? ""]] : [],
    ),
  );
}

/** Everything that Stripe collected and refunded. */
export function entriesAtStripe({ stripe: { book }, buyers, desk }: BookSalon): Entry[] {
  const phones = new Map(buyers.map(({ customer, phone }) => [customer, phone]));
  const pages = payersOfPages(desk, book);
  const phoneOf = ({ id, customer }: Stripe.PaymentIntent) =>
    phones.get(String(customer)) ?? pages.get(id) ?? desk.payers.get(String(customer)) ?? "?";
  const paidAt = new Map(
    [...book.invoices.values()].flatMap((one) =>
      (one.payments?.data ?? []).map(({ payment }) => [
        String(payment.payment_intent),
        (one.status_transitions.paid_at ?? 0) * 1000,
      ]),
    ),
  );
  const charges = [...book.intents.values()]
    .filter(({ status }) => status === "succeeded")
    .map((one) => entry("charge", paidAt.get(one.id) ?? null, phoneOf(one), one.amount, one.id));
  const refunds = book.refunds
    .filter(({ status }) => status === "succeeded")
    .map((one) => {
      const intent = book.find(book.intents, one.payment_intent, "payment_intent");
      return entry("refund", one.created * 1000, phoneOf(intent), one.amount, intent.id);
    });
  return [...charges, ...refunds].sort();
}

const LEDGER = `
  select 'charge' as kind, i.paid_at as at, a.phone, i.amount as cents, i.stripe_payment_intent_id as payment
    from payment_plan_installments i join payment_plan_subscriptions s on s.id = i.subscription_id
    join agreements a on a.id = s.agreement_id where i.status = 'paid'
  union all select 'charge', p.paid_at, a.phone, p.amount, p.stripe_payment_intent_id
    from membership_payments p join subscriptions s on s.id = p.subscription_id
    join agreements a on a.id = s.agreement_id
  union all select 'charge', x.paid_at, a.phone, x.amount, x.stripe_payment_intent_id
    from surplus_payments x join agreements a on a.id = x.agreement_id
  union all select 'charge', null, c.phone, due_cents + tip_cents, stripe_payment_intent_id
    from payments p join contacts c on c.id = p.contact_id where status = 'paid' and stripe_payment_intent_id is not null
  union all select 'charge', null, c.phone, k.due_cents + k.tip_cents, k.stripe_payment_intent_id
    from payment_checkouts k join payments p on p.id = k.payment_id join contacts c on c.id = p.contact_id where k.status = 'surplus'
  union all select 'charge', null, phone, deposit_cents, payment_intent_id from online_bookings where paid_at is not null
  union all select 'refund', r.told_at, null, r.amount, r.stripe_payment_intent_id
    from reversals r where kind = 'refund'`;

/** What Parlor's tables say. */
export function entriesOfLedger(salon: BookSalon): Entry[] {
  const rows = salon
    .app()
    .db.query<
      { kind: string; at: number | null; phone: number | null; cents: number; payment: string },
      []
    >(LEDGER)
    .all();
  const phones = new Map(
    rows.flatMap(({ kind, phone, payment }) => (kind === "charge" ? [[payment, phone]] : [])),
  );
  return rows
    .map((one) => entry(one.kind, one.at, `+${phones.get(one.payment)}`, one.cents, one.payment))
    .sort();
}

/** What the owner exports. */
export async function entriesOfExport({ staff }: BookSalon): Promise<Entry[]> {
  const { body } = await staff("GET", "/api/exports/payments");
  const rows = Papa.parse<Record<string, string>>(
    String(body)
      .replace(/^\ufeff/, "")
      .trim(),
    {
      header: true,
    },
  ).data;
  const isOfDesk = (row: Record<string, string>) =>
    row["kind"] === "charge" && (row["way"] !== "" || row["for"]?.startsWith("Deposit"));
  return rows
    .filter(({ kind, payment }) => (kind === "charge" || kind === "refund") && payment !== "")
    .map((row) =>
      entry(
        row["kind"] ?? "",
        isOfDesk(row) ? null : Date.parse(row["date"] ?? ""),
        row["phone"]?.replace(/^'/, "") ?? "",
        Math.abs(parseCents(row["amount"]?.replace("-", "") ?? "") ?? 0),
        row["payment"] ?? "",
      ),
    )
    .sort();
}

interface Shown {
  readonly status: string;
  readonly amount: string;
  readonly refundedAmount: string | null;
  readonly lostAmount: string | null;
}

/** As the screens add it up: paid, less refunds and lost disputes. */
function received(payments: readonly Shown[]): number {
  const cents = (text: string | null) => parseCents(text ?? "0") ?? 0;
  return payments
    .filter(({ status }) => status === "paid")
    .map((one) => cents(one.amount) - cents(one.refundedAmount) - cents(one.lostAmount))
    .reduce((sum, one) => sum + one, 0);
}

/** Received cents by client, as staff and the clients themselves read them. */
export async function receivedOnScreens(salon: BookSalon) {
  const byStaff: Record<string, number> = {};
  const add = (phone: string, cents: number) => {
    byStaff[phone] = (byStaff[phone] ?? 0) + cents;
  };
  const plans: { contactPhone: string; installments: Shown[] }[] = [];
  for (let before = ""; ; before = `?before=${(plans.at(-1) as unknown as { id: number }).id}`) {
    const { body } = await salon.staff("GET", `/api/payment-plan-subscriptions${before}`);
    plans.push(...body);
    if (body.length < 200) break;
  }
  const byClients: Record<string, number> = {};
  for (const { contactPhone, installments } of plans) {
    add(contactPhone, received(installments));
    byClients[contactPhone] = listOwn(salon.app(), { phone: contactPhone } as Client)
      .map((plan) => received(plan.installments))
      .reduce((sum, cents) => sum + cents, 0);
  }
  const ofPlans = { ...byStaff };
  const { body: members } = await salon.staff("GET", "/api/subscriptions");
  for (const { id, contactPhone } of members) {
    const { body } = await salon.staff("GET", `/api/subscriptions/${id}/payments`);
    add(contactPhone, received(body.map((one: Shown) => ({ ...one, status: "paid" }))));
  }
  const onClientPages: Record<string, number> = {};
  const contacts = salon
    .app()
    .db.query<{ id: number; phone: number }, []>("select id, phone from contacts")
    .all();
  for (const { id, phone } of contacts) {
    const { body } = await salon.staff("GET", `/api/contacts/${id}/totals`);
    onClientPages[`+${phone}`] =
      (parseCents(body.paidMemberships) ?? 0) + (parseCents(body.paidPlans) ?? 0);
  }
  return { byStaff, byClients, ofPlans, onClientPages };
}

/** The same at Stripe, without payments beyond what was signed, which no screen adds up. */
export function receivedAtStripe(salon: BookSalon): Record<string, number> {
  const { book } = salon.stripe;
  const surplus = salon
    .app()
    .db.query("select stripe_payment_intent_id from surplus_payments")
    .values()
    .flat();
  const sums: Record<string, number> = {};
  for (const { customer, phone } of salon.buyers)
    for (const { id, amount, status, customer: payer } of book.intents.values()) {
      if (payer !== customer || status !== "succeeded" || surplus.includes(id)) continue;
      const { status: outcome, amount: disputed = 0 } = (book.disputes.get(
        id.replace("pi_", "dp_"),
      ) ?? {}) as { status?: string; amount?: number };
      const lost = outcome === "lost" ? disputed : 0;
      const net = amount - lost - (book.refunded.get(id) ?? 0);
      sums[phone] = (sums[phone] ?? 0) + net;
    }
  return sums;
}

/** Clients from whom more was collected than they signed for, without a refund that is owed or disputed. */
export function overcharged(salon: BookSalon): string[] {
  const { book } = salon.stripe;
  const owed = new Set(listOwedRefunds(salon.app()).map(({ paymentIntentId }) => paymentIntentId));
  const signed = new Map(
    salon.buyers.filter(({ total }) => total > 0).map(({ phone, total }) => [phone, total]),
  );
  return [...signed].flatMap(([phone, total]) => {
    const customers = salon.buyers.filter((one) => one.phone === phone);
    const net = [...book.intents.values()]
      .filter(({ id, status }) => status === "succeeded" && !owed.has(id) && !book.disputed.has(id))
      .filter(({ customer }) => customers.some((one) => one.customer === customer))
      .reduce((sum, { id, amount }) => sum + amount - (book.refunded.get(id) ?? 0), 0);
    return net > total ? [`${phone} signed ${total} and paid ${net}`] : [];
  });
}
