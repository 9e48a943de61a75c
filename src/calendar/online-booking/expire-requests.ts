import { findAppointment } from "#db/calendar/appointments.ts";
import { listStaleRequests } from "#db/calendar/online-bookings.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { cancelAppointment } from "#src/calendar/appointments/cancel.ts";
import { textDeclined } from "#src/calendar/reminders/reminders.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { DAY_MS } from "#src/shared/durations.ts";

/** A requested slot is held until the decision, at most this long. */
const MAX_AGE_MS = DAY_MS;
const PER_RUN = 100;

/** Cancels requests that were not decided within a day, and texts their clients. */
export function expireRequests(app: App): Promise<void> {
  return whenFree(() => {
    for (const id of listStaleRequests(app.db, app.now() - MAX_AGE_MS, PER_RUN))
      inTransaction(app.db, () => {
        const before = findAppointment(app.db, id);
        if (!before) return;
        cancelAppointment(app, before, "salon");
        textDeclined(app, id, "decline");
        recordSystem(app, {
          action: "appointment.cancel",
          target: ["appointment", id],
          metadata: { by: "expiry" },
        });
      });
  });
}
