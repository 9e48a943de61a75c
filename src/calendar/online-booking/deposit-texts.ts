import { findAppointment } from "#db/calendar/appointments.ts";
import { findBookingOfAppointment, type OnlineBookingRow } from "#db/calendar/online-bookings.ts";
import type { App } from "#src/app.ts";
import { mayText, textClient } from "#src/calendar/reminders/texting.ts";
import { canSend } from "#src/messaging/outbox/outbox.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";
import { formatLongTime } from "#src/shared/long-date.ts";
import { formatMoney } from "#src/shared/money.ts";
import { deadlineOf } from "./rules.ts";

/**
 * Says what becomes of the deposit of an appointment that the client canceled, as a sentence for the text that answers
 * them. Empty without a paid deposit.
 */
export function renderDepositOutcome(app: App, appointmentId: number): string {
  const booking = findBookingOfAppointment(app.db, appointmentId);
  if (!booking || booking.paidAt === null) return "";
  const deposit = `${moneyOf(app, booking)} deposit`;
  if (booking.refundDueAt !== null) return `We're refunding your ${deposit}.`;
  const deadline = toWallTime(app, deadlineOf(app, startOf(app, booking), booking.movedFrom));
  return `Your ${deposit} isn't refunded because the deadline to cancel was ${formatLongTime(deadline)}.`;
}

/** Texts a client that their late deposit is being refunded, in the caller's transaction. */
export function textLateDeposit(app: App, booking: OnlineBookingRow, isCanceled: boolean): void {
  const isErased = !booking.phone.startsWith("+");
  if (isErased || !canSend(app) || !mayText(app, booking.phone)) return;
  const { businessName, businessPhone } = getSettings(app);
  const payment = `your ${moneyOf(app, booking)} payment`;
  const when = formatLongTime(startOf(app, booking));
  const news = isCanceled
    ? `We're refunding ${payment} for the canceled appointment on ${when}.`
    : `We're refunding ${payment}. It came too late to book ${when}.`;
  const body = `{businessName}: ${news} To find another time, reply here${businessPhone ? ` or call ${businessPhone}` : ""}.`;
  textClient(app, "confirmation", booking.phone, fillBusinessName(body, businessName));
}

/** The client or the salon may have moved it since. */
function startOf(app: App, { appointmentId, startsAt }: OnlineBookingRow): string {
  const appointment = appointmentId === null ? null : findAppointment(app.db, appointmentId);
  return appointment?.startsAt ?? startsAt;
}

/** Returns "$30.00". */
export function moneyOf(app: App, { depositCents }: OnlineBookingRow): string {
  return formatMoney(depositCents ?? 0, getSettings(app).currency);
}
