import * as store from "#db/calendar/detached-reminders.ts";
import { skipTextOrRetry } from "#db/messaging/messages-queue.ts";
import type { App } from "#src/app.ts";

/**
 * Detaches the reminder of a moved or canceled visit, in the transaction of the change. The visit counts as reminded only if
 * it was since `dueAt`, in epoch milliseconds; null for never.
 */
export function detachReminder(app: App, id: number, dueAt: number | null): void {
  withdrawReminders(app, [id]);
  store.resetReminder(app.db, id, dueAt);
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
