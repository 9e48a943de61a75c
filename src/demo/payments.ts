import { appointmentsBetween } from "#db/calendar/appointments-list.ts";
import { findBookingOfAppointment } from "#db/calendar/online-bookings.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { createPayment } from "#src/billing/payments/payments.ts";
import { askForDeposit } from "#src/calendar/desk-deposit.ts";
import { completeDeposit } from "#src/calendar/online-booking/complete-deposit.ts";
import { openDeposit } from "#src/calendar/online-booking/deposits.ts";
import { refusalReason } from "#src/calendar/reminders/texting.ts";
import { getService } from "#src/calendar/services/services.ts";
import { toInstant, toWallTime } from "#src/platform/time.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { formatCents } from "#src/shared/money.ts";
import { addDays, addMinutes, dayOf } from "#src/shared/wall-time.ts";
import { atTime, sendWaiting } from "./history.ts";
import { DAYS_BEFORE } from "./visits.ts";

const MAX_ROWS = 2_000;

/** Records what clients paid at the desk after the visits before today. */
export function payPastVisits(app: App, maya: Staff): void {
  const today = dayOf(toWallTime(app, app.now()));
  for (const { id, status, services, priceCents, startsAt, durationMinutes } of visitsBetween(
    app,
    addDays(today, -DAYS_BEFORE),
    today,
  )) {
    if (status !== "arrived") continue;
    const then = atTime(app, toInstant(app, addMinutes(startsAt, durationMinutes)));
    createPayment(then, maya, {
      contactId: null,
      appointmentIds: [id],
      lines: services.map((_, billLine) => ({ billLine })),
      discount: null,
      way: "terminal",
      tip: "0.00",
      received: null,
      receipt: false,
      total: formatCents(priceCents ?? 0),
    });
  }
}

/** The next visit with a deposit was paid for online a day ago. */
export async function payDeposit(app: App, maya: Staff): Promise<void> {
  const now = toWallTime(app, app.now());
  const then = atTime(app, app.now() - DAY_MS);
  const visit = visitsBetween(app, now, `${addDays(dayOf(now), 3)}T00:00:00`).find(
    (one) =>
      (one.status === "booked" || one.status === "confirmed") &&
      one.startsAt > now &&
      one.services.some(({ serviceId }) => getService(app, serviceId).depositCents !== null) &&
      refusalReason(app, one, "confirmation") === undefined,
  );
  if (!visit) return;
  inTransaction(app.db, () => askForDeposit(then, maya, visit.id));
  const booking = findBookingOfAppointment(app.db, visit.id);
  if (!booking) return;
  const checkout = (await openDeposit(then, booking)).split("/").at(-1) ?? "";
  app.providers.simulatedPayments?.complete(checkout, false);
  await completeDeposit(then, checkout);
  sendWaiting(app, then.now());
}

function visitsBetween(app: App, from: string, until: string) {
  return appointmentsBetween(app.db, { from, until, employees: "all", most: MAX_ROWS });
}
