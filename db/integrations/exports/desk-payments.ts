import { cents, type ExportSource, phone, time } from "./table.ts";

/** Payments at the desk. */
const DESK = "payments y left join contacts c on c.id = y.contact_id";
export const DESK_CLIENT = [
  "coalesce(nullif(y.client_name, ''), 'Erased client')",
  phone("c.phone"),
];
export const DESK_FOR = `(select group_concat(l.value ->> 'name', ', ') from json_each(y.lines) l)`;
const DESK_SUMS = [
  "y.way",
  cents("y.tip_cents"),
  cents("y.discount_cents"),
  cents("y.deposit_cents"),
];
export const DESK_SOURCES: readonly ExportSource[] = [
  {
    from: DESK,
    key: "y.id",
    at: { column: "y.paid_at", kind: "instant" },
    where: "y.status = 'paid'",
    select: [
      "'charge'",
      time("y.paid_at"),
      ...DESK_CLIENT,
      DESK_FOR,
      "null",
      cents("y.due_cents + y.tip_cents"),
      "upper(y.currency)",
      "'paid'",
      "null",
      "null",
      "y.stripe_payment_intent_id",
      ...DESK_SUMS,
    ],
  },
  {
    from: `payment_checkouts k join payments y on y.id = k.payment_id left join contacts c on c.id = y.contact_id`,
    key: "k.session_id",
    at: { column: "k.paid_at", kind: "instant" },
    where: "k.status = 'surplus'",
    select: [
      "'charge'",
      time("k.paid_at"),
      ...DESK_CLIENT,
      DESK_FOR,
      "null",
      cents("k.due_cents + k.tip_cents"),
      "upper(y.currency)",
      "'paid'",
      "'Paid twice'",
      "null",
      "k.stripe_payment_intent_id",
      "'link'",
      cents("k.tip_cents"),
      "null",
      "null",
    ],
  },
  {
    // Those of cards are listed with the reversals.
    from: `payment_refunds f join payments y on y.id = f.payment_id left join contacts c on c.id = y.contact_id`,
    key: "f.id",
    at: { column: "f.made_at", kind: "instant" },
    where: "f.made_at is not null and f.stripe_payment_intent_id is null",
    select: [
      "'refund'",
      time("f.made_at"),
      ...DESK_CLIENT,
      DESK_FOR,
      "null",
      cents("-f.cents"),
      "upper(y.currency)",
      "'refunded'",
      "null",
      "null",
      "null",
      "y.way",
      "null",
      "null",
      "null",
    ],
  },
];
