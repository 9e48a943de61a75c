import * as store from "#db/calendar/detached-reminders.ts";
import { skipTextOrRetry } from "#db/messaging/messages-queue.ts";
import type { App } from "#src/app.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toInstant } from "#src/platform/time.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import type { WallTime } from "#src/shared/wall-time.ts";
import { reminderDueAt } from "./texting.ts";

/**
 * Detaches the reminders of a moved or canceled visit, in the transaction of the change. The visit counts as reminded only if
 * it was since the reminders of its time are due; null for never. A C or X answers again once the visit is back at the time
 * that the reminder named.
 */
export function detachReminder(app: App, id: number, startsAt: WallTime | null): void {
  withdrawReminders(app, [id]);
  store.resetReminder(app.db, id, startsAt === null ? null : remindersDue(app, startsAt));
}

function remindersDue(app: App, startsAt: WallTime): store.RemindersDue {
  const { appointmentSecondReminderHours } = getSettings(app);
  return {
    dueAt: reminderDueAt(app, startsAt),
    secondDueAt: toInstant(app, startsAt) - appointmentSecondReminderHours * HOUR_MS,
  };
}

/**
 * Takes back reminders of changed visits that are waiting for the morning or the carrier. The other visits in them get a new
 * reminder.
 */
export function withdrawReminders(app: App, ids: readonly number[]): void {
  for (const message of store.listWaitingReminders(app.db, ids))
    if (skipTextOrRetry(app.db, message, "The appointment is canceled, moved or over", app.now()))
      store.withdrawReminder(app.db, message);
}
