import { ENTRY_SERVICES } from "#db/calendar/waitlist.ts";
import { DESK_TABLES } from "./desk-tables.ts";
import { PAYMENTS } from "./money-tables.ts";
import { RECORD_TABLES } from "./record-tables.ts";
import { SALON_TABLES } from "./salon-tables.ts";
import {
  cents,
  type ExportTable,
  instant,
  NUMBER,
  phone,
  simpleTable,
  TIME,
  time,
  yesNo,
} from "./table.ts";

const EMPLOYEE = "left join employees e on e.id = ";

/** Working hours, closed days, time off and the waitlist. */
const CALENDAR_TABLES: readonly ExportTable[] = [
  simpleTable({
    id: "hours",
    title: "Working hours",
    description: "The weekly hours of the business and its employees, with their earlier versions.",
    from: `weekly_hours h ${EMPLOYEE}h.employee_id`,
    key: "h.id",
    columns: [
      ["employee", "e.name", "Empty for the business"],
      ["from", "h.from_day", "The first day on which they apply; empty for the first version"],
      ["weekly", "h.weekly", "JSON with the hours of each weekday; empty for the business's days"],
      ["start", "h.start", "On the business's days, if it differs"],
      ["end", "h.end", "On the business's days, if it differs"],
    ],
  }),
  simpleTable({
    id: "closed-days",
    title: "Closed days",
    description: "Days when the business is closed or has special hours.",
    from: "closed_days d",
    key: "d.id",
    columns: [
      ["day", "d.day", "YYYY-MM-DD; the first one of a yearly day"],
      ["name", "d.name", "Such as Thanksgiving"],
      ["yearly", yesNo("d.yearly = 1"), "yes or no"],
      ["open", "d.open", "JSON of the day's hours; empty if it is closed all day"],
    ],
  }),
  simpleTable({
    id: "time-off",
    title: "Time off and blocks",
    description: "Times without appointments, in the order in which they begin.",
    from: `time_off t ${EMPLOYEE}t.employee_id`,
    key: "t.id",
    at: { column: "t.starts_at", kind: "wall" },
    columns: [
      ["employee", "e.name", "Empty for the whole business"],
      ["start", "t.starts_at", "Local time of the business"],
      ["end", "t.ends_at", "Local time of the business"],
      ["reason", "t.reason", "As written by staff"],
      ["kind", "t.kind", "time-off or block"],
      ["created", time("t.created_at"), TIME],
    ],
  }),
  simpleTable({
    id: "waitlist",
    title: "Waitlist",
    description: "Clients who wait or waited for a time.",
    from: `waitlist w join contacts c on c.id = w.contact_id join services s on s.id = w.service_id
      ${EMPLOYEE}w.employee_id`,
    key: "w.id",
    at: instant("w.created_at"),
    columns: [
      ["client", "coalesce(w.client_name, c.name)", "The client's name"],
      ["phone", phone("c.phone"), NUMBER],
      ["service", ENTRY_SERVICES, "What they wait for"],
      ["employee", "e.name", "Empty for anyone"],
      ["from", "w.from_day", "The first day that suits them"],
      ["to", "w.to_day", "The last day that suits them"],
      ["weekdays", "w.weekdays", "JSON list; empty for any"],
      ["time_from", "w.time_from", "The earliest time; empty for any"],
      ["time_to", "w.time_to", "The latest time; empty for any"],
      ["status", "w.status", "waiting, offered, booked, expired or canceled"],
      ["source", "w.source", "Who entered it: staff, online or call"],
      ["created", time("w.created_at"), TIME],
    ],
  }),
];

const SUBSCRIPTIONS: ExportTable = {
  id: "subscriptions",
  title: "Subscriptions",
  description: "Members and clients with payment plans.",
  columns: {
    kind: "membership or payment plan",
    started: `When the client signed up, ${TIME}`,
    client: "The name that the agreement was signed with",
    phone: NUMBER,
    email: "As given at sign-up",
    for: "The membership or payment plan",
    status: "active, past_due, trialing, completed or canceled",
    amount: "Price of a period, or the plan's total",
    currency: "ISO 4217",
    frequency: "week, month or year",
    next_payment: "When the next payment is due, as known",
    remaining_installments: "Of a payment plan",
    stripe_subscription: "Stripe's id",
    stripe_customer: "Stripe's id",
  },
  sources: [
    {
      from: `subscriptions s join memberships m on m.id = s.membership_id
        join agreements g on g.id = s.agreement_id`,
      key: "s.id",
      at: instant("s.created_at"),
      select: {
        kind: "'membership'",
        started: time("s.created_at"),
        client: "g.signer_name",
        phone: phone("g.phone"),
        email: "g.email",
        for: "m.name",
        status: "s.status",
        amount: cents("s.price"),
        currency: "upper(s.currency)",
        frequency: "s.billing_frequency",
        next_payment: time("s.current_period_end"),
        stripe_subscription: "s.stripe_subscription_id",
        stripe_customer: "s.stripe_customer_id",
      },
    },
    {
      from: `payment_plan_subscriptions s join payment_plans p on p.id = s.payment_plan_id
        join agreements g on g.id = s.agreement_id`,
      key: "s.id",
      at: instant("s.created_at"),
      select: {
        kind: "'payment plan'",
        started: time("s.created_at"),
        client: "g.signer_name",
        phone: phone("g.phone"),
        email: "g.email",
        for: "p.name",
        status: "s.status",
        amount: cents("s.total"),
        currency: "upper(s.currency)",
        frequency: "g.facts ->> 'interval'",
        next_payment: "s.next_payment_date",
        remaining_installments: "s.remaining_installments",
        stripe_subscription: "s.stripe_subscription_id",
        stripe_customer: "s.stripe_customer_id",
      },
    },
  ],
};

const USAGE = simpleTable({
  id: "membership-usage",
  title: "Membership usage",
  description: "Which days members used their membership.",
  from: `membership_usage w join subscriptions s on s.id = w.subscription_id
      join memberships m on m.id = s.membership_id join agreements g on g.id = s.agreement_id`,
  key: "w.id",
  at: instant("w.created_at"),
  columns: [
    ["id", "w.id", "Parlor's number of the entry"],
    ["client", "g.signer_name", "The member"],
    ["phone", phone("g.phone"), NUMBER],
    ["membership", "m.name", "Its name"],
    ["day", "w.used_date", "YYYY-MM-DD"],
    ["notes", "w.notes", "As written by staff"],
    ["created", time("w.created_at"), TIME],
  ],
});

/** Everything that an owner can take along, in the order of the screen. Secrets and passwords are not among it. */
export const EXPORT_TABLES: readonly ExportTable[] = [
  PAYMENTS,
  SUBSCRIPTIONS,
  USAGE,
  ...SALON_TABLES,
  ...CALENDAR_TABLES,
  ...DESK_TABLES,
  ...RECORD_TABLES,
];
