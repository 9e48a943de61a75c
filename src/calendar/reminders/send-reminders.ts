import { listAppointmentsToRemind, setReminder } from "#db/calendar/appointment-texts.ts";
import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { inTransaction } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { canSend } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { instantOf, wallTimeOf } from "#src/platform/time.ts";
import { addDays, dayOf } from "#src/shared/wall-time.ts";
import { mayText, textClient } from "./texting.ts";
import { renderTemplate } from "./wording.ts";

const SLICE_SIZE = 100;
/** Shortly before the appointment a reminder is of no use. */
const MIN_NOTICE_MS = 2 * 60 * 60 * 1000;

/**
 * Sends each reminder once, at the set time on the day before. Appointments booked after that time get none.
 * A reminder missed while the server was down is sent as long as it is useful.
 */
export async function sendReminders(app: App): Promise<void> {
  const settings = settingsOf(app);
  if (!settings.appointmentReminderEnabled) return;

  const now = app.now();
  const today = dayOf(wallTimeOf(app, now));
  const isTime = now >= instantOf(app, `${today}T${settings.appointmentReminderTime}:00`);
  const between = {
    from: wallTimeOf(app, now + MIN_NOTICE_MS),
    until: `${addDays(today, isTime ? 2 : 1)}T00:00:00`,
    limit: SLICE_SIZE,
  };
  for (;;) {
    const due = listAppointmentsToRemind(app.db, between);
    if (due.length === 0 || !canSend(app)) return;
    inTransaction(app.db, () => remindAll(app, due));
    await Bun.sleep(1);
  }
}

function remindAll(app: App, due: readonly AppointmentRow[]): void {
  const { toSend = [], toSkip = [] } = Object.groupBy(due, (appointment) =>
    shouldRemind(app, appointment) ? "toSend" : "toSkip",
  );
  for (const { id } of toSkip) skipReminder(app, id);
  // Appointments of a client on the same day share one text.
  const days = Map.groupBy(toSend, ({ phone, startsAt }) => `${phone} ${dayOf(startsAt)}`);
  for (const visits of days.values()) remind(app, visits);
}

/** Returns whether a reminder was due the day before and can be sent. */
function shouldRemind(app: App, { phone, startsAt, createdAt }: AppointmentRow): boolean {
  const { appointmentReminderTime, appointmentReminderEnabledAt } = settingsOf(app);
  const due = instantOf(app, `${addDays(dayOf(startsAt), -1)}T${appointmentReminderTime}:00`);
  const isTomorrow = dayOf(startsAt) > dayOf(wallTimeOf(app, app.now()));
  if (phone === null || !mayText(app, phone) || createdAt >= due) return false;
  return isTomorrow || due >= (appointmentReminderEnabledAt ?? 0);
}

function remind(app: App, appointments: readonly AppointmentRow[]): void {
  const phone = appointments[0]?.phone;
  if (!phone) return;
  const { appointmentReminderMessage } = settingsOf(app);
  const message = textClient(
    app,
    "reminder",
    phone,
    renderTemplate(app, appointmentReminderMessage, appointments),
  );
  for (const { id } of appointments) {
    setReminder(app.db, id, "sent", message);
    recordSystem(app, { action: "appointment.remind", target: ["appointment", id] });
    app.events.changed("appointments", id);
  }
}

function skipReminder(app: App, id: number): void {
  setReminder(app.db, id, "skipped", null);
  app.events.changed("appointments", id);
}
