import { BOOKED_SERVICES } from "#db/calendar/online-bookings.ts";
import { DESK_CLIENT, DESK_FOR, DESK_SOURCES } from "./desk-payments.ts";
import { cents, type ExportTable, NUMBER, phone, TIME, time } from "./table.ts";

const PAYMENT_COLUMNS = [
  { name: "kind", description: "charge, declined, due, refund or dispute" },
  { name: "date", description: `When it happened, ${TIME}; for due: the date it falls due` },
  { name: "client", description: "The client's name" },
  { name: "phone", description: `The client's number, ${NUMBER}` },
  { name: "for", description: "The membership, payment plan or deposit of an online booking" },
  { name: "installment", description: "Its number in a payment plan; empty for memberships" },
  { name: "amount", description: "In the currency's units; a refund and a dispute are negative" },
  { name: "currency", description: "ISO 4217" },
  { name: "status", description: "The payment's state" },
  { name: "reason", description: "Why it was declined, refunded or disputed" },
  { name: "invoice", description: "Stripe's id of the invoice" },
  {
    name: "payment",
    description: "Stripe's id of the payment, which links a refund to its charge",
  },
  {
    name: "way",
    description: "Of a payment at the desk: link, card, cash, terminal or gift-card",
  },
  { name: "tip", description: "Its part of the amount, of a payment at the desk" },
  { name: "discount", description: "Taken off before the amount, of a payment at the desk" },
  { name: "deposit", description: "Paid before, and not part of the amount" },
];

const PLAN_JOINS = `join payment_plan_subscriptions s on s.id = i.subscription_id
  join payment_plans p on p.id = s.payment_plan_id left join agreements g on g.id = s.agreement_id`;
const PLAN_CLIENT = ["g.signer_name", phone("g.phone"), "p.name", "i.sequence_number"];

const SURPLUS_JOINS = `join agreements g on g.id = x.agreement_id
  left join memberships m on g.kind = 'membership' and m.id = g.subject_id
  left join payment_plans p on g.kind = 'plan' and p.id = g.subject_id`;

/** An erased client's number is 0. */
const DEPOSIT_CLIENT = ["b.client_name", phone("nullif(b.phone, 0)")];
const DEPOSIT_OF = `'Deposit: ' || ${BOOKED_SERVICES}`;
/** Deposits are paid in the currency of the settings. */
const CURRENCY =
  "coalesce((select json_extract(value, '$') from settings where name = 'currency'), 'USD')";
const DEPOSITS = "online_bookings b";

/** Of what is no payment at the desk. */
const NO_SUMS = ["null", "null", "null", "null"];

export const PAYMENTS: ExportTable = {
  id: "payments",
  title: "Payments",
  description:
    "Charges, payments at the desk, deposits of online bookings, declined charges, open installments, refunds and disputes.",
  columns: PAYMENT_COLUMNS,
  sources: [
    {
      from: `membership_payments t join subscriptions s on s.id = t.subscription_id
        join memberships m on m.id = s.membership_id join agreements g on g.id = s.agreement_id`,
      key: "t.stripe_invoice_id",
      at: { column: "t.paid_at", kind: "instant" },
      select: [
        "'charge'",
        time("t.paid_at"),
        "g.signer_name",
        phone("g.phone"),
        "m.name",
        "null",
        cents("t.amount"),
        "upper(s.currency)",
        "'paid'",
        "null",
        "t.stripe_invoice_id",
        "t.stripe_payment_intent_id",
        ...NO_SUMS,
      ],
    },
    {
      from: `payment_plan_installments i ${PLAN_JOINS}`,
      key: "i.id",
      at: { column: "coalesce(i.paid_at, unixepoch(i.due_date) * 1000)", kind: "instant" },
      select: [
        "iif(i.status = 'paid', 'charge', 'due')",
        `iif(i.status = 'paid', ${time("i.paid_at")}, i.due_date)`,
        ...PLAN_CLIENT,
        cents("i.amount"),
        "upper(s.currency)",
        "i.status",
        "i.failure_reason",
        "i.stripe_invoice_id",
        "i.stripe_payment_intent_id",
        ...NO_SUMS,
      ],
    },
    {
      from: `charges t join payment_plan_installments i on i.id = t.installment_id ${PLAN_JOINS}`,
      key: "t.id",
      at: { column: "t.created_at", kind: "instant" },
      where: "t.status in ('declined', 'failed')",
      select: [
        "'declined'",
        time("t.created_at"),
        ...PLAN_CLIENT,
        cents("i.amount"),
        "upper(s.currency)",
        "t.status",
        "t.words",
        "t.invoice_id",
        "null",
        ...NO_SUMS,
      ],
    },
    {
      from: DEPOSITS,
      key: "b.id",
      at: { column: "b.paid_at", kind: "instant" },
      where: "b.paid_at is not null",
      select: [
        "'charge'",
        time("b.paid_at"),
        ...DEPOSIT_CLIENT,
        DEPOSIT_OF,
        "null",
        cents("b.deposit_cents"),
        CURRENCY,
        "'paid'",
        "null",
        "null",
        "b.payment_intent_id",
        ...NO_SUMS,
      ],
    },
    ...DESK_SOURCES,
    {
      from: `surplus_payments x ${SURPLUS_JOINS}`,
      key: "x.stripe_payment_intent_id",
      at: { column: "x.paid_at", kind: "instant" },
      select: [
        "'charge'",
        time("x.paid_at"),
        "g.signer_name",
        phone("g.phone"),
        "coalesce(p.name, m.name)",
        "null",
        cents("x.amount"),
        "upper(x.currency)",
        "'paid'",
        "'Beyond what was agreed'",
        "x.stripe_invoice_id",
        "x.stripe_payment_intent_id",
        ...NO_SUMS,
      ],
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
      at: { column: "r.told_at", kind: "instant" },
      select: [
        "r.kind",
        time("r.told_at"),
        `coalesce(g.signer_name, b.client_name, iif(y.id is null, null, ${DESK_CLIENT[0]}))`,
        phone("coalesce(g.phone, nullif(b.phone, 0), c.phone)"),
        `coalesce(p.name, m.name, iif(b.id is null, ${DESK_FOR}, ${DEPOSIT_OF}))`,
        "i.sequence_number",
        cents("-r.amount"),
        "upper(r.currency)",
        "r.status",
        "r.reason",
        "coalesce(i.stripe_invoice_id, mp.stripe_invoice_id, x.stripe_invoice_id)",
        "r.stripe_payment_intent_id",
        ...NO_SUMS,
      ],
    },
    {
      // Refunds that Stripe has reported are listed above.
      from: DEPOSITS,
      key: "b.id",
      at: { column: "b.refunded_at", kind: "instant" },
      where: `b.paid_at is not null and b.refunded_at is not null and not exists (select 1 from reversals
        where stripe_payment_intent_id = b.payment_intent_id and kind = 'refund')`,
      select: [
        "'refund'",
        time("b.refunded_at"),
        ...DEPOSIT_CLIENT,
        DEPOSIT_OF,
        "null",
        cents("-b.deposit_cents"),
        CURRENCY,
        "'refunded'",
        "null",
        "null",
        "b.payment_intent_id",
        ...NO_SUMS,
      ],
    },
  ],
};
