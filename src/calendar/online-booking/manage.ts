import { setKnown } from "#db/calendar/appointment-texts.ts";
import { type AppointmentRow, findAppointment, setAppointment } from "#db/calendar/appointments.ts";
import { setRequestedAt } from "#db/calendar/booking-decisions.ts";
import * as store from "#db/calendar/online-bookings.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Caller } from "#src/app.ts";
import { cancelAppointment } from "#src/calendar/appointments/cancel.ts";
import { recordBookingMove } from "#src/calendar/appointments/record-change.ts";
import { partsOf, toMoveSearch, toWhole } from "#src/calendar/appointments/whole-visit.ts";
import { findParts } from "#src/calendar/availability/availability.ts";
import { notifyDesk } from "#src/calendar/desk-news.ts";
import { formatCalendar } from "#src/calendar/feeds/ics.ts";
import { detachReminder } from "#src/calendar/reminders/detach-reminder.ts";
import { confirmBooking } from "#src/calendar/reminders/reminders.ts";
import { planChangeText } from "#src/calendar/reminders/text-changes.ts";
import { canText, textClient } from "#src/calendar/reminders/texting.ts";
import { leaveGap, releaseUnbooked } from "#src/calendar/waitlist/gaps.ts";
import { renderRequested } from "#src/calendar/waitlist/wording.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { countUse, type Limit } from "#src/platform/http/rate-limit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toInstant, toWallTime } from "#src/platform/time.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { formatCents } from "#src/shared/money.ts";
import { firstNameOf, nameKey } from "#src/shared/names.ts";
import { Problem, requireFound } from "#src/shared/problem.ts";
import { addMinutes } from "#src/shared/wall-time.ts";
import { goneProblem, limitBookings, requireStart } from "./book.ts";
import { isBilled } from "./cancellation.ts";
import { findBookingCardUrl } from "./card-bookings.ts";
import { completeDeposit } from "./complete-deposit.ts";
import type { Managed } from "./contract.ts";
import { awaitsDeposit, depositOf } from "./deposit-requests.ts";
import { leftCents } from "./deposit-texts.ts";
import { closeCheckout, findOpenCheckout, openDeposit, refundDeposits } from "./deposits.ts";
import { describeVisit, statusOf } from "./describe-visit.ts";
import { findByToken, manageUrl } from "./manage-link.ts";
import { deadlineOf } from "./rules.ts";
import { listOnlineSlots } from "./services.ts";

const DEPOSIT_READS: Limit = { name: "deposits read at Stripe", most: 30, seconds: 15 * 60 };

/** Returns a client's booking. A deposit that was just paid is recorded first. @throws Problem 404 */
export async function getManaged(app: App, token: string): Promise<Managed> {
  const booking = getBooking(app, token);
  const isUnpaid = booking.checkoutId !== null && booking.paidAt === null;
  // Anyone with the link could ask Stripe without end; the webhook reports the payment, too.
  if (isUnpaid && countUse(app, DEPOSIT_READS, String(booking.id)).used <= DEPOSIT_READS.most)
    // The webhook records it, too: the page must not fail while Stripe is unreachable.
    await completeDeposit(app, booking.checkoutId ?? "").catch((error) =>
      app.log("warn", "a deposit could not be read", { error: String(error) }),
    );
  return toManaged(app, getBooking(app, token));
}

/** Cancels a booking. Its deposit is refunded before the deadline only. @throws Problem 404, 409 */
export async function cancelBooking(app: App, token: string, caller: Caller): Promise<Managed> {
  await writeWhenFree(app.db, () => {
    const booking = getBooking(app, token);
    if (!toManaged(app, booking).canCancel)
      throw new Problem(409, "This booking can't be canceled anymore. Call us.");
    if (booking.holdId !== null) releaseUnbooked(app, booking.holdId);
    if (booking.appointmentId === null) store.setBookingCanceled(app.db, booking.id, app.now());
    else {
      const visit = getAppointment(app, booking.appointmentId);
      cancelAppointment(app, visit, "client");
      // Else the last text they have says that they are booked.
      planChangeText(app, visit, true);
    }
    recordSystem(app, { action: "booking.cancel", target: ["booking", booking.id] }, caller);
  });
  // The cancellation stands without Stripe: the job repeats a refund, and a late payment is refunded.
  await closeCheckout(app, getBooking(app, token)).catch((error) =>
    app.log("warn", "a checkout could not be closed", { error: String(error) }),
  );
  await refundDeposits(app).catch((error) =>
    app.log("warn", "a deposit could not be refunded", { error: String(error) }),
  );
  return toManaged(app, getBooking(app, token));
}

/**
 * Lists the times to which a booking can be moved. Staff may have changed its length, or taken its service off the page.
 * @throws Problem 400, 404, 409 when it can't be moved
 */
export async function listNewTimes(
  app: App,
  token: string,
  days: { from?: string | undefined; to?: string | undefined },
) {
  const { parts } = getMovable(app, token);
  const { visit, except } = toMoveSearch(parts);
  const found = await listOnlineSlots(app, visit, { ...days, except });
  return { ...found, slots: found.slots.filter(({ start }) => start !== parts[0].startsAt) };
}

/** Moves a booking to another time with the same employees; the deposit moves along. @throws Problem 404, 409, 429 */
export function rescheduleBooking(
  app: App,
  token: string,
  start: string,
  caller: Caller,
): Promise<Managed> {
  return writeWhenFree(app.db, () => {
    const { booking, parts } = getMovable(app, token);
    limitBookings(app, booking.phone);
    const startsAt = requireStart(app, start);
    const [{ id: appointmentId, startsAt: former, status }] = parts;
    const { visit, except } = toMoveSearch(parts);
    const times = findParts(app, visit, { startsAt }, except);
    if (!times) throw goneProblem(`${formatClock(startsAt)} was just booked. Pick another time.`);
    // Staff agreed to another time.
    const isRequested = status === "requested" || getSettings(app).bookingApproval;
    for (const [at, before] of parts.entries())
      moveByClient(app, before, {
        startsAt: times[at]?.startsAt ?? startsAt,
        status: isRequested ? "requested" : "booked",
      });
    const to = getAppointment(app, appointmentId);
    recordBookingMove(app, booking.id, [former, startsAt], caller);
    store.setMovedFrom(app.db, appointmentId, null);
    setRequestedAt(app.db, booking.id, app.now());
    notifyDesk(app, isRequested ? "requested" : "moved", to);
    const url = manageUrl(app, booking);
    if (!isRequested) confirmBooking(app, appointmentId);
    else if (canText(app, booking.phone))
      textClient(app, "confirmation", booking.phone, renderRequested(app, to, url));
    return toManaged(app, booking);
  });
}

/** The client knows the time that they chose. */
function moveByClient(
  app: App,
  before: AppointmentRow,
  { startsAt, status }: { readonly startsAt: string; readonly status: "requested" | "booked" },
): void {
  const endsAt = addMinutes(startsAt, before.durationMinutes);
  const to = { ...before, nameKey: nameKey(before.clientName), startsAt, endsAt, status };
  setAppointment(app.db, before.id, to, app.now());
  leaveGap(app, before, to);
  detachReminder(app, before.id, startsAt);
  setKnown(app.db, before.id);
  app.events.changed("appointments", before.id);
}

/** Opens the checkout of an unpaid deposit. @throws Problem 404, 409 when nothing is due */
export async function payDeposit(app: App, token: string): Promise<{ checkoutUrl: string }> {
  const booking = getBooking(app, token);
  const { status, deposit, paid } = toManaged(app, booking);
  const isDue = deposit !== null && !paid && (status === "held" || status === "booked");
  if (!isDue) throw new Problem(409, "There is nothing to pay.");
  const open = await findOpenCheckout(app, booking);
  return { checkoutUrl: open ?? (await openDeposit(app, booking)) };
}

/** Returns the appointment as an iCalendar file. @throws Problem 404 */
export function getCalendarFile(app: App, token: string): FileReply {
  const booking = getBooking(app, token);
  const { appointment } = toManaged(app, booking);
  const row = findRow(app, booking);
  const { businessName, businessAddress } = getSettings(app);
  const start = toInstant(app, appointment.start);
  const content = formatCalendar(businessName || "Appointment", [
    {
      uid: `booking-${booking.id}@parlor`,
      start,
      end: start + appointment.durationMinutes * MINUTE_MS,
      stamp: app.now(),
      sequence: row?.revision ?? 0,
      summary: `${appointment.serviceName}${businessName && ` at ${businessName}`}`,
      description: [businessAddress, manageUrl(app, booking)].filter(Boolean).join("\n"),
    },
  ]);
  return { name: "appointment.ics", type: "text/calendar; charset=utf-8", content };
}

/** @throws Problem 404, 409 when it can't be moved */
function getMovable(app: App, token: string) {
  const booking = getBooking(app, token);
  const { appointmentId } = booking;
  if (!toManaged(app, booking).canReschedule || appointmentId === null)
    throw new Problem(409, "This booking can't be moved anymore. Call us.");
  const [first, ...others] = partsOf(app, getAppointment(app, appointmentId));
  if (!first) throw new Error("a visit has a part");
  return { booking, parts: [first, ...others] as const };
}

/** @throws Problem 404 for a forged link */
function getBooking(app: App, token: string): store.OnlineBookingRow {
  return requireFound(findByToken(app, token), "This booking no longer exists.");
}

function getAppointment(app: App, id: number) {
  return requireFound(findAppointment(app.db, id), "This booking no longer exists.");
}

function findRow({ db }: App, { appointmentId }: store.OnlineBookingRow) {
  return appointmentId === null ? null : findAppointment(db, appointmentId);
}

function toManaged(app: App, booking: store.OnlineBookingRow): Managed {
  const found = findRow(app, booking);
  const row = found && toWhole(app, found);
  const startsAt = row?.startsAt ?? booking.startsAt;
  const status = statusOf(app, booking, row?.status, startsAt);
  const isOpen = status === "booked" || status === "requested";
  const deadline = deadlineOf(app, startsAt, booking.movedFrom);
  const isEarly = app.now() < deadline;
  const { employeeId, services } = row ?? booking;
  // Staff may have changed the services. Typed ones have no price.
  const priceCents = (row ?? booking).priceCents ?? 0;
  const depositCents = booking.refundDueAt === null ? leftCents(app, booking) : 0;
  const restCents = isBilled(app, booking) ? 0 : priceCents - depositCents;
  const paid = booking.paidAt !== null;
  return {
    status,
    appointment: describeVisit(app, booking),
    clientName: firstNameOf(booking.clientName),
    serviceId: booking.serviceId,
    services: services.map(({ serviceId, name }) => ({ serviceId, name })),
    employeeId,
    price: formatCents(priceCents),
    deposit: depositOf(app, booking),
    rest: restCents > 0 ? formatCents(restCents) : null,
    paid,
    refunded: paid && depositCents === 0,
    deadline: toWallTime(app, deadline),
    canText: canText(app, booking.phone),
    payBy: awaitsDeposit(app, booking) ? toWallTime(app, booking.depositDueAt ?? 0) : null,
    heldUntil:
      status === "held"
        ? toWallTime(app, booking.depositDueAt ?? store.findHoldEnd(app.db, booking.holdId) ?? 0)
        : null,
    needsApproval: getSettings(app).bookingApproval,
    cardUrl: status === "held" ? findBookingCardUrl(app, booking) : null,
    canReschedule: isOpen && isEarly,
    canCancel: isOpen || status === "held",
  };
}
