import { isPaidOtherwise } from "#db/billing/payments.ts";
import { type AppointmentRow, findAppointment } from "#db/calendar/appointments.ts";
import { depositsByAppointment } from "#db/calendar/deposits.ts";
import { findBookingOfAppointment, type OnlineBookingRow } from "#db/calendar/online-bookings.ts";
import type { App } from "#src/app.ts";
import type { DepositChoice } from "#src/calendar/appointments/fields-contract.ts";
import { canText, textClient } from "#src/calendar/reminders/texting.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { fillBusinessName } from "#src/shared/business-name.ts";
import { formatLongTime } from "#src/shared/long-date.ts";
import { formatMoney } from "#src/shared/money.ts";
import type { WallTime } from "#src/shared/wall-time.ts";
import { manageUrl } from "./manage-link.ts";
import { deadlineOf } from "./rules.ts";

/**
 * Says what becomes of the deposit of an appointment that the client canceled, as a sentence for the text that answers
 * them. Empty without a paid deposit. `choice` is what staff are about to decide.
 */
export function renderDepositOutcome(
  app: App,
  appointmentId: number,
  choice?: DepositChoice,
): string {
  const booking = findBookingOfAppointment(app.db, appointmentId);
  const cents = booking ? leftCents(app, booking) : 0;
  if (!booking || booking.paidAt === null || cents === 0) return "";
  const deposit = `${formatMoney(cents, getSettings(app).currency)} deposit`;
  if (choice ? choice === "refund" : booking.refundDueAt !== null)
    return `We're refunding your ${deposit}.`;
  const deadline = deadlineOf(app, startOf(app, booking), booking.movedFrom);
  const isLate = app.now() >= deadline;
  return `Your ${deposit} isn't refunded${isLate ? ` because the deadline to cancel was ${formatLongTime(toWallTime(app, deadline))}` : ""}.`;
}

export interface RequestedDeposit {
  /** "$30.00". */
  readonly deposit: string;
  readonly until: WallTime;
  readonly url: string;
}

/** Asks for the deposit of a booking that staff just approved, or made. */
export function renderDepositRequest(
  app: App,
  { service, startsAt, source }: AppointmentRow,
  { deposit, until, url }: RequestedDeposit,
): string {
  return fillBusinessName(
    `{businessName}: your ${service} on ${formatLongTime(startsAt)} is ${source === "staff" ? "booked" : "approved"}. To keep this time, pay the ${deposit} deposit by ${formatLongTime(until)}: ${url}`,
    getSettings(app).businessName,
  );
}

/**
 * Says in a reminder how a visit that was booked online can be changed, and what becomes of its deposit, as of `at`. Empty
 * for any other visit.
 */
export function renderBookingNote(app: App, { id, startsAt }: AppointmentRow, at: number): string {
  const booking = findBookingOfAppointment(app.db, id);
  if (!booking) return "";
  const url = manageUrl(app, booking);
  const deadline = deadlineOf(app, startsAt, booking.movedFrom);
  const cents = leftCents(app, booking);
  const isPaid = booking.paidAt !== null && booking.refundDueAt === null && cents > 0;
  const named = formatLongTime(toWallTime(app, deadline));
  if (at >= deadline)
    return isPaid
      ? `It's too late to get your ${formatMoney(cents, getSettings(app).currency)} deposit back if you cancel: the deadline was ${named}. Details: ${url}`
      : `Details: ${url}`;
  const until = isPaid ? ` with a refund until ${named}` : "";
  return `Change or cancel${until}: ${url}`;
}

/** Texts a client that their late deposit is being refunded, in the caller's transaction. */
export function textLateDeposit(app: App, booking: OnlineBookingRow, isCanceled: boolean): void {
  const payment = `your ${moneyOf(app, booking)} payment`;
  const when = formatLongTime(startOf(app, booking));
  const news = isCanceled
    ? `We're refunding ${payment} for the canceled appointment on ${when}.`
    : `We're refunding ${payment}, because it came too late to book ${when}.`;
  textNews(app, booking, { purpose: "confirmation", news });
}

/**
 * Texts a client that their deposit is being refunded because they were asked for the whole price, or paid it, in the caller's
 * transaction.
 */
export function textNeedlessDeposit(app: App, booking: OnlineBookingRow): void {
  const when = formatLongTime(startOf(app, booking));
  const reason = isPaidOtherwise(app.db, [booking.appointmentId ?? 0], 0)
    ? `You had already paid for your appointment on ${when}.`
    : `The payment link that we texted you is for your whole appointment on ${when}.`;
  const news = `we're refunding your ${moneyOf(app, booking)} deposit. ${reason}`;
  textClientOf(app, booking, { purpose: "confirmation", body: `{businessName}: ${news}` });
}

/** Texts a client that their time was taken before they had added a card, in the caller's transaction. */
export function textTakenMeanwhile(app: App, booking: OnlineBookingRow): void {
  const when = formatLongTime(booking.startsAt);
  const news = `${when} was taken before your card was added. Your card stays on file, and nothing was charged.`;
  textNews(app, booking, { purpose: "confirmation", news });
}

/** Texts a client that their approved time was released without its deposit, in the caller's transaction. */
export function textReleased(app: App, booking: OnlineBookingRow): void {
  const when = formatLongTime(startOf(app, booking));
  const news = `we didn't get your ${moneyOf(app, booking)} deposit in time, so your appointment on ${when} is canceled.`;
  textNews(app, booking, { purpose: "decline", news });
}

function textNews(
  app: App,
  booking: OnlineBookingRow,
  { purpose, news }: { purpose: "confirmation" | "decline"; news: string },
): void {
  const { businessPhone } = getSettings(app);
  const body = `{businessName}: ${news} To find another time, reply here${businessPhone ? ` or call ${businessPhone}` : ""}.`;
  textClientOf(app, booking, { purpose, body });
}

function textClientOf(
  app: App,
  { phone }: OnlineBookingRow,
  { purpose, body }: { purpose: "confirmation" | "decline"; body: string },
): void {
  const isErased = !phone.startsWith("+");
  if (isErased || !canText(app, phone)) return;
  textClient(app, purpose, phone, fillBusinessName(body, getSettings(app).businessName));
}

/** The client or the salon may have moved it since. */
function startOf(app: App, { appointmentId, startsAt }: OnlineBookingRow): string {
  const appointment = appointmentId === null ? null : findAppointment(app.db, appointmentId);
  return appointment?.startsAt ?? startsAt;
}

/** What a decision on the deposit is about, without what went back of it before; 0 where a bill or Stripe gave all of it back. */
export function leftCents(
  app: App,
  { appointmentId, depositCents, refundDueAt }: OnlineBookingRow,
): number {
  const ids = appointmentId === null ? [] : [appointmentId];
  const [deposit] = depositsByAppointment(app.db, ids).values();
  if (!deposit) return depositCents ?? 0;
  const { heldCents, unusedCents } = deposit;
  // The refund that was decided on may have left already.
  return refundDueAt === null || heldCents > 0 ? heldCents : deposit.depositCents - unusedCents;
}

/** Returns "$30.00". */
export function moneyOf(app: App, { depositCents }: OnlineBookingRow): string {
  return formatMoney(depositCents ?? 0, getSettings(app).currency);
}
