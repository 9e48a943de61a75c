import { setAppointmentStatus, withdrawText } from "#db/calendar/appointment-texts.ts";
import type { AppointmentRow } from "#db/calendar/appointments.ts";
import type { App } from "#src/app.ts";
import { cancelLinks } from "#src/billing/cancel-links.ts";
import { askAboutPayments } from "#src/billing/canceled-visits.ts";
import { notifyDesk } from "#src/calendar/desk-news.ts";
import { refundCanceled } from "#src/calendar/online-booking/cancellation.ts";
import { detachReminder } from "#src/calendar/reminders/detach-reminder.ts";
import { askAboutFee } from "#src/calendar/visit-payments/fees.ts";
import { leaveGap } from "#src/calendar/waitlist/gaps.ts";
import { partsOf, toWhole } from "./whole-visit.ts";

/**
 * Cancels a visit, all of its parts, in the caller's transaction, and notifies the desk if the client did. The caller writes the audit
 * entry and texts the client.
 */
export function cancelAppointment(app: App, before: AppointmentRow, by: "client" | "salon"): void {
  const whole = toWhole(app, before);
  const parts = partsOf(app, before);
  // All parts get the same time, which shows later that they were canceled together.
  const now = app.now();
  for (const part of parts) {
    setAppointmentStatus(app.db, part.id, "canceled", now);
    withdrawText(app.db, part.id);
    detachReminder(app, part.id, null);
    leaveGap(app, part);
  }
  refundCanceled(app, whole, by);
  const ids = parts.map(({ id }) => id);
  cancelLinks(app, ids, "cancellation");
  askAboutPayments(app, ids);
  if (by === "client") {
    askAboutFee(app, whole.id);
    notifyDesk(app, "canceled", whole);
  }
  app.events.changed("appointments", ...ids);
}
