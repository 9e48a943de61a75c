import { setAppointmentStatus } from "#db/calendar/appointment-texts.ts";
import { listStaleRequests } from "#db/calendar/online-bookings.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { textDeclined } from "#src/calendar/reminders/reminders.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { refundCanceled } from "./cancellation.ts";

/** A requested slot is held until the decision, at most this long. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const PER_RUN = 100;

/** Cancels requests that nobody decided on within a day, and tells their clients. */
export function expireRequests(app: App): Promise<void> {
  return whenFree(() => {
    for (const id of listStaleRequests(app.db, app.now() - MAX_AGE_MS, PER_RUN))
      inTransaction(app.db, () => {
        setAppointmentStatus(app.db, id, "canceled");
        refundCanceled(app, id, "salon");
        textDeclined(app, id);
        recordSystem(app, {
          action: "appointment.cancel",
          target: ["appointment", id],
          metadata: { by: "expiry" },
        });
        app.events.changed("appointments", id);
      });
  });
}
