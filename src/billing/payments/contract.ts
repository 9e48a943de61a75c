import * as z from "zod/mini";
import { Card } from "#src/billing/cards/contract.ts";
import { clientDetail, clientName, clientPhone, clientText } from "#src/shared/client-fields.ts";
import { get, post, remove } from "#src/shared/endpoint.ts";
import { Email } from "#src/shared/field-shapes.ts";
import { parseCents } from "#src/shared/money.ts";
import { requiredText } from "#src/shared/required-text.ts";
import { PaymentStatus, PaymentWay } from "./visit-payment-contract.ts";

/** Stripe's minimum charge. */
export const MIN_CARD_CENTS = 50;
/** How long a link can be paid. */
export const LINK_DAYS = 7;
const MAX_LINES = 30;
const MAX_CENTS = 100_000_00;
/** That one payment can be for. */
export const MAX_VISITS = 8;

const Id = z.number().check(z.int(), z.gte(1));

const Amount = z.string("Enter an amount such as 25.00").check(
  z.trim(),
  z.refine(
    (text) => (parseCents(text) ?? MAX_CENTS + 1) <= MAX_CENTS,
    "Enter an amount such as 25.00, up to 100,000.00",
  ),
);

const Line = z.object({
  name: clientText(),
  /** Decimal text, as every amount here. */
  price: z.string(),
  /** The booked service; null for what staff typed. */
  serviceId: z.nullable(z.number()),
  employeeId: z.nullable(z.number()),
});
export type Line = z.infer<typeof Line>;

export const Payment = z.object({
  /** Also the number of its receipt. */
  id: z.number(),
  contactId: z.nullable(z.number()),
  clientName: clientName("contactId", "id"),
  /** The contact's number now. */
  phoneNumber: z.nullable(clientPhone()),
  /** The appointments that it is for; empty for a payment without a visit. */
  appointmentIds: z.array(z.number()),
  /** Whether all of them have begun, and the client came. */
  isCompleted: z.boolean(),
  /** "expired": a link that was not paid within its days. "refunded": in full. */
  status: PaymentStatus,
  way: PaymentWay,
  /** ISO 4217, of every amount. */
  currency: z.string(),
  lines: z.array(Line),
  discount: z.string(),
  discountPercent: z.nullable(z.number()),
  deposit: z.string(),
  depositPaidAt: z.nullable(z.string()),
  /** What of a paid deposit was not needed and goes back to the client. */
  depositRefund: z.string(),
  /** The lines less discount and deposit. */
  due: z.string(),
  /** Of a link, as the client chose it. */
  tip: z.string(),
  /** `due` and `tip`. */
  total: z.string(),
  /** Cash: what the client gave, and got back. */
  received: z.nullable(z.string()),
  change: z.nullable(z.string()),
  /** What it was paid with, such as "Visa ending in 4242"; null where that isn't known. */
  card: z.nullable(z.string()),
  /** When the receipt was last texted; null if it never was. */
  receiptTextedAt: z.nullable(z.string()),
  /** Why the client can't be texted, as the end of a sentence; null if they can. */
  textRefusal: z.nullable(z.string()),
  /** The fee of a missed visit. */
  isFee: z.boolean(),
  /** When the card is charged for a fee, which can be undone until then; null once it was, and for all else. */
  chargesAt: z.nullable(z.string()),
  /** The username of who took it; null once they are deleted. */
  takenBy: z.nullable(z.string()),
  createdAt: z.string(),
  /** Until when a link can be paid. */
  expiresAt: z.nullable(z.string()),
  paidAt: z.nullable(z.string()),
  canceledAt: z.nullable(z.string()),
  /** What went back to the client. */
  refunded: z.string(),
  /** What it has left to refund, without what the client's bank returned. */
  refundable: z.string(),
  /** A refund that was decided on and isn't made yet. */
  refundDue: z.nullable(
    z.object({
      amount: z.string(),
      /** Until then it can be undone; null once it left. */
      undoUntil: z.nullable(z.string()),
      /** Of /api/owed-refunds: Stripe refused it, and is asked again every day. Null otherwise, and while Stripe hasn't answered. */
      owedRefund: z.nullable(z.string()),
      /** Not of this payment, but of the deposit that it left, or of a second one by its link. */
      isSeparate: z.boolean(),
    }),
  ),
  /** The client paid by a link that was canceled or had expired, or the visit was canceled. Staff decide whether to refund it. */
  needsDecision: z.boolean(),
});
export type Payment = z.infer<typeof Payment>;

/** What a payment begins with. */
const Bill = z.object({
  contactId: z.nullable(z.number()),
  clientName: clientName("contactId"),
  phoneNumber: z.nullable(clientPhone()),
  email: clientDetail(),
  /** Empty for a client without an unpaid visit. */
  appointmentIds: z.array(z.number()),
  /** Wall time in the business's time zone; null without a visit. */
  visitAt: z.nullable(z.string()),
  lines: z.array(Line),
  deposit: z.string(),
  depositPaidAt: z.nullable(z.string()),
  /** The client's other unpaid visits of that day, which one payment can cover, too. */
  others: z.array(
    z.object({
      appointmentId: z.number(),
      visitAt: z.string(),
      lines: z.array(Line),
      deposit: z.string(),
    }),
  ),
  currency: z.string(),
  /** Why no link can be texted, as a sentence; null if it can. */
  linkRefusal: z.nullable(z.string()),
  /** Why no receipt can be texted, as a sentence; null if it can. */
  receiptRefusal: z.nullable(z.string()),
  canMail: z.boolean(),
  card: z.nullable(Card),
  /** The newest payment of the visit that was not canceled. */
  payment: z.nullable(Payment),
});
export type Bill = z.infer<typeof Bill>;

const Discount = z
  .object({
    percent: z.optional(z.number().check(z.int(), z.gte(1), z.lte(100))),
    amount: z.optional(Amount),
  })
  .check(
    z.refine(
      ({ percent, amount }) => (percent === undefined) !== (amount === undefined),
      "Enter a percentage or an amount",
    ),
  );

/**
 * A line of the bill by its position, or one that staff typed. Those who may not see clients read some names masked, so the
 * bill's are never sent back.
 */
const NewLine = z.union(
  [
    z.object({ billLine: z.number().check(z.int(), z.gte(0)) }),
    z.object({ name: requiredText("Name", 200), price: Amount }),
  ],
  "Each line needs a name and a price",
);
export type NewLine = z.infer<typeof NewLine>;

const NewPayment = z.object({
  contactId: z._default(z.nullable(Id), null),
  appointmentIds: z._default(z.array(Id).check(z.maxLength(MAX_VISITS)), []),
  lines: z
    .array(NewLine)
    .check(
      z.minLength(1, "Add what the client pays for"),
      z.maxLength(MAX_LINES, `A payment can have up to ${MAX_LINES} lines`),
    ),
  discount: z._default(z.nullable(Discount), null),
  way: PaymentWay,
  /** Not for a link: the client chooses it. */
  tip: z._default(Amount, "0.00"),
  /** Cash that the client gave. */
  received: z._default(z.nullable(Amount), null),
  /** Texts the receipt of what is paid here; a link's is always texted. */
  receipt: z._default(z.boolean(), true),
  /** What the form showed. A price or deposit that changed meanwhile is shown again. */
  total: Amount,
});
export type NewPayment = z.infer<typeof NewPayment>;

const ReceiptRequest = z.object({
  by: z.enum(["text", "email"]),
  /** The contact's by default. */
  email: z.optional(Email),
});
export type ReceiptRequest = z.infer<typeof ReceiptRequest>;

const Message = z.object({ message: z.string() });
const QueryId = z.coerce.number().check(z.int(), z.gte(1));
const Of = z.object({ appointmentId: z.optional(QueryId), contactId: z.optional(QueryId) });
export type PaymentsOf = z.infer<typeof Of>;

/** A link expires, and a refund can't be undone anymore, as time passes. */
const OF_NOW = { reads: ["payments", "appointments", "contacts"], etag: false } as const;
const CHANGES = ["payments", "appointments", "messages", "conversations"] as const;

/** What clients pay at the desk. */
export const payments = {
  /** What a visit costs, or a client's last unpaid one. */
  bill: get("/api/payments/bill", {
    query: Of,
    reply: Bill,
    reads: ["payments", "appointments", "contacts", "settings"],
    etag: false,
  }),
  /** Of an appointment, or of a contact; newest first. */
  list: get("/api/payments", { query: Of, reply: z.array(Payment), ...OF_NOW }),
  one: get("/api/payments/:id", { reply: Payment, ...OF_NOW }),
  /** Texts a link, or records what was paid here. */
  create: post("/api/payments", {
    body: NewPayment,
    reply: z.extend(Payment, {
      /** What became of the text with the link or the receipt. */
      text: z.object({ sent: z.boolean(), message: z.string() }),
    }),
    status: 201,
    changes: CHANGES,
  }),
  /** Ends a link. What the client pays nevertheless is recorded, and staff decide. */
  cancel: post("/api/payments/:id/cancel", { reply: Payment, changes: CHANGES }),
  /** Texts the link again. */
  textLink: post("/api/payments/:id/link", { reply: Message, changes: CHANGES }),
  sendReceipt: post("/api/payments/:id/receipt", {
    body: ReceiptRequest,
    reply: Message,
    changes: CHANGES,
  }),
  /** In full by default, as far as it wasn't refunded. It leaves ten seconds later. */
  refund: post("/api/payments/:id/refund", {
    body: z.object({ amount: z.optional(Amount) }),
    reply: Payment,
    changes: CHANGES,
  }),
  undoRefund: remove("/api/payments/:id/refund", { reply: Payment, changes: CHANGES }),
  /** Keeps a payment that needs a decision. */
  keep: post("/api/payments/:id/keep", { reply: Payment, changes: CHANGES }),
};
