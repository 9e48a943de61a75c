import { type AppointmentRow, findAppointment } from "#db/calendar/appointments.ts";
import * as store from "#db/calendar/booking-decisions.ts";
import { findBookingOfAppointment, type OnlineBookingRow } from "#db/calendar/online-bookings.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { cancelAppointment } from "#src/calendar/appointments/cancel.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { moneyOf, type RequestedDeposit, textReleased } from "./deposit-texts.ts";
import { closeCheckout, HOLD_MS } from "./deposits.ts";
import { manageUrl } from "./manage-link.ts";
import { decisionDeadline } from "./rules.ts";

/** Whether an approved booking is released unless its deposit is paid. */
export function awaitsDeposit({ depositDueAt, paidAt }: OnlineBookingRow): boolean {
  return depositDueAt !== null && paidAt === null;
}

/**
 * Begins the time to pay the deposit of a booking that was just approved, in the caller's transaction. Returns undefined
 * where none is due.
 */
export function requestDeposit(
  app: App,
  { id, startsAt }: AppointmentRow,
): RequestedDeposit | undefined {
  const booking = findBookingOfAppointment(app.db, id);
  const takesCards = getSettings(app).stripeSecretKey !== "";
  if (!booking || booking.depositCents === null || booking.paidAt !== null || !takesCards)
    return undefined;
  const now = app.now();
  // Staff may approve a visit later than clients are told that they do.
  const dueAt = Math.max(decisionDeadline(app, now, startsAt), now + HOLD_MS);
  store.setDepositDue(app.db, booking.id, dueAt);
  return {
    deposit: moneyOf(app, booking),
    until: toWallTime(app, dueAt),
    url: manageUrl(app, booking),
  };
}

/** Releases the times whose deposit was not paid by its deadline, and texts their clients. */
export async function releaseUnpaid(app: App): Promise<void> {
  for (const { id } of store.listUnpaidVisits(app.db, app.now())) {
    const booking = await writeWhenFree(app.db, () => release(app, id));
    // A payment that comes nevertheless is refunded.
    if (booking)
      await closeCheckout(app, booking).catch((error) =>
        app.log("warn", "a checkout could not be closed", { error: String(error) }),
      );
  }
}

/** Undefined when it was paid or canceled since the list was read. */
function release(app: App, id: number): OnlineBookingRow | undefined {
  const booking = findBookingOfAppointment(app.db, id);
  const before = findAppointment(app.db, id);
  if (!booking || !awaitsDeposit(booking) || !before || before.status === "canceled")
    return undefined;
  cancelAppointment(app, before, "salon");
  // Staff who put the visit back keep it, paid or not.
  store.setDepositDue(app.db, booking.id, null);
  store.setCancelReason(app.db, booking.id, "unpaid");
  textReleased(app, booking);
  recordSystem(app, {
    action: "appointment.cancel",
    target: ["appointment", id],
    metadata: { by: "unpaid deposit" },
  });
  return booking;
}
