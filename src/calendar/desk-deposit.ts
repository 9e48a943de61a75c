import * as store from "#db/calendar/online-bookings.ts";
import type { App, Staff } from "#src/app.ts";
import { getAppointment } from "#src/calendar/appointments/get-appointment.ts";
import { toWhole } from "#src/calendar/appointments/whole-visit.ts";
import { hasTimeForDeposit } from "#src/calendar/online-booking/deposit-requests.ts";
import { depositCentsOf } from "#src/calendar/online-booking/services.ts";
import { confirmBooking } from "#src/calendar/reminders/reminders.ts";
import { refusalReason } from "#src/calendar/reminders/texting.ts";
import { getService } from "#src/calendar/services/services.ts";
import { record } from "#src/platform/audit/audit.ts";
import { fieldProblem } from "#src/shared/problem.ts";

/**
 * Texts the client of a visit that staff just booked the link to its deposit, in the caller's transaction. Unpaid at its
 * deadline, the time is released as that of an approved request.
 * @throws Problem 400 when no deposit can be asked for
 */
export function askForDeposit(
  app: App,
  actor: Staff,
  appointmentId: number,
): ReturnType<typeof confirmBooking> {
  const visit = toWhole(app, getAppointment(app, actor, appointmentId));
  const { phone, services } = visit;
  const depositCents = depositCentsOf(
    app,
    services.map(({ serviceId }) => getService(app, serviceId)),
  );
  if (depositCents === null)
    throw refused("This visit has no deposit, or card payments aren't set up.");
  if (!hasTimeForDeposit(app, visit.startsAt))
    throw refused("This visit begins too soon to ask for its deposit.");
  const reason = refusalReason(app, visit, "confirmation");
  if (phone === null || reason !== undefined)
    throw refused(`You can't ask for the deposit: ${reason}.`);
  const id = store.insertOnlineBooking(app.db, {
    phone,
    clientName: visit.clientName,
    email: null,
    serviceId: services[0]?.serviceId ?? 0,
    services,
    employeeId: visit.employeeId,
    startsAt: visit.startsAt,
    durationMinutes: visit.durationMinutes,
    bufferMinutes: visit.bufferMinutes,
    priceCents: visit.priceCents ?? 0,
    depositCents,
    appointmentId,
    holdId: null,
    marketing: false,
    createdAt: app.now(),
  });
  record(app, actor, { action: "booking.ask_deposit", target: ["booking", id] });
  return confirmBooking(app, appointmentId);
}

function refused(message: string) {
  return fieldProblem(400, "askDeposit", message);
}
