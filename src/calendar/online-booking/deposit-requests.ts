import { type AppointmentRow, findAppointment } from "#db/calendar/appointments.ts";
import { setDepositDue } from "#db/calendar/booking-decisions.ts";
import { depositsByAppointment, setRefundDue } from "#db/calendar/deposits.ts";
import { findBookingOfAppointment, type OnlineBookingRow } from "#db/calendar/online-bookings.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { listOwedRefunds } from "#src/billing/owed-state.ts";
import { getAppointment } from "#src/calendar/appointments/get-appointment.ts";
import { toDeposit } from "#src/calendar/appointments/to-appointment.ts";
import { toWhole } from "#src/calendar/appointments/whole-visit.ts";
import { canText, textClient } from "#src/calendar/reminders/texting.ts";
import { record } from "#src/platform/audit/audit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toInstant, toWallTime } from "#src/platform/time.ts";
import { formatCents } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import type { WallTime } from "#src/shared/wall-time.ts";
import { isBilled, refundTime } from "./cancellation.ts";
import {
  leftCents,
  moneyOf,
  type RequestedDeposit,
  renderDepositRequest,
} from "./deposit-texts.ts";
import { HOLD_MS } from "./deposits.ts";
import { manageUrl } from "./manage-link.ts";
import { decisionDeadline } from "./rules.ts";

/** Whether an approved booking is released unless its deposit is paid. */
export function awaitsDeposit(app: App, booking: OnlineBookingRow): boolean {
  return booking.depositDueAt !== null && booking.paidAt === null && !isBilled(app, booking);
}

/**
 * The deposit that was paid or can be, or what is left of it once a part went back; null where there is none, the whole price
 * was asked for instead, or it was never asked for and the visit begins too soon.
 */
export function depositOf(app: App, booking: OnlineBookingRow): string | null {
  const { depositCents, depositDueAt, paidAt, appointmentId } = booking;
  if (depositCents === null) return null;
  const visit =
    depositDueAt === null && appointmentId !== null && findAppointment(app.db, appointmentId);
  const isTooLate = visit && !hasTimeForDeposit(app, visit.startsAt);
  const isWaived = paidAt === null && (isTooLate || isBilled(app, booking));
  // One of which nothing is left is named as refunded.
  return isWaived ? null : formatCents(leftCents(app, booking) || depositCents);
}

/** Whether a client could still pay a deposit, which takes one of Stripe's pages, before the visit begins. */
export function hasTimeForDeposit(app: App, startsAt: WallTime): boolean {
  return app.now() + HOLD_MS <= toInstant(app, startsAt);
}

/**
 * Begins the time to pay the deposit of a booking that was just approved, in the caller's transaction. Returns undefined
 * where none is due, or the visit begins too soon.
 */
export function requestDeposit(
  app: App,
  { id, startsAt }: AppointmentRow,
): RequestedDeposit | undefined {
  const booking = findBookingOfAppointment(app.db, id);
  const takesCards = getSettings(app).stripeSecretKey !== "";
  if (!booking || depositOf(app, booking) === null || booking.paidAt !== null || !takesCards)
    return undefined;
  const now = app.now();
  // Staff may approve a visit later than its page promises.
  const dueAt = Math.max(decisionDeadline(app, now, startsAt), now + HOLD_MS);
  setDepositDue(app.db, booking.id, dueAt);
  return toRequest(app, booking, dueAt);
}

/** Texts the link to pay once more; the deadline stays. @throws Problem 404, 409 when nothing is due or no text can be sent */
export function textDepositLink(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    const visit = toWhole(app, getAppointment(app, actor, id));
    const booking = findBookingOfAppointment(app.db, visit.id);
    if (visit.status === "canceled" || !booking || !awaitsDeposit(app, booking))
      throw new Problem(409, "No deposit is due. Reload the page.");
    if (!canText(app, booking.phone)) throw new Problem(409, "We can't text this client.");
    const request = toRequest(app, booking, booking.depositDueAt ?? 0);
    textClient(app, "confirmation", booking.phone, renderDepositRequest(app, visit, request));
    record(app, actor, { action: "booking.text_deposit_link", target: ["booking", booking.id] });
  });
}

/** Refunds a deposit that was kept, or of a visit that took place. @throws Problem 404, 409 when there is none */
export function refundKeptDeposit(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    const visit = toWhole(app, getAppointment(app, actor, id));
    const booking = findBookingOfAppointment(app.db, visit.id);
    const paid = depositsByAppointment(app.db, [visit.id]).get(visit.id);
    const deposit = toDeposit(paid, visit.status, listOwedRefunds(app));
    const isUsed = deposit?.state === "paid" && visit.status === "arrived";
    if (!booking || (deposit?.state !== "kept" && !isUsed))
      throw new Problem(409, "No deposit is kept for this appointment. Reload the page.");
    setRefundDue(app.db, booking.id, refundTime(app));
    record(app, actor, { action: "booking.refund_deposit", target: ["booking", booking.id] });
    app.events.changed("appointments", id);
  });
}

function toRequest(app: App, booking: OnlineBookingRow, dueAt: number): RequestedDeposit {
  const [deposit, url] = [moneyOf(app, booking), manageUrl(app, booking)];
  return { deposit, until: toWallTime(app, dueAt), url };
}
