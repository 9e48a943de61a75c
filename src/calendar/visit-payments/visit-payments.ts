import { hasOpenPayment, isPaidOtherwise, type PaymentLine } from "#db/billing/payments.ts";
import { type AppointmentRow, findAppointment, setAppointment } from "#db/calendar/appointments.ts";
import { appointmentsOfContact } from "#db/calendar/appointments-list.ts";
import { findCanceledAt } from "#db/calendar/appointments-of-client.ts";
import { setDepositDue } from "#db/calendar/booking-decisions.ts";
import { depositsByAppointment } from "#db/calendar/deposits.ts";
import { findBookingOfAppointment } from "#db/calendar/online-bookings.ts";
import type { App, Staff } from "#src/app.ts";
import { expireSoon } from "#src/billing/expire-checkouts.ts";
import { listOwedRefunds } from "#src/billing/owed-state.ts";
import { getAppointment } from "#src/calendar/appointments/get-appointment.ts";
import { visibleEmployees } from "#src/calendar/appointments/list.ts";
import { toDeposit } from "#src/calendar/appointments/to-appointment.ts";
import { partsOf, toWhole } from "#src/calendar/appointments/whole-visit.ts";
import type { RemainingVisit, VisitBill } from "#src/hook-shapes.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { parseCents } from "#src/shared/money.ts";
import { nameKey } from "#src/shared/names.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import { addDays, dayOf } from "#src/shared/wall-time.ts";

/** A visit that long ago isn't what a client wants to pay. */
const RECENT_DAYS = 14;
const MAX_LISTED = 20;

/** @throws Problem 404, 409 for a visit that doesn't take place */
export function getVisitBill(app: App, actor: Staff, appointmentId: number): VisitBill {
  const row = getAppointment(app, actor, appointmentId);
  const parts = partsOf(app, row);
  const visit = row.status === "canceled" ? row : toWhole(app, row);
  if (visit.status === "canceled")
    throw new Problem(409, "This appointment is canceled. Take the payment on the client's page.");
  if (visit.status === "requested")
    throw new Problem(409, "Approve this appointment before you take a payment for it.");
  const { contactId, clientName, phone, startsAt } = visit;
  return {
    contactId,
    clientName,
    phone,
    startsAt,
    appointmentIds: parts.map(({ id }) => id),
    lines: parts.flatMap(linesOf),
    deposit: depositOf(app, visit),
  };
}

function linesOf({ services, service, priceCents, employeeId }: AppointmentRow): PaymentLine[] {
  if (services.length > 0)
    return services.map((one) => ({
      name: one.name,
      priceCents: one.priceCents,
      serviceId: one.serviceId,
      employeeId,
    }));
  return [
    { name: service || "Appointment", priceCents: priceCents ?? 0, serviceId: null, employeeId },
  ];
}

function depositOf(app: App, { id, status }: AppointmentRow): VisitBill["deposit"] {
  const row = depositsByAppointment(app.db, [id]).get(id);
  if (!row || row.paidAt === null) return null;
  const deposit = toDeposit(row, status, listOwedRefunds(app));
  // Kept from a visit that the client missed, and came to after all.
  if (deposit?.state !== "paid" && deposit?.state !== "kept") return null;
  const { depositCents, paidAt, paymentIntentId } = row;
  const cents = parseCents(deposit.amount) ?? 0;
  return { cents, returnedCents: depositCents - cents, paidAt, paymentIntentId };
}

/** Returns what the salon has of the deposits of these visits. */
export function listDeposits(app: App, appointmentIds: readonly number[]) {
  const rows = appointmentIds.flatMap((id) => findAppointment(app.db, id) ?? []);
  const visits = new Map(rows.map((row) => toWhole(app, row)).map((visit) => [visit.id, visit]));
  return [...visits.values()].flatMap((visit) => depositOf(app, visit) ?? []);
}

/** Returns a client's visit to pay: of today, or the last one of two weeks. */
export function findUnpaidVisit(app: App, actor: Staff, contactId: number): number | undefined {
  const tomorrow = addDays(businessDay(app), 1);
  const earliest = addDays(businessDay(app), -RECENT_DAYS);
  return visitsToPay(app, actor, contactId).find(
    ({ id, startsAt }) =>
      startsAt >= earliest &&
      startsAt < tomorrow &&
      (hasOpenPayment(app.db, [id], app.now()) || !isPaidOtherwise(app.db, [id], 0)),
  )?.id;
}

/** Returns a client's visits of a day that are unpaid and without an open link, in their order. */
export function listUnpaidVisits(app: App, actor: Staff, contactId: number, day: string): number[] {
  return visitsToPay(app, actor, contactId)
    .filter(({ startsAt }) => dayOf(startsAt) === day)
    .toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1))
    .map(({ id }) => id)
    .filter((id) => !hasOpenPayment(app.db, [id], app.now()) && !isPaidOtherwise(app.db, [id], 0));
}

/** The visits of a client that take place or took place: the begun ones first, the latest before the others. */
function visitsToPay(app: App, actor: Staff, contactId: number) {
  const now = toWallTime(app, app.now());
  const { ahead, before } = appointmentsOfContact(app.db, contactId, {
    now,
    employees: visibleEmployees(actor),
    most: MAX_LISTED,
  });
  const begun = ahead.filter(({ startsAt }) => startsAt < now);
  return [...begun.toReversed(), ...before, ...ahead.slice(begun.length)].filter(({ status }) =>
    ["booked", "confirmed", "arrived"].includes(status),
  );
}

/**
 * The client paid, so they came. A visit of a later day is only paid, and so is one that hasn't begun and is paid by a link,
 * which can be opened anywhere. Runs in the caller's transaction.
 */
export function completeVisits(
  app: App,
  appointmentIds: readonly number[],
  by: "desk" | "link",
): void {
  waiveDeposits(app, appointmentIds);
  const now = toWallTime(app, app.now());
  for (const id of appointmentIds) {
    const visit = findAppointment(app.db, id);
    if (!visit) continue;
    app.events.changed("appointments", id);
    // All parts of a visit begin with the first one.
    const { startsAt } = toWhole(app, visit);
    const isHere = by === "link" ? startsAt <= now : dayOf(startsAt) <= businessDay(app);
    if (!isHere || (visit.status !== "booked" && visit.status !== "confirmed")) continue;
    setAppointment(
      app.db,
      id,
      { ...visit, nameKey: nameKey(visit.clientName), status: "arrived" },
      app.now(),
    );
    recordSystem(app, {
      action: "appointment.status",
      target: ["appointment", id],
      metadata: { by: "payment", status: "arrived" },
    });
  }
}

/**
 * Ends the deposits that were asked for and not paid, in the caller's transaction: no time is released for one, and Stripe
 * ends its page soon. One that is paid nevertheless is refunded.
 */
export function waiveDeposits(app: App, appointmentIds: readonly number[]): void {
  for (const id of appointmentIds) {
    const booking = findBookingOfAppointment(app.db, id);
    if (!booking || booking.paidAt !== null) continue;
    setDepositDue(app.db, booking.id, null);
    if (booking.checkoutId !== null) expireSoon(app, [booking.checkoutId]);
  }
}

/** Returns the wall time at which the next of these visits begins; null if none is still to come. */
export function findNextStart(app: App, appointmentIds: readonly number[]): string | null {
  const now = toWallTime(app, app.now());
  const ahead = appointmentIds
    .map((id) => findAppointment(app.db, id))
    .filter((visit) => visit !== null && visit.status !== "canceled" && visit.startsAt > now);
  return ahead.map((visit) => visit?.startsAt ?? "").toSorted()[0] ?? null;
}

/** Returns those of these visits that weren't deleted. */
export function listRemainingVisits(app: App, appointmentIds: readonly number[]): RemainingVisit[] {
  const now = toWallTime(app, app.now());
  return appointmentIds
    .flatMap((id) => findAppointment(app.db, id) ?? [])
    .map((row) => ({
      isCompleted: row.status === "arrived" && row.startsAt <= now,
      canceledAt: row.status === "canceled" ? findCanceledAt(app.db, row.id) : null,
    }));
}

/** A deleted visit hides nothing. */
export function maySeeVisits(app: App, actor: Staff, appointmentIds: readonly number[]): boolean {
  return appointmentIds.every((id) => {
    const visit = findAppointment(app.db, id);
    return !visit || maySeeEmployee(actor, visit.employeeId);
  });
}
