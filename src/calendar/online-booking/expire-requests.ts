import { findAppointment } from "#db/calendar/appointments.ts";
import { listRequests, type RequestRow } from "#db/calendar/booking-decisions.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { cancelAppointment } from "#src/calendar/appointments/cancel.ts";
import { textDeclined } from "#src/calendar/reminders/reminders.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { decisionDeadline } from "./rules.ts";

/** Declines the requests that were not decided in time, and texts their clients. */
export function expireRequests(app: App): Promise<void> {
  return whenFree(() => {
    for (const { id } of listRequestsDueBy(app, app.now()))
      inTransaction(app.db, () => {
        const before = findAppointment(app.db, id);
        if (before?.status !== "requested") return;
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

interface OpenRequest extends RequestRow {
  /** When it is declined unless staff decide, in epoch milliseconds. */
  readonly deadline: number;
}

/** Returns the requests that are declined by then unless staff decide. */
export function listRequestsDueBy(app: App, at: number): OpenRequest[] {
  return listRequests(app.db)
    .map((row) => ({ ...row, deadline: decisionDeadline(app, row.requestedAt, row.startsAt) }))
    .filter(({ deadline }) => deadline <= at);
}
