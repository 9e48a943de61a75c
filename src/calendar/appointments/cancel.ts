import { setAppointmentStatus } from "#db/calendar/appointment-texts.ts";
import { type AppointmentRow, clearReminder } from "#db/calendar/appointments.ts";
import type { App } from "#src/app.ts";
import { notifyDesk } from "#src/calendar/desk-news.ts";
import { refundCanceled } from "#src/calendar/online-booking/cancellation.ts";
import { leaveGap } from "#src/calendar/waitlist/gaps.ts";

/**
 * Cancels an appointment in the caller's transaction, and tells the desk if the client did. The caller writes the audit
 * entry and texts the client.
 */
export function cancelAppointment(app: App, before: AppointmentRow, by: "client" | "salon"): void {
  setAppointmentStatus(app.db, before.id, "canceled");
  clearReminder(app.db, before.id);
  leaveGap(app, before);
  refundCanceled(app, before, by);
  if (by === "client") notifyDesk(app, "canceled", before);
  app.events.changed("appointments", before.id);
}
