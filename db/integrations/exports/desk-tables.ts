import { BOOKED_SERVICES } from "#db/calendar/online-bookings.ts";
import { DATA_CONDITIONS } from "./data-tables.ts";
import {
  cents,
  type ExportTable,
  NUMBER,
  optionalCents,
  phone,
  simpleTable,
  TIME,
  time,
  yesNo,
} from "./table.ts";

const at = (column: string) => ({ column, kind: "instant" }) as const;
/** An erased client's number is 0. */
const clientPhone = (column: string) => phone(`nullif(${column}, 0)`);

/** What clients asked for and staff decide on. */
const REQUEST_TABLES: readonly ExportTable[] = [
  simpleTable(
    {
      id: "online-bookings",
      title: "Online bookings",
      description: "Bookings that clients made on the salon's page, with their deposits.",
      from: "online_bookings b left join employees e on e.id = b.employee_id",
      key: "b.id",
      at: at("b.created_at"),
    },
    [
      ["id", "b.id", "Parlor's number of the booking"],
      ["appointment", "b.appointment_id", "The appointment's id; empty while it is unpaid"],
      ["contact", "b.contact_id", "The contact's id"],
      ["client", "b.client_name", "As the client typed it"],
      ["phone", clientPhone("b.phone"), NUMBER],
      ["email", "b.email", "May be empty"],
      ["service", BOOKED_SERVICES, "What was booked"],
      ["employee", "e.name", "Empty once the employee is deleted"],
      ["start", "b.starts_at", "Local time of the business"],
      ["minutes", "b.duration_minutes", "Length"],
      ["price", cents("b.price_cents"), "At booking"],
      ["deposit", optionalCents("b.deposit_cents"), "Empty where none is asked for"],
      ["deposit_due", time("b.deposit_due_at"), `Until when it can be paid, ${TIME}`],
      ["paid", time("b.paid_at"), TIME],
      ["refund_due", time("b.refund_due_at"), `When the refund was decided, ${TIME}`],
      ["refunded", time("b.refunded_at"), TIME],
      ["payment", "b.payment_intent_id", "Stripe's id of the payment"],
      ["canceled", time("b.canceled_at"), `Of a booking without an appointment, ${TIME}`],
      ["agreed_to_offers", yesNo("b.marketing = 1"), "yes or no"],
      ["created", time("b.created_at"), TIME],
    ],
  ),
  simpleTable(
    {
      id: "waitlist-offers",
      title: "Waitlist offers",
      description: "Times that were offered to clients on the waitlist.",
      from: "waitlist_offers o join employees e on e.id = o.employee_id",
      key: "o.id",
      at: at("o.created_at"),
    },
    [
      ["id", "o.id", "Parlor's number of the offer"],
      ["entry", "o.entry_id", "The entry's id in the waitlist"],
      ["phone", phone("o.phone"), `The number that was texted, ${NUMBER}`],
      ["employee", "e.name", "Who would perform it"],
      ["start", "o.starts_at", "Local time of the business"],
      ["minutes", "o.duration_minutes", "Length"],
      ["price", cents("o.price_cents"), "Of the service"],
      ["status", "o.status", "open, accepted, declined, unanswered or withdrawn"],
      ["created", time("o.created_at"), TIME],
      ["expires", time("o.expires_at"), TIME],
      ["ended", time("o.ended_at"), TIME],
    ],
  ),
  simpleTable(
    {
      id: "appointment-requests",
      title: "Appointment requests",
      description: "What callers asked the AI receptionist to book.",
      from: "potential_appointments p left join employees e on e.id = p.employee_id",
      key: "p.id",
      at: at("p.created_at"),
    },
    [
      ["id", "p.id", "Parlor's number of the request"],
      ["call", "p.call_id", "The call's id"],
      ["contact", "p.contact_id", "The contact's id"],
      ["caller", "p.caller_name", "As the caller said it"],
      ["phone", phone("p.phone"), NUMBER],
      ["day", "p.preferred_date", "As the caller said it"],
      ["time", "p.preferred_time", "As the caller said it"],
      ["service", "p.requested_service", "As the caller said it"],
      ["notes", "p.notes", "What else the caller said"],
      ["employee", "e.name", "The employee, if known"],
      ["start", "p.starts_at", "Local time of the business, where it is known"],
      ["status", "p.status", "pending, approved or rejected"],
      ["appointment", "p.appointment_id", "The appointment that it became"],
      ["created", time("p.created_at"), TIME],
    ],
  ),
  simpleTable(
    {
      id: "contact-updates",
      title: "Contact updates",
      description: "Changes to contacts that other programs asked for.",
      from: "contact_update_requests r",
      key: "r.id",
      at: at("r.created_at"),
    },
    [
      ["id", "r.id", "Parlor's number of the request"],
      ["first_name", "r.first_name", "As requested"],
      ["last_name", "r.last_name", "As requested"],
      ["phone", clientPhone("r.phone"), NUMBER],
      ["status", "r.status", "pending, approved or rejected"],
      ["contact", "r.contact_id", "The contact's id"],
      ["created", time("r.created_at"), TIME],
      ["resolved", time("r.resolved_at"), TIME],
    ],
  ),
  simpleTable(
    {
      id: "text-sign-ups",
      title: "Sign-ups for texts",
      description: "Requests from the public page that clients have not confirmed by YES.",
      from: "text_sign_ups s",
      key: "s.phone",
      at: at("s.asked_at"),
    },
    [
      ["phone", phone("s.phone"), NUMBER],
      ["name", "s.name", "As the client typed it"],
      ["appointments", "s.appointments", "The wording agreed to; empty: not asked for"],
      ["offers", "s.offers", "The wording agreed to; empty: not asked for"],
      ["ip_address", "s.ip_address", "Where it came from"],
      ["asked", time("s.asked_at"), TIME],
    ],
  ),
  simpleTable(
    {
      id: "opt-out-reviews",
      title: "Possible opt-outs",
      description: "Texts that may ask to stop, and on which staff have not decided.",
      from: "opt_out_reviews r",
      key: "r.phone",
      at: at("r.asked_at"),
    },
    [
      ["phone", phone("r.phone"), NUMBER],
      ["text", "r.wording", "What the client wrote"],
      ["asked", time("r.asked_at"), TIME],
    ],
  ),
];

/** Numbers, the salon's own texts, and who works with Parlor. */
const OWN_TABLES: readonly ExportTable[] = [
  simpleTable(
    {
      id: "undeliverable-numbers",
      title: "Undeliverable numbers",
      description: "Numbers that can't get texts, also those without a contact.",
      from: "undeliverable_numbers u",
      key: "u.phone",
      at: at("u.marked_at"),
    },
    [
      ["phone", phone("u.phone"), NUMBER],
      ["marked", time("u.marked_at"), TIME],
      ["code", "u.code", "The carrier's; empty where a lookup said so"],
      ["cleared", time("u.cleared_at"), `When it could be texted again, ${TIME}`],
    ],
  ),
  simpleTable(
    {
      id: "contact-numbers",
      title: "Other numbers of contacts",
      description: "Former numbers of contacts, and those of clients merged into them.",
      from: "contact_numbers n",
      key: "printf('%019d %019d', n.contact_id, n.phone)",
    },
    [
      ["contact", "n.contact_id", "The contact's id"],
      ["phone", phone("n.phone"), NUMBER],
      ["until", time("n.until"), `When it ended to be theirs, ${TIME}; empty while it is`],
    ],
  ),
  simpleTable(
    {
      id: "quick-replies",
      title: "Quick replies",
      description: "Texts that staff send often.",
      from: "quick_replies q",
      key: "q.id",
    },
    [
      ["title", "q.title", "Its name"],
      ["text", "q.body", "The text"],
      ["position", "q.place", "Its place in the list"],
    ],
  ),
  simpleTable(
    {
      id: "users",
      title: "Users",
      description: "Who signs in to Parlor. Passwords are not among it.",
      from: "users u",
      key: "u.id",
      at: at("u.created_at"),
    },
    [
      ["username", "u.username", "The name to sign in with"],
      ["email", "u.email", "Where codes and alerts are sent"],
      ["role", "u.role", "admin or user"],
      ["approved", yesNo("u.approved = 1"), "yes or no"],
      ["permissions", "u.permissions", "JSON"],
      ["created", time("u.created_at"), TIME],
    ],
  ),
  simpleTable(
    {
      id: "settings",
      title: "Settings",
      description: "Saved settings. Passwords, tokens and keys are not among it.",
      from: "settings s",
      key: "s.name",
      where: DATA_CONDITIONS["settings"] ?? "0",
    },
    [
      ["name", "s.name", "The name that the API uses"],
      ["value", "s.value", "JSON"],
    ],
  ),
];

export const DESK_TABLES: readonly ExportTable[] = [...REQUEST_TABLES, ...OWN_TABLES];
