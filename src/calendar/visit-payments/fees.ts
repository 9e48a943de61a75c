import type { CardAgreementRow } from "#db/billing/cards.ts";
import { type AppointmentRow, findAppointment } from "#db/calendar/appointments.ts";
import { findCanceledAt } from "#db/calendar/appointments-of-client.ts";
import { depositsByAppointment } from "#db/calendar/deposits.ts";
import { findBookingOfAppointment } from "#db/calendar/online-bookings.ts";
import {
  insertFeeQuestion,
  openFeeQuestions,
  setFeeQuestion,
} from "#db/calendar/undecided-visits.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { toCard } from "#src/billing/cards/cards.ts";
import { chargeFee, findFee, withdrawFee } from "#src/billing/fees.ts";
import { listOwedRefunds } from "#src/billing/owed-state.ts";
import type { DepositChoice } from "#src/calendar/appointments/fields-contract.ts";
import { getAppointment } from "#src/calendar/appointments/get-appointment.ts";
import { toDeposit } from "#src/calendar/appointments/to-appointment.ts";
import { renderEmployees, toWhole } from "#src/calendar/appointments/whole-visit.ts";
import { refundMissed } from "#src/calendar/online-booking/cancellation.ts";
import { deadlineOf } from "#src/calendar/online-booking/rules.ts";
import { textingBarrier } from "#src/clients/consent.ts";
import type { Waiting } from "#src/messaging/dashboard/contract.ts";
import { record } from "#src/platform/audit/audit.ts";
import { toInstant } from "#src/platform/time.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatLongDate } from "#src/shared/long-date.ts";
import { formatCents, parseCents } from "#src/shared/money.ts";
import { mayOpen, maySeeEmployee } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import type { FeeQuote } from "./contract.ts";

const NOTHING = {
  amount: null,
  amountWithDeposit: null,
  card: null,
  policy: null,
  agreedAt: null,
} as const;

/** What can be charged if the client misses this visit, or cancels it now. Nothing is charged. @throws Problem 404 */
export function quoteFee(app: App, actor: Staff, id: number): FeeQuote {
  const visit = toWhole(app, getAppointment(app, actor, id));
  const due = findFeeOf(app, visit, getKeptCents(app, visit));
  if (!due) return { ...NOTHING, isLate: false, isDue: false };
  const paid = depositsByAppointment(app.db, [visit.id]).get(visit.id);
  const deposit =
    toDeposit(paid, visit.status, listOwedRefunds(app))?.state === "paid"
      ? (paid?.heldCents ?? 0)
      : 0;
  return {
    amount: formatCents(due.cents),
    amountWithDeposit: formatCents(Math.max(0, due.cents - deposit)),
    card: toCard(app, due.card),
    policy: due.agreement.wording,
    agreedAt: toIso(due.agreement.agreedAt),
    isLate: app.now() >= cancellationDeadline(app, visit, due.agreement),
    isDue: isDue(app, visit, due.agreement),
  };
}

/**
 * Charges the fee that the client agreed to when they added their card, less a deposit that was kept. Only for a visit that
 * was missed, or canceled late, after they agreed, and once. `amount` is what staff saw.
 * @throws Problem 404, 409
 */
export function chargeVisitFee(app: App, actor: Staff, id: number, amount: string) {
  return inTransaction(app.db, () => {
    const visit = toWhole(app, getAppointment(app, actor, id));
    const { contactId, clientName, status, startsAt } = visit;
    const due = findFeeOf(app, visit, getKeptCents(app, visit));
    if (!due || contactId === null)
      throw new Problem(409, "No fee can be charged for this appointment. Reload the page.");
    if (!isDue(app, visit, due.agreement))
      throw new Problem(
        409,
        "You can only charge a fee for a visit that was missed or canceled late.",
      );
    if (parseCents(amount) !== due.cents)
      throw new Problem(409, "The fee has changed. Reload the page and check it again.");
    const what = status === "no_show" ? "No-show fee" : "Late-cancellation fee";
    const { cents, card } = due;
    const fee = chargeFee(app, actor, {
      contactId,
      clientName,
      appointmentId: visit.id,
      name: `${what}, ${formatLongDate(startsAt)}`,
      cents,
      cardId: card.id,
    });
    setFeeQuestion(app.db, visit.id, "decided");
    return { paymentId: fee.id, undoUntil: toIso(fee.undoUntil) };
  });
}

/** Takes a fee back that hasn't left, and asks about a late cancellation again. @throws Problem 404, 409 when it is too late */
export function undoVisitFee(app: App, actor: Staff, id: number): FeeQuote {
  return inTransaction(app.db, () => {
    const visit = toWhole(app, getAppointment(app, actor, id));
    if (!withdrawFee(app, actor, visit.id))
      throw new Problem(409, "The fee has been charged. You can refund it from its receipt.");
    return quoteFee(app, actor, id);
  });
}

/** Asks about a late cancellation again, in the caller's transaction. */
export function reopenFee(app: App, id: number): void {
  setFeeQuestion(app.db, id, "open");
}

/** Decides about a late cancellation without charging its fee, and refunds the deposit if staff choose so. @throws Problem 404, 409 */
export function waiveVisitFee(
  app: App,
  actor: Staff,
  id: number,
  deposit: DepositChoice,
): FeeQuote {
  return inTransaction(app.db, () => {
    const visit = toWhole(app, getAppointment(app, actor, id));
    if (visit.status !== "canceled" || !setFeeQuestion(app.db, visit.id, "decided"))
      throw new Problem(409, "This was already decided. Reload the page.");
    if (deposit === "refund") refundMissed(app, visit.id);
    record(app, actor, {
      action: "appointment.waive_fee",
      target: ["appointment", visit.id],
      metadata: { deposit },
    });
    app.events.changed("appointments", visit.id);
    return quoteFee(app, actor, id);
  });
}

/** Asks the desk about the fee of a visit that its client has just canceled, if that was late, in the caller's transaction. */
export function askAboutFee(app: App, id: number): void {
  const part = findAppointment(app.db, id);
  const visit = part && toWhole(app, part);
  const due = visit && findFeeOf(app, visit, getKeptCents(app, visit));
  if (due && isDue(app, visit, due.agreement)) insertFeeQuestion(app.db, visit.id);
}

const MAX_QUESTIONS = 100;

/** Lists the late cancellations about whose fee no one has decided. One that can't be charged anymore is no question. */
export function listFeeQuestions(app: App, actor: Staff): Waiting[] {
  if (!mayOpen(actor, "/appointments")) return [];
  return openFeeQuestions(app.db, MAX_QUESTIONS).flatMap((id) => {
    const first = findAppointment(app.db, id);
    if (!first || !maySeeEmployee(actor, first.employeeId)) return [];
    const visit = toWhole(app, first);
    const kept = getKeptCents(app, visit);
    const due = findFeeOf(app, visit, kept);
    if (!due) return [];
    return {
      kind: "fee",
      id,
      contactId: visit.contactId,
      name: visit.clientName,
      since: toIso(findCanceledAt(app.db, id)),
      expiresAt: null,
      visit: {
        start: visit.startsAt,
        service: visit.service,
        employeeName: renderEmployees(app, first),
        deposit: kept > 0 ? formatCents(kept) : null,
        fee: formatCents(due.cents),
        textingBarrier: visit.phone === null ? null : textingBarrier(app, visit.phone),
      },
      words: null,
      messageId: null,
    };
  });
}

/** Whether the visit was missed, or canceled late, after the client had agreed. */
function isDue(app: App, visit: AppointmentRow, agreement: CardAgreementRow): boolean {
  const { id, status, startsAt } = visit;
  if (status === "no_show") return agreement.agreedAt < toInstant(app, startsAt);
  if (status !== "canceled") return false;
  const canceledAt = findCanceledAt(app.db, id);
  return (
    canceledAt >= cancellationDeadline(app, visit, agreement) && agreement.agreedAt < canceledAt
  );
}

/** From when a cancellation is late, in epoch milliseconds: by the hours that were agreed to, or fewer if the owner asks for less. */
function cancellationDeadline(
  app: App,
  { id, startsAt }: AppointmentRow,
  { lateHours }: CardAgreementRow,
): number {
  const { movedFrom = null } = findBookingOfAppointment(app.db, id) ?? {};
  const agreed = toInstant(app, startsAt) - lateHours * HOUR_MS;
  return Math.max(agreed, deadlineOf(app, startsAt, movedFrom));
}

function getKeptCents(app: App, { id, status }: AppointmentRow): number {
  const deposit = depositsByAppointment(app.db, [id]).get(id);
  return toDeposit(deposit, status, listOwedRefunds(app))?.state === "kept"
    ? (deposit?.heldCents ?? 0)
    : 0;
}

function findFeeOf(app: App, visit: AppointmentRow, keptCents: number) {
  const { id: appointmentId, contactId, priceCents } = visit;
  if (contactId === null) return undefined;
  const { cardRequestId = null } = findBookingOfAppointment(app.db, appointmentId) ?? {};
  return findFee(app, {
    appointmentId,
    contactId,
    priceCents: priceCents ?? 0,
    keptCents,
    cardRequestId,
  });
}
