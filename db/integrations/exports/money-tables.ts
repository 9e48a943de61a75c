import { BOOKED_SERVICES } from "#db/calendar/online-bookings.ts";
import { cents, type ExportTable, instant, NUMBER, phone, TIME, time } from "./table.ts";

const PLAN_JOINS = `join payment_plan_subscriptions s on s.id = i.subscription_id
  join payment_plans p on p.id = s.payment_plan_id left join agreements g on g.id = s.agreement_id`;
const PLAN_CLIENT = {
  client: "g.signer_name",
  phone: phone("g.phone"),
  for: "p.name",
  installment: "i.sequence_number",
};

/** An erased client's number is 0. */
const DEPOSIT_CLIENT = { client: "b.client_name", phone: phone("nullif(b.phone, 0)") };
const DEPOSIT_OF = `'Deposit: ' || ${BOOKED_SERVICES}`;
/** Deposits are paid in the currency of the settings. */
const CURRENCY =
  "coalesce((select json_extract(value, '$') from settings where name = 'currency'), 'USD')";

/** Payments at the desk. */
const DESK_CLIENT = {
  client: "coalesce(nullif(y.client_name, ''), 'Erased client')",
  phone: phone("c.phone"),
};
const DESK_FOR = `(select group_concat(l.value ->> 'name', ', ') from json_each(y.lines) l)`;

export const PAYMENTS: ExportTable = {
  id: "payments",
  title: "Payments",
  description:
    "Charges, payments at the desk, deposits of online bookings, declined charges, open installments, refunds and disputes.",
  columns: {
    kind: "charge, declined, due, refund or dispute",
    date: `When it happened, ${TIME}; for due: the date it falls due`,
    client: "The client's name",
    phone: `The client's number, ${NUMBER}`,
    for: "The membership, payment plan or deposit of an online booking",
    installment: "Its number in a payment plan; empty for memberships",
    amount: "In the currency's units; a refund and a dispute are negative",
    currency: "ISO 4217",
    status: "The payment's state",
    reason: "Why it was declined, refunded or disputed",
    invoice: "Stripe's id of the invoice",
    payment: "Stripe's id of the payment, which links a refund to its charge",
    way: "Of a payment at the desk: link, card, cash, terminal or gift-card",
    tip: "Its part of the amount, of a payment at the desk",
    discount: "Taken off before the amount, of a payment at the desk",
    deposit: "Paid before, and not part of the amount",
  },
  sources: [
    {
      from: `membership_payments t join subscriptions s on s.id = t.subscription_id
        join memberships m on m.id = s.membership_id join agreements g on g.id = s.agreement_id`,
      key: "t.stripe_invoice_id",
      at: instant("t.paid_at"),
      select: {
        kind: "'charge'",
        date: time("t.paid_at"),
        client: "g.signer_name",
        phone: phone("g.phone"),
        for: "m.name",
        amount: cents("t.amount"),
        currency: "upper(s.currency)",
        status: "'paid'",
        invoice: "t.stripe_invoice_id",
        payment: "t.stripe_payment_intent_id",
      },
    },
    {
      from: `payment_plan_installments i ${PLAN_JOINS}`,
      key: "i.id",
      at: instant("coalesce(i.paid_at, unixepoch(i.due_date) * 1000)"),
      select: {
        kind: "iif(i.status = 'paid', 'charge', 'due')",
        date: `iif(i.status = 'paid', ${time("i.paid_at")}, i.due_date)`,
        ...PLAN_CLIENT,
        amount: cents("i.amount"),
        currency: "upper(s.currency)",
        status: "i.status",
        reason: "i.failure_reason",
        invoice: "i.stripe_invoice_id",
        payment: "i.stripe_payment_intent_id",
      },
    },
    {
      from: `charges t join payment_plan_installments i on i.id = t.installment_id ${PLAN_JOINS}`,
      key: "t.id",
      at: instant("t.created_at"),
      where: "t.status in ('declined', 'failed')",
      select: {
        kind: "'declined'",
        date: time("t.created_at"),
        ...PLAN_CLIENT,
        amount: cents("i.amount"),
        currency: "upper(s.currency)",
        status: "t.status",
        reason: "t.words",
        invoice: "t.invoice_id",
      },
    },
    {
      from: "online_bookings b",
      key: "b.id",
      at: instant("b.paid_at"),
      where: "b.paid_at is not null",
      select: {
        kind: "'charge'",
        date: time("b.paid_at"),
        ...DEPOSIT_CLIENT,
        for: DEPOSIT_OF,
        amount: cents("b.deposit_cents"),
        currency: CURRENCY,
        status: "'paid'",
        payment: "b.payment_intent_id",
      },
    },
    {
      from: "payments y left join contacts c on c.id = y.contact_id",
      key: "y.id",
      at: instant("y.paid_at"),
      where: "y.status = 'paid'",
      select: {
        kind: "'charge'",
        date: time("y.paid_at"),
        ...DESK_CLIENT,
        for: DESK_FOR,
        amount: cents("y.due_cents + y.tip_cents"),
        currency: "upper(y.currency)",
        status: "'paid'",
        payment: "y.stripe_payment_intent_id",
        way: "y.way",
        tip: cents("y.tip_cents"),
        discount: cents("y.discount_cents"),
        deposit: cents("y.deposit_cents"),
      },
    },
    {
      from: `payment_checkouts k join payments y on y.id = k.payment_id left join contacts c on c.id = y.contact_id`,
      key: "k.session_id",
      at: instant("k.paid_at"),
      where: "k.status = 'surplus'",
      select: {
        kind: "'charge'",
        date: time("k.paid_at"),
        ...DESK_CLIENT,
        for: DESK_FOR,
        amount: cents("k.due_cents + k.tip_cents"),
        currency: "upper(y.currency)",
        status: "'paid'",
        reason: "'Paid twice'",
        payment: "k.stripe_payment_intent_id",
        way: "'link'",
        tip: cents("k.tip_cents"),
      },
    },
    {
      // Those of cards are listed with the reversals.
      from: `payment_refunds f join payments y on y.id = f.payment_id left join contacts c on c.id = y.contact_id`,
      key: "f.id",
      at: instant("f.made_at"),
      where: "f.made_at is not null and f.stripe_payment_intent_id is null",
      select: {
        kind: "'refund'",
        date: time("f.made_at"),
        ...DESK_CLIENT,
        for: DESK_FOR,
        amount: cents("-f.cents"),
        currency: "upper(y.currency)",
        status: "'refunded'",
        way: "y.way",
      },
    },
    {
      from: `surplus_payments x join agreements g on g.id = x.agreement_id
        left join memberships m on g.kind = 'membership' and m.id = g.subject_id
        left join payment_plans p on g.kind = 'plan' and p.id = g.subject_id`,
      key: "x.stripe_payment_intent_id",
      at: instant("x.paid_at"),
      select: {
        kind: "'charge'",
        date: time("x.paid_at"),
        client: "g.signer_name",
        phone: phone("g.phone"),
        for: "coalesce(p.name, m.name)",
        amount: cents("x.amount"),
        currency: "upper(x.currency)",
        status: "'paid'",
        reason: "'Beyond what was agreed'",
        invoice: "x.stripe_invoice_id",
        payment: "x.stripe_payment_intent_id",
      },
    },
    {
      from: `reversals r
        left join payment_plan_installments i on i.stripe_payment_intent_id = r.stripe_payment_intent_id
        left join membership_payments mp on mp.stripe_payment_intent_id = r.stripe_payment_intent_id
        left join surplus_payments x on x.stripe_payment_intent_id = r.stripe_payment_intent_id
        left join subscriptions ms on ms.id = mp.subscription_id
        left join payment_plan_subscriptions s on s.id = i.subscription_id
        left join agreements g on g.id = coalesce(s.agreement_id, ms.agreement_id, x.agreement_id)
        left join memberships m on g.kind = 'membership' and m.id = g.subject_id
        left join payment_plans p on g.kind = 'plan' and p.id = g.subject_id
        left join online_bookings b on b.payment_intent_id = r.stripe_payment_intent_id
        left join payments paid on paid.stripe_payment_intent_id = r.stripe_payment_intent_id
        left join payment_checkouts k on k.stripe_payment_intent_id = r.stripe_payment_intent_id and k.status = 'surplus'
        left join payments y on y.id = coalesce(paid.id, k.payment_id)
        left join contacts c on c.id = y.contact_id`,
      key: "r.id",
      at: instant("r.told_at"),
      select: {
        kind: "r.kind",
        date: time("r.told_at"),
        client: `coalesce(g.signer_name, b.client_name, iif(y.id is null, null, ${DESK_CLIENT.client}))`,
        phone: phone("coalesce(g.phone, nullif(b.phone, 0), c.phone)"),
        for: `coalesce(p.name, m.name, iif(b.id is null, ${DESK_FOR}, ${DEPOSIT_OF}))`,
        installment: "i.sequence_number",
        amount: cents("-r.amount"),
        currency: "upper(r.currency)",
        status: "r.status",
        reason: "r.reason",
        invoice: "coalesce(i.stripe_invoice_id, mp.stripe_invoice_id, x.stripe_invoice_id)",
        payment: "r.stripe_payment_intent_id",
      },
    },
    {
      // Refunds that Stripe has reported are listed above.
      from: "online_bookings b",
      key: "b.id",
      at: instant("b.refunded_at"),
      where: `b.paid_at is not null and b.refunded_at is not null and not exists (select 1 from reversals
        where stripe_payment_intent_id = b.payment_intent_id and kind = 'refund')`,
      select: {
        kind: "'refund'",
        date: time("b.refunded_at"),
        ...DEPOSIT_CLIENT,
        for: DEPOSIT_OF,
        amount: cents("-b.deposit_cents"),
        currency: CURRENCY,
        status: "'refunded'",
        payment: "b.payment_intent_id",
      },
    },
  ],
};
