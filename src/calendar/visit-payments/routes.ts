import { type CardAgreementRow, findCardAgreement, findCardById } from "#db/billing/cards.ts";
import { refundedOf } from "#db/billing/payment-refunds.ts";
import { type PaymentRow, totalOf, visitsOfPayment } from "#db/billing/payments.ts";
import { findAppointment } from "#db/calendar/appointments.ts";
import { listAppointmentsOfContact } from "#db/calendar/appointments-of-client.ts";
import { findEmployee } from "#db/calendar/employees.ts";
import { inTransaction } from "#db/connection.ts";
import { threadBefore } from "#db/messaging/messages-thread.ts";
import type { App, Staff } from "#src/app.ts";
import { paperOf, renderAgreement } from "#src/billing/agreements/agreements.ts";
import { formatCard } from "#src/billing/cards/cards.ts";
import { getVisibleRow } from "#src/billing/payments/payments.ts";
import { record } from "#src/platform/audit/audit.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { formatTime } from "#src/platform/time.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { formatLongTime } from "#src/shared/long-date.ts";
import { formatMoney } from "#src/shared/money.ts";
import { visitFees } from "./contract.ts";
import { chargeVisitFee, quoteFee, undoVisitFee, waiveVisitFee } from "./fees.ts";

export const visitFeeModule = defineModule(visitFees, {
  quote: staff("/appointments", ({ app, actor, id }) => quoteFee(app, actor, id)),
  evidence: admin(({ app, actor, id }) => createEvidence(app, actor, id)),
  charge: staff("/appointments", ({ app, actor, id, body }) =>
    chargeVisitFee(app, actor, id, body.amount),
  ),
  undo: staff("/appointments", ({ app, actor, id }) => undoVisitFee(app, actor, id)),
  waive: staff("/appointments", ({ app, actor, id, body }) =>
    waiveVisitFee(app, actor, id, body.deposit),
  ),
});

const MOST_TEXTS = 200;
const MOST_VISITS = 50;
const NEWEST = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
/** Texts after the payment that may still be about it. */
const AFTER_MS = 30 * DAY_MS;

/**
 * What answers a client's dispute at their bank: the payment, the policy that was agreed to, the visits and the texts, as one
 * PDF for Stripe's form.
 * @throws Problem 404
 */
async function createEvidence(app: App, actor: Staff, id: number): Promise<FileReply> {
  const payment = inTransaction(app.db, () => {
    record(app, actor, { action: "payment.evidence", target: ["payment", id] });
    return getVisibleRow(app, actor, id);
  });
  const { businessName, businessAddress, businessPhone, businessEmail } = getSettings(app);
  const title = `Evidence for payment ${id}`;
  const content = await renderAgreement({
    title,
    businessName,
    businessLines: [businessAddress, businessPhone, businessEmail].filter((line) => line !== ""),
    text: [
      ...describePayment(app, payment),
      ...describeAgreement(app, payment),
      ...listVisits(app, payment),
      ...listTexts(app, payment),
    ].join("\n\n"),
    terms: [],
    signature: null,
    signerName: payment.clientName,
    signedAt: "",
    evidence: [],
    events: [],
    paper: paperOf(app),
    date: app.now(),
  });
  return { name: `payment-${id}-evidence.pdf`, type: "application/pdf", content };
}

function describePayment(app: App, payment: PaymentRow): string[] {
  const money = (cents: number) => formatMoney(cents, payment.currency);
  const card = payment.cardId === null ? null : findCardById(app.db, payment.cardId);
  const refunded = refundedOf(app.db, payment);
  return [
    "# The payment",
    `Client: ${formatPhone(payment.clientName) || "erased"}`,
    `Amount: ${money(totalOf(payment))}${payment.tipCents > 0 ? `, with a tip of ${money(payment.tipCents)}` : ""}`,
    `For: ${payment.lines.map(({ name, priceCents }) => `${name} (${money(priceCents)})`).join(", ")}`,
    `Paid: ${payment.paidAt === null ? "no" : moment(app, payment.paidAt)}${card ? ` with the ${formatCard(card)} on file` : ""}`,
    `Payment at Stripe: ${payment.stripePaymentIntentId ?? "none"}`,
    ...(refunded > 0 ? [`Refunded: ${money(refunded)}`] : []),
  ];
}

function describeAgreement(app: App, { cardId }: PaymentRow): string[] {
  const card = cardId === null ? null : findCardById(app.db, cardId);
  const agreement = card && findCardAgreement(app.db, card.agreementId);
  return agreement ? ["# What the client agreed to", ...linesOf(app, agreement)] : [];
}

function linesOf(app: App, agreement: CardAgreementRow): string[] {
  return [
    `“${agreement.wording}”`,
    `Agreed by ${agreement.signerName} on ${moment(app, agreement.agreedAt)}, by checking a box that was empty, before the card was added`,
    `IP address: ${agreement.ipAddress ?? "unknown"}`,
    `Browser: ${agreement.userAgent ?? "unknown"}`,
    `SHA-256 of these words: ${Buffer.from(agreement.wordingHash).toString("hex")}`,
  ];
}

const STATUSES: ReadonlyMap<string, string> = new Map([
  ["no_show", "the client didn't come"],
  ["canceled", "canceled"],
  ["arrived", "the client came"],
]);

function listVisits(app: App, { id, contactId }: PaymentRow): string[] {
  const paidFor = visitsOfPayment(app.db, id);
  const all =
    contactId === null
      ? paidFor.flatMap((one) => findAppointment(app.db, one) ?? [])
      : listAppointmentsOfContact(app.db, contactId);
  if (all.length === 0) return [];
  return [
    "# The client's visits",
    ...all.slice(-MOST_VISITS).map((visit) => {
      const employee = findEmployee(app.db, visit.employeeId)?.name;
      const mark = paidFor.includes(visit.id) ? " (this payment)" : "";
      return `${formatLongTime(visit.startsAt)}: ${visit.service || "Appointment"}${employee ? ` with ${employee}` : ""}, ${STATUSES.get(visit.status) ?? "booked"}${mark}. Booked ${moment(app, visit.createdAt)}${visit.changedAt === null ? "" : `, last changed ${moment(app, visit.changedAt)}`}`;
    }),
  ];
}

function listTexts(app: App, { contactId, createdAt }: PaymentRow): string[] {
  if (contactId === null) return [];
  const texts = threadBefore(app.db, contactId, NEWEST, MOST_TEXTS)
    .filter((text) => text.at <= createdAt + AFTER_MS)
    .toSorted((one, other) => one.at - other.at);
  if (texts.length === 0) return [];
  return [
    "# Texts",
    ...texts.map(
      (text) =>
        `${moment(app, text.at)}, ${text.direction === "inbound" ? "from the client" : `to the client, ${text.status}`}: ${text.body.replace(/\s+/g, " ")}`,
    ),
  ];
}

function moment(app: App, at: number): string {
  return formatTime(app, at, { dateStyle: "long", timeStyle: "short" });
}
