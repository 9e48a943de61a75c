import { cents, type ExportTable, NUMBER, phone, simpleTable, TIME, time } from "./table.ts";

const SUBSCRIPTIONS: ExportTable = {
  id: "subscriptions",
  title: "Subscriptions",
  description: "Members and clients with payment plans.",
  columns: [
    { name: "kind", description: "membership or payment plan" },
    { name: "started", description: `When the client signed up, ${TIME}` },
    { name: "client", description: "The name that the agreement was signed with" },
    { name: "phone", description: NUMBER },
    { name: "email", description: "As given at sign-up" },
    { name: "for", description: "The membership or payment plan" },
    { name: "status", description: "active, past_due, trialing, completed or canceled" },
    { name: "amount", description: "Price of a period, or the plan's total" },
    { name: "currency", description: "ISO 4217" },
    { name: "frequency", description: "week, month or year" },
    { name: "next_payment", description: "When the next payment is due, as known" },
    { name: "remaining_installments", description: "Of a payment plan" },
    { name: "stripe_subscription", description: "Stripe's id" },
    { name: "stripe_customer", description: "Stripe's id" },
  ],
  sources: [
    {
      from: `subscriptions s join memberships m on m.id = s.membership_id
        join agreements g on g.id = s.agreement_id`,
      key: "s.id",
      at: { column: "s.created_at", kind: "instant" },
      select: [
        "'membership'",
        time("s.created_at"),
        "g.signer_name",
        phone("g.phone"),
        "g.email",
        "m.name",
        "s.status",
        cents("s.price"),
        "upper(s.currency)",
        "s.billing_frequency",
        time("s.current_period_end"),
        "null",
        "s.stripe_subscription_id",
        "s.stripe_customer_id",
      ],
    },
    {
      from: `payment_plan_subscriptions s join payment_plans p on p.id = s.payment_plan_id
        join agreements g on g.id = s.agreement_id`,
      key: "s.id",
      at: { column: "s.created_at", kind: "instant" },
      select: [
        "'payment plan'",
        time("s.created_at"),
        "g.signer_name",
        phone("g.phone"),
        "g.email",
        "p.name",
        "s.status",
        cents("s.total"),
        "upper(s.currency)",
        "p.installment_interval",
        "s.next_payment_date",
        "s.remaining_installments",
        "s.stripe_subscription_id",
        "s.stripe_customer_id",
      ],
    },
  ],
};

const USAGE = simpleTable(
  {
    id: "membership-usage",
    title: "Membership usage",
    description: "Which days members used their membership.",
    from: `membership_usage w join subscriptions s on s.id = w.subscription_id
        join memberships m on m.id = s.membership_id join agreements g on g.id = s.agreement_id`,
    key: "w.id",
    at: { column: "w.created_at", kind: "instant" },
  },
  [
    ["id", "w.id", "Parlor's number of the entry"],
    ["client", "g.signer_name", "The member"],
    ["phone", phone("g.phone"), NUMBER],
    ["membership", "m.name", "Its name"],
    ["day", "w.used_date", "YYYY-MM-DD"],
    ["notes", "w.notes", "As written by staff"],
    ["created", time("w.created_at"), TIME],
  ],
);

export const SUBSCRIPTION_TABLES: readonly ExportTable[] = [SUBSCRIPTIONS, USAGE];
