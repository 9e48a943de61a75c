import { appointmentsToRemindOf, setReminder } from "#db/calendar/appointment-texts.ts";
import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { inTransaction } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { canSend } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { instantOf, wallTimeOf } from "#src/platform/time.ts";
import { addDays, dayOf } from "#src/shared/wall-time.ts";
import { mayText, textClient } from "./texting.ts";
import { worded } from "./wording.ts";

const SLICE = 100;
/** Who is on the way already needs no reminder. */
const SOONEST_MS = 2 * 60 * 60 * 1000;

/**
 * Reminds once, the day before, at the set time. What was booked after that time needs none; a reminder
 * that was missed while the server was down still goes out while it is of use.
 */
export async function sendReminders(app: App): Promise<void> {
  const settings = settingsOf(app);
  if (!settings.appointmentReminderEnabled) return;

  const now = app.now();
  const today = dayOf(wallTimeOf(app, now));
  const isTime = now >= instantOf(app, `${today}T${settings.appointmentReminderTime}:00`);
  const between = {
    from: wallTimeOf(app, now + SOONEST_MS),
    until: `${addDays(today, isTime ? 2 : 1)}T00:00:00`,
    limit: SLICE,
  };
  for (;;) {
    const found = appointmentsToRemindOf(app.db, between);
    if (found.length === 0 || !canSend(app)) return;
    inTransaction(app.db, () => remindOf(app, found));
    await Bun.sleep(1);
  }
}

function remindOf(app: App, found: readonly AppointmentRow[]): void {
  const { wanted = [], unwanted = [] } = Object.groupBy(found, (appointment) =>
    isWanted(app, appointment) ? "wanted" : "unwanted",
  );
  for (const { id } of unwanted) skipOne(app, id);
  // Two visits on one day are one text.
  const days = Map.groupBy(wanted, ({ phone, startsAt }) => `${phone} ${dayOf(startsAt)}`);
  for (const visits of days.values()) remind(app, visits);
}

/** Due since the day before, by what was known then. */
function isWanted(app: App, { phone, startsAt, createdAt }: AppointmentRow): boolean {
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
    worded(app, appointmentReminderMessage, appointments),
  );
  for (const { id } of appointments) {
    setReminder(app.db, id, "sent", message);
    recordSystem(app, { action: "appointment.remind", target: ["appointment", id] });
    app.events.changed("appointments", id);
  }
}

function skipOne(app: App, id: number): void {
  setReminder(app.db, id, "skipped", null);
  app.events.changed("appointments", id);
}
