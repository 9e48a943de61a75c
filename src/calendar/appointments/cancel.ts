import { setAppointmentStatus, withdrawText } from "#db/calendar/appointment-texts.ts";
import type { AppointmentRow } from "#db/calendar/appointments.ts";
import type { App } from "#src/app.ts";
import { notifyDesk } from "#src/calendar/desk-news.ts";
import { refundCanceled } from "#src/calendar/online-booking/cancellation.ts";
import { detachReminder } from "#src/calendar/reminders/detach-reminder.ts";
import { leaveGap } from "#src/calendar/waitlist/gaps.ts";

/**
 * Cancels an appointment in the caller's transaction, and notifies the desk if the client did. The caller writes the audit
 * entry and texts the client.
 */
export function cancelAppointment(app: App, before: AppointmentRow, by: "client" | "salon"): void {
  setAppointmentStatus(app.db, before.id, "canceled", app.now());
  withdrawText(app.db, before.id);
  detachReminder(app, before.id, null);
  leaveGap(app, before);
  refundCanceled(app, before, by);
  if (by === "client") notifyDesk(app, "canceled", before);
  app.events.changed("appointments", before.id);
}
