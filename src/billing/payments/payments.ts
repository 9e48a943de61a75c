import * as store from "#db/billing/payments.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { getContactRow } from "#src/clients/contacts/contacts.ts";
import { ensureContact } from "#src/clients/ensure-contact.ts";
import { record } from "#src/platform/audit/audit.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { type Bill, type Discount, sumBill } from "#src/shared/payment-sums.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { fieldProblem, Problem, requireFound } from "#src/shared/problem.ts";
import {
  type Bills,
  getBills,
  linkRefusal,
  refuseRepeat,
  refuseSecond,
  renewLink,
  requireCard,
} from "./bill.ts";
import {
  LINK_DAYS,
  MIN_CARD_CENTS,
  type NewPayment,
  type Payment,
  type PaymentsOf,
} from "./contract.ts";
import { publish } from "./publish.ts";
import { type TextOutcome, textLink, textReceipt } from "./texts.ts";
import { isExpired, toPayment, toVisitPayment } from "./to-payment.ts";
import { refundUnusedDeposits } from "./unused-deposits.ts";
import type { VisitPayment } from "./visit-payment-contract.ts";

const LINKS: Limit = { name: "payment links", most: 60, seconds: 3600 };
/** So long Stripe repeats the first result of a charge for its key. */
const CHARGE_DAYS = 1;
const GONE = "This payment no longer exists.";
const MOST_LISTED = 50;
const NEWEST = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/**
 * Texts a payment link, or records what was paid here.
 * @throws Problem 400, 404, 409 for a visit that is paid or has a link, 429
 */
export function createPayment(
  app: App,
  actor: Staff,
  input: NewPayment,
): Payment & { text: TextOutcome } {
  return inTransaction(app.db, () => {
    const bills = getBills(app, actor, input);
    refuseSecond(app, bills);
    const isLink = input.way === "link";
    if (isLink) requireLink(app, actor, bills);
    const card = input.way === "card" ? requireCard(app, bills) : null;
    const isOpen = isLink || card !== null;
    const lines = input.lines.map((line) => toPricedLine(bills, line));
    const sums = sumInput(lines, bills, input);
    const tipCents = parseCents(input.tip) ?? 0;
    const total = sums.due + tipCents;
    refuseInput(app, input, sums, { tipCents, total });
    if (card) refuseRepeat(app, card.id, { lines, dueCents: sums.due, tipCents });
    const id = store.insertPayment(
      app.db,
      {
        contactId: contactOf(app, actor, bills, isLink),
        cardId: card?.id ?? null,
        clientName: bills.clientName,
        status: isOpen ? "open" : "paid",
        way: input.way,
        currency: getSettings(app).currency,
        lines,
        discountCents: sums.discount,
        discountPercent: input.discount?.percent ?? null,
        depositCents: sums.deposit,
        depositPaidAt: sums.deposit === 0 ? null : bills.depositPaidAt,
        dueCents: sums.due,
        tipCents,
        receivedCents: input.way === "cash" ? receivedOf(input, total) : null,
        takenBy: actor.id,
        createdAt: app.now(),
        expiresAt: isOpen ? app.now() + (isLink ? LINK_DAYS : CHARGE_DAYS) * DAY_MS : null,
        paidAt: isOpen ? null : app.now(),
      },
      bills.appointmentIds,
    );
    record(app, actor, {
      action: isLink ? "payment.text_link" : card ? "payment.charge" : "payment.record",
      target: ["payment", id],
      metadata: { way: input.way, cents: total, appointments: bills.appointmentIds },
    });
    const row = getRow(app, id);
    if (!isOpen) {
      app.hooks.visits.complete(app, bills.appointmentIds, "desk");
      refundUnusedDeposits(app, row, bills.appointmentIds);
    } else if (isLink) app.hooks.visits.waiveDeposits(app, bills.appointmentIds);
    publish(app, id);
    const text = isLink
      ? textLink(app, row)
      : input.receipt && !isOpen
        ? textReceipt(app, row)
        : { sent: false, message: "No receipt was texted." };
    return { ...toPayment(app, getRow(app, id)), text };
  });
}

function requireLink(app: App, actor: Staff, { phone }: Bills): void {
  const refusal = linkRefusal(app, phone);
  if (refusal !== undefined) throw fieldProblem(409, "way", refusal);
  limitRate(app, LINKS, actor.id);
}

/** A booked line has its name and price from the visit, whatever its reader could see. */
function toPricedLine({ lines }: Bills, line: NewPayment["lines"][number]): store.PaymentLine {
  if ("name" in line)
    return {
      name: line.name,
      priceCents: parseCents(line.price) ?? 0,
      serviceId: null,
      employeeId: null,
    };
  const booked = lines[line.billLine];
  if (!booked) throw new Problem(409, "This visit has changed. Check the services again.");
  return booked;
}

function sumInput(
  lines: readonly store.PaymentLine[],
  { depositCents }: Bills,
  { discount }: NewPayment,
): Bill {
  const priced = lines.map(({ priceCents, employeeId }) => ({
    priceCents,
    isService: employeeId !== null,
  }));
  return sumBill(priced, toDiscount(discount), depositCents);
}

function toDiscount(discount: NewPayment["discount"]): Discount | null {
  if (!discount) return null;
  const { percent, amount = "" } = discount;
  return percent === undefined ? { cents: parseCents(amount) ?? 0 } : { percent };
}

function refuseInput(
  app: App,
  { way, total: shown, discount, lines }: NewPayment,
  sums: Bill,
  { tipCents, total }: { readonly tipCents: number; readonly total: number },
): void {
  const booked = lines.flatMap((line) => ("billLine" in line ? [line.billLine] : []));
  if (new Set(booked).size < booked.length)
    throw new Problem(400, "A service of the visit is listed twice.");
  if (way === "link" && tipCents > 0)
    throw fieldProblem(400, "tip", "With a payment link, the client chooses the tip.");
  if (discount?.amount !== undefined && (parseCents(discount.amount) ?? 0) > sums.subtotal)
    throw fieldProblem(400, "discount", "The discount is larger than the price.");
  if (parseCents(shown) !== total)
    throw new Problem(409, "The amount has changed. Check it again.");
  const least = formatMoney(MIN_CARD_CENTS, getSettings(app).currency);
  if ((way === "link" || way === "card") && total < MIN_CARD_CENTS)
    throw fieldProblem(400, "way", `A card payment must be at least ${least}. Choose Paid Here.`);
}

function receivedOf({ received }: NewPayment, total: number): number | null {
  if (received === null) return null;
  const cents = parseCents(received) ?? 0;
  if (cents < total) throw fieldProblem(400, "received", "That's less than the amount due.");
  return cents;
}

/** A link needs a contact, whose number it follows. */
function contactOf(app: App, actor: Staff, { contact, clientName, phone }: Bills, isLink: boolean) {
  if (contact) return contact.id;
  if (!isLink || phone === null) return null;
  return ensureContact(app, { name: clientName, phone, email: "" }, "payment_link", actor);
}

/** Returns the payments of an appointment or a contact that the actor may see, newest first. @throws Problem 400, 404 */
export function listPayments(
  app: App,
  actor: Staff,
  { appointmentId, contactId }: PaymentsOf,
): Payment[] {
  if (appointmentId === undefined && contactId === undefined)
    throw new Problem(400, "Choose an appointment or a client.");
  const rows =
    appointmentId === undefined
      ? store.paymentsOfContact(app.db, getContactRow(app, contactId ?? 0).id, NEWEST, MOST_LISTED)
      : store.paymentsOfVisits(app.db, [appointmentId]);
  return rows.filter((row) => maySeePayment(app, actor, row)).map((row) => toPayment(app, row));
}

/** Returns what visits show of their newest payment that was not canceled, by the appointment's id. */
export function paymentsOfAppointments(
  app: App,
  appointmentIds: readonly number[],
): ReadonlyMap<number, VisitPayment> {
  const rows = store.paymentsByVisit(app.db, appointmentIds);
  return new Map(
    [...rows].map(([appointmentId, row]) => [appointmentId, toVisitPayment(app, row)]),
  );
}

/** Payments of visits with employees whose calendars are hidden from the actor are hidden too, whatever they are for. */
export function maySeePayment(app: App, actor: Staff, { id, lines }: store.PaymentRow): boolean {
  return (
    lines.every(({ employeeId }) => employeeId === null || maySeeEmployee(actor, employeeId)) &&
    app.hooks.visits.maySee(app, actor, store.visitsOfPayment(app.db, id))
  );
}

/** @throws Problem 404 */
export function getPayment(app: App, actor: Staff, id: number): Payment {
  return toPayment(app, getVisibleRow(app, actor, id));
}

/** @throws Problem 404 */
export function getVisibleRow(app: App, actor: Staff, id: number): store.PaymentRow {
  const row = getRow(app, id);
  if (!maySeePayment(app, actor, row)) throw new Problem(404, GONE);
  return row;
}

export function getRow(app: App, id: number): store.PaymentRow {
  return requireFound(store.findPayment(app.db, id), GONE);
}

/** Texts an open link again. One that has expired works for another week. @throws Problem 404, 409, 429 */
export function textPaymentLink(app: App, actor: Staff, id: number): { message: string } {
  limitRate(app, LINKS, actor.id);
  return inTransaction(app.db, () => {
    const row = getVisibleRow(app, actor, id);
    if (row.status !== "open" || row.way !== "link")
      throw new Problem(409, "This link can't be paid anymore. Take the payment again.");
    if (isExpired(app, row)) renewLink(app, actor, row);
    const { sent, message } = textLink(app, getRow(app, id));
    if (!sent) throw new Problem(409, message);
    record(app, actor, { action: "payment.text_link", target: ["payment", id] });
    return { message };
  });
}
